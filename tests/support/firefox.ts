/** Finds a Firefox for the journeys that another browser runs too, or gets one where that is simple. */
import { installDebians, onPath, type Named } from "./chromium.ts";

const wanted: Named = { names: ["firefox-esr", "firefox"], version: /firefox/i, debian: "firefox-esr" };

/** Path of a Firefox that runs: VITRINA_FIREFOX, the system's, or Debian's package when root; undefined without any. */
export async function findFirefox(): Promise<string | undefined> {
  const given = process.env["VITRINA_FIREFOX"];
  if (given !== undefined) return given === "" ? undefined : given;
  return (await onPath(wanted)) ?? (await installDebians(wanted));
}
