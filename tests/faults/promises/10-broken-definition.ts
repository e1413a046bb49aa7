import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { startServer, watched, type TestServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { createDriver, type Driver } from "../support/load-driver.ts";
import { breakers, type Files } from "../support/mutations.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { count, type PromiseTrial } from "../support/trial.ts";
import { tryMutations } from "../support/try-mutations.ts";

const flowFile = "schemas/flows/contact/flow.json";
const mutated = [
  flowFile,
  "schemas/flows/contact/options/matters.json",
  "schemas/screens/contact.json",
  "schemas/services/crm.json",
  "schemas/kinds/email.json",
  "brands/SI/brand.json",
];
/** Of ten mutations, those that are good and go live. */
const good = 3;

interface Running {
  server: TestServer;
  driver: Driver;
  originals: Files;
  /** What the page has to say, until something good is published. */
  label: string;
}

const diagnosticsOf = (text: string, file: string): boolean =>
  new RegExp(`${file.replaceAll(".", "\\.")}:\\d+:\\d+ {2}error`).test(text);

async function assertLive({ driver, label }: Running): Promise<void> {
  const { status, body } = await driver.ask<string>(undefined, "GET", "/contacto");
  assert.equal(status, 200);
  assert.ok(body.includes(label), `the page says "${label}"`);
}

/** Breaks a file: the log names it with a line, and what was live stays. Then mends it. */
async function breakOne(running: Running, file: string, index: number): Promise<string> {
  const { server, originals } = running;
  const breaks = file === flowFile ? breakers : breakers.filter(({ anyFile }) => anyFile);
  const { name, mutate } = breaks[index % breaks.length]!;
  const before = server.log().length;
  server.write(file, mutate(originals[file]!));
  const since = (): string => server.log().slice(before);
  // What was broken before may still be refused meanwhile: it is this file that has to be named.
  await until(
    () => diagnosticsOf(since(), file) && since().includes("sigue vigente lo último"),
    () => `${name} in ${file} was not refused with file and line:\n${since().slice(-2000)}`,
  );
  await assertLive(running);
  return name;
}

/** Changes a word of the form, and waits until it is live. */
async function publishOne(running: Running, index: number): Promise<void> {
  const { server, originals, driver } = running;
  const label = `Comentario ${index}`;
  for (const [file, text] of Object.entries(originals)) {
    if (file !== flowFile && server.read(file) !== text) server.write(file, text);
  }
  server.write(flowFile, originals[flowFile]!.replace('"Comentario"', `"${label}"`));
  await until(
    async () => (await driver.ask<string>(undefined, "GET", "/contacto")).body.includes(label),
    () => `"${label}" is not live:\n${server.log().slice(-2000)}`,
  );
  running.label = label;
}

export const brokenDefinition: PromiseTrial = {
  number: 10,
  promise:
    "A broken definition is refused with file and line, the last good one stays live, no request fails",
  run: async ({ long, later, say }) => {
    const mutations = long ? 1000 : 8;
    // The short form has its own test, on a smaller project.
    const made = long ? 10_000 : 0;
    // Mistakes that nobody thought of, over all definition files: what is green is published, what is not names a line.
    const { problems, published } = await tryMutations(made, (tried, green) =>
      say(`${count(tried)} mutations, ${count(green)} of them published`),
    );
    assert.deepEqual(problems, []);
    const server = await startServer({
      env: { ...watched, TRUST_PROXY: "loopback", SERVICES_PORT: "off" },
      files: contactAlone(),
    });
    later(() => server.close());
    const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}` });
    later(() => driver.close());
    const originals = Object.fromEntries(mutated.map((file) => [file, server.read(file)]));
    const running: Running = { server, driver, originals, label: "Comentario" };

    let ended = false;
    let requests = 0;
    // What is saved is to be judged meanwhile, on the same machine.
    const pause = (): Promise<void> => wait(Math.random() * 20);
    const reader = async (path: string): Promise<void> => {
      while (!ended) {
        const { status } = await driver.ask(undefined, "GET", path);
        requests += 1;
        if (status !== 200) throw new Error(`${path} answered ${status}`);
        await pause();
      }
    };
    const writer = async (): Promise<void> => {
      while (!ended) {
        await driver.submit();
        requests += 2;
        await pause();
      }
    };
    // Begins with the load: a failure of it is seen at once.
    const load = Promise.all([reader("/contacto"), reader("/"), reader("/api/health"), writer()]);
    const kinds = new Set<string>();
    let broken = 0;
    const work = async (): Promise<void> => {
      for (let index = 0; index < mutations; index += 1) {
        if (index % 10 >= 10 - good) await publishOne(running, index);
        else {
          kinds.add(
            await breakOne(running, index % 2 === 0 ? flowFile : mutated[index % mutated.length]!, index),
          );
          broken += 1;
        }
        if ((index + 1) % 100 === 0) say(`${index + 1} mutations, ${count(requests)} requests`);
      }
    };
    try {
      await Promise.race([work(), load.then(() => assert.fail("the load ended"))]);
    } finally {
      ended = true;
    }
    await load;
    assert.deepEqual(driver.repeated, { lost: 0, statuses: {} }, "no request failed");
    return {
      done: `${count(mutations)} saved changes under load, ${count(broken)} of them broken in ${kinds.size} ways${long ? `; ${count(made)} mutations of all definition files` : ""}`,
      figure: `${count(requests)} requests, 0 failed; every broken file refused with file and line, the last good one live throughout${long ? `; of the mutations ${count(published)} green and published, the others refused with file and line` : ""}`,
    };
  },
};
