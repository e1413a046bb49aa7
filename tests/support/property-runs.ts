/** The setting that says how many times as often properties are tried; `npm run faults` and mutants set it. */
export const propertyFactor = "PROPERTY_FACTOR";

/** How many cases a property is tried with: `short` in `npm test`, more where there is time for them. */
export const propertyRuns = (short: number): number => short * Number(process.env[propertyFactor] ?? 1);
