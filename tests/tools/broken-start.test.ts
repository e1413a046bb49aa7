/** The helpers that start a server say at once, and why, that the definitions they were given cannot be published. */
import { expect, onTestFinished, test } from "vitest";
import { contactAlone } from "../support/contact-alone.ts";
import { openServed } from "../faults/support/served.ts";
import { startServer } from "../support/server.ts";

const files = { ...contactAlone(), "schemas/flows/contact/flow.json": '{ "flow": "contact", "steps": 7 }\n' };
const why = /the definitions do not publish[^]*schemas\/flows\/contact\/flow\.json/;

test("a server of its own", async () => {
  await expect(startServer({ files })).rejects.toThrow(why);
});

test("a server in this process", async () => {
  await expect(
    openServed({ later: (work) => onTestFinished(async () => void (await work())), files }),
  ).rejects.toThrow(why);
});
