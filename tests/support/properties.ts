/** Properties, tried with cases that fast-check makes up: which ones, and how many. */
import fc from "fast-check";

/** The setting that says how many times as often properties are tried; `npm run faults` and mutants set it. */
export const propertyFactor = "PROPERTY_FACTOR";

/** The setting that says from which seed cases are made: a number, or `random`, which `npm run faults` sets. */
export const propertySeed = "PROPERTY_SEED";

// The same cases each time, so that whether `npm test` passes is up to what has changed and not to chance. New ones are looked
// for where there is time to look into what they find.
const seed = process.env[propertySeed] ?? "1";
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  // A report of many tests has an error's message, and not its cause.
  includeErrorInReport: true,
  ...(seed === "random" ? {} : { seed: Number(seed) }),
});

/** How many cases a property is tried with: `short` in `npm test`, more where there is time for them. */
export const propertyRuns = (short: number): number => short * Number(process.env[propertyFactor] ?? 1);

export default fc;
