import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { branchOffices } from "../../support/branch-offices.ts";
import { allExamples } from "../../support/examples.ts";
import { openedDatabase } from "../../support/opened-database.ts";
import { startServer } from "../../support/server.ts";
import { startStandIn } from "../../support/stand-in.ts";
import { createDriver } from "../support/load-driver.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const forms = {
  short: { kills: 2, sheets: 16, atOnce: 6 },
  long: { kills: 60, sheets: 1_200, atOnce: 12 },
};

const example = (await allExamples()).find(
  ({ file }) => file === "schemas/flows/complaints-book/examples/accepted.json",
)!;

/** The law wants sheets that follow each other: whoever was told a number has it, and none is missing. */
export const sheetNumbers: PromiseTrial = {
  number: 16,
  promise: "Complaints sheets have the numbers from 1 on, without a gap and none twice, also under SIGKILL",
  run: async ({ long, later, say }) => {
    const { kills, sheets, atOnce } = long ? forms.long : forms.short;
    const upstream = await startStandIn(branchOffices([example]));
    later(() => upstream.stop());
    const server = await startServer({
      env: { UPSTREAM_BRANCH_OFFICE: upstream.url, TRUST_PROXY: "loopback", SERVICES_PORT: "off" },
    });
    later(() => server.close());
    const driver = createDriver({
      origin: () => `http://127.0.0.1:${server.port}`,
      connections: atOnce,
      brand: example.brand,
      form: {
        flow: example.flow,
        step: "sheet",
        answers: ({ email }) => ({ ...example.answers, "sheet.email": email }),
      },
    });
    later(() => driver.close());

    let refused = 0;
    /** Sends a sheet, again where its service was too slow: what failed so has no number. */
    const submit = async (): Promise<void> => {
      const person = await driver.begin();
      for (let tries = 0; (await driver.send(person)).state.status !== "done"; tries += 1) {
        assert.ok(tries < 5, "a sheet is refused again and again");
        refused += 1;
      }
    };
    const submitAll = async (many: number): Promise<void> => {
      let left = many;
      const one = async (): Promise<void> => {
        while (left-- > 0) await submit();
      };
      await Promise.all(Array.from({ length: atOnce }, one));
    };
    for (let killed = 0; killed < kills; killed += 1) {
      const sent = Math.round((sheets * killed) / kills);
      const people = submitAll(Math.round((sheets * (killed + 1)) / kills) - sent);
      await wait(Math.random() * 300);
      await server.kill();
      await server.restart();
      await people;
      if (long && (killed + 1) % 10 === 0) say(`${killed + 1} kills, ${driver.acknowledged.length} sheets`);
    }

    const database = openedDatabase(server.dataDir);
    later(() => database.close());
    const all = database.prepare("select number, period, state from submissions").all() as {
      number: string;
      period: string;
      state: string;
    }[];
    const rows = all.filter(({ state }) => state === "accepted");
    assert.equal(
      all.filter(({ state }) => state === "failed").length,
      all.length - rows.length,
      "a sheet is neither accepted nor told so",
    );
    const told = driver.acknowledged.map(({ number }) => number);
    assert.equal(told.length, sheets);
    assert.deepEqual(
      told.toSorted(),
      rows.map(({ number }) => number).toSorted(),
      "what was told is what is stored",
    );
    // A trial over New Year has two years, each with its own numbers.
    for (const [period, ofPeriod] of Map.groupBy(rows, (row) => row.period)) {
      const wanted = ofPeriod.map((_, index) => `${String(index + 1).padStart(9, "0")}-${period}`);
      assert.deepEqual(
        ofPeriod.map(({ number }) => number).toSorted(),
        wanted,
        "a number is missing, or there twice",
      );
    }
    assert.ok(driver.repeated.lost > 0, "no kill came while sheets were sent");
    return {
      done: `${kills} SIGKILLs at random moments while ${count(sheets)} complaints sheets were sent, ${atOnce} at once`,
      figure: `numbers 1 to ${count(rows.length)}, 0 missing, 0 twice; ${driver.repeated.lost} answers lost and asked for again, ${refused} sheets that their service refused at first`,
    };
  },
};
