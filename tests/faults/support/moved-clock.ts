/**
 * Loaded into servers that are tried (`--import`): their clock goes as many milliseconds ahead as the file says that
 * `TRIAL_CLOCK` names, so that a trial moves the clocks of several at once.
 */
import { readFileSync } from "node:fs";

const file = process.env["TRIAL_CLOCK"] ?? "";
let ahead = Number(readFileSync(file, "utf8"));
// Seldom enough that it costs nothing.
setInterval(() => {
  const read = Number(readFileSync(file, "utf8") || NaN);
  if (Number.isFinite(read)) ahead = read;
}, 50).unref();

const Real = Date;
const now = (): number => Real.now() + ahead;

globalThis.Date = new Proxy(Real, {
  construct: (_, given: unknown[], target) =>
    Reflect.construct(Real, given.length === 0 ? [now()] : given, target) as Date,
  apply: () => new Real(now()).toString(),
  get: (_, name) => (name === "now" ? now : (Reflect.get(Real, name) as unknown)),
});
