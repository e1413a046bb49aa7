/** The fixture's pages about an office, over a stand-in for what they ask. */
import { join } from "node:path";
import { afterAll } from "vitest";
import { startStandIn } from "../support/stand-in.ts";

export const oneOffice = "GET /office";
export const office = { code: "A-1", name: "Casa Matriz", commune: "Talca" };

/** Starts it for a file of tests, with what an app is opened with. */
export async function startOffices() {
  const upstream = await startStandIn({});
  afterAll(() => upstream.stop());
  const names = ["BRANCH_OFFICE", "CARS", "VISITS"];
  const options = {
    copy: join(import.meta.dirname, "../../fixtures/definitions"),
    env: Object.fromEntries(names.map((name) => [`UPSTREAM_${name}`, `${upstream.url}/`])),
  };
  return { upstream, options };
}
