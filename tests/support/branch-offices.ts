import type { Example } from "./examples.ts";
import type { Behaviour } from "./stand-in.ts";

/**
 * What the branch offices' service would answer a brand, so that the lists of all its examples are offered. One that says
 * that there are none is left out: it has nothing to be chosen.
 */
export function branchOffices(examples: Pick<Example, "data">[]): Record<string, Behaviour> {
  const named = (data: string) => {
    const options = examples.flatMap((example) => example.data[data]?.options ?? []);
    return [...new Map(options.map(({ value, label }) => [value, label]))];
  };
  return {
    "GET /branch-office/get-cities": { body: named("cities").map(([value]) => ({ value })) },
    "GET /branch-office/get-all": { body: named("branches").map(([uuid, name]) => ({ uuid, name })) },
    "GET /branch-office/get-centers": {
      body: named("branches").map(([branchOfficeName]) => ({ branchOfficeName })),
    },
    "GET /branch-office/get-center-brands": {
      body: named("brands").map(([leadCenterCode, name]) => ({ leadCenterCode, name })),
    },
  };
}
