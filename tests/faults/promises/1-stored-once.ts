import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { openedDatabase } from "../../support/opened-database.ts";
import { startServer } from "../../support/server.ts";
import { startSmtp } from "../../support/smtp.ts";
import { until } from "../../support/until.ts";
import { createDriver } from "../support/load-driver.ts";
import { contactAlone } from "../../support/contact-alone.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const forms = {
  short: { kills: 1, submissions: 12, atOnce: 8, limit: 300_000 },
  long: { kills: 200, submissions: 10_000, atOnce: 16, limit: 900_000 },
};

/** What was acknowledged is stored once and delivered, whenever the process is killed, its worker in it. */
export const storedOnce: PromiseTrial = {
  number: 1,
  promise: "Every acknowledged submission is stored once, its deliveries in the same transaction",
  run: async ({ long, later, say }) => {
    const { kills, submissions, atOnce, limit } = long ? forms.long : forms.short;
    const smtp = await startSmtp();
    later(() => smtp.stop());
    const server = await startServer({
      env: { SMTP_URL: smtp.url, TRUST_PROXY: "loopback", SERVICES_PORT: "off" },
      files: contactAlone(),
    });
    later(() => server.close());
    const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}`, connections: atOnce });
    later(() => driver.close());

    for (let killed = 0; killed < kills; killed += 1) {
      const goal = Math.round((submissions * (killed + 1)) / kills);
      const people = driver.submitAll(goal - Math.round((submissions * killed) / kills), atOnce);
      await wait(Math.random() * (long ? 300 : 120));
      await server.kill();
      await server.restart();
      await people;
      if (long && (killed + 1) % 20 === 0)
        say(`${killed + 1} kills, ${driver.acknowledged.length} submissions`);
    }

    const heldBack = (): string[] => {
      const mailed = new Set(smtp.messages.flatMap(({ to }) => to));
      return driver.acknowledged.map(({ email }) => email).filter((email) => !mailed.has(email));
    };
    await until(
      () => heldBack().length === 0,
      () => `${heldBack().length} receipts are missing`,
      limit,
    );

    const database = openedDatabase(server.dataDir);
    later(() => database.close());
    const rows = database.prepare("select number, state, answers from submissions").all() as {
      number: string;
      state: string;
      answers: string;
    }[];
    assert.deepEqual(
      rows.filter(({ state }) => state !== "accepted"),
      [],
      "a submission is neither accepted nor told so",
    );
    const stored = rows.map(({ number, answers }) => `${JSON.parse(answers)["request.email"]} ${number}`);
    const told = driver.acknowledged.map(({ email, number }) => `${email} ${number}`);
    assert.equal(told.length, submissions);
    assert.deepEqual(stored.toSorted(), told.toSorted(), "what is stored is what was acknowledged");

    // A mail whose sending was cut off may come twice; it says of itself that it is the same.
    const ids = new Map<string, Set<string>>();
    const people = new Set(driver.acknowledged.map(({ email }) => email));
    const receipts = smtp.messages.filter(({ to }) => people.has(to[0]!));
    for (const { to, email } of receipts) {
      ids.set(to[0]!, (ids.get(to[0]!) ?? new Set()).add(String(email.messageId)));
    }
    assert.deepEqual(
      [...ids].filter(([, each]) => each.size !== 1),
      [],
      "two receipts that are not the same",
    );
    return {
      done: `${kills} SIGKILLs at random moments during ${count(submissions)} submissions, ${atOnce} at once, the worker at work in the process`,
      figure: `${count(rows.length)} acknowledged, ${count(rows.length)} stored, 0 lost, 0 twice; ${driver.repeated.lost} answers lost and asked for again; ${receipts.length - people.size} receipts sent again under the same Message-ID`,
    };
  },
};
