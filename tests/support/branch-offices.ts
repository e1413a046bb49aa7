import type { Example } from "./examples.ts";
import type { Behaviour } from "./stand-in.ts";

/** What the branch offices' service would answer, so that the lists of an example are offered. */
export const branchOffices = (data: Example["data"]): Record<string, Behaviour> => ({
  "GET /branch-office/get-cities": { body: (data["cities"]?.options ?? []).map(({ value }) => ({ value })) },
  "GET /branch-office/get-all": {
    body: (data["branches"]?.options ?? []).map(({ value, label }) => ({ uuid: value, name: label })),
  },
});
