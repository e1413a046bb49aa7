import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { startSmtp } from "../../support/smtp.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { createDriver } from "../support/load-driver.ts";
import { openServed } from "../support/served.ts";
import { count, type PromiseTrial } from "../support/trial.ts";

const minutes = 10;

export const mailDown: PromiseTrial = {
  number: 11,
  promise: "Mail down: submission unaffected, one mail for each recipient afterwards",
  run: async ({ long, later }) => {
    const each = long ? 50 : 2;
    const smtp = await startSmtp();
    later(() => smtp.stop());
    const proxy = await startFaultProxy(smtp.port);
    later(() => proxy.close());
    const app = await openServed({ later, env: { SMTP_URL: `smtp://127.0.0.1:${proxy.port}` } });
    const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}` });
    later(() => driver.close());

    await proxy.set({ kind: "down" });
    for (let minute = 0; minute < minutes; minute += 1) {
      await driver.submitAll(each, each);
      await app.pass(60);
    }
    assert.equal(smtp.messages.length, 0, "no mail went out while it was down");
    const during = driver.acknowledged.length;
    assert.equal(during, each * minutes, "everyone was told that it is done");
    await proxy.set({ kind: "none" });
    const ends = performance.now() + 60_000;
    while ((await app.counted()).undelivered > 0) {
      assert.ok(performance.now() < ends, "not every mail went out afterwards");
      // Somebody comes: time passes and the worker looks.
      await app.pass(120);
      await driver.submit();
      await wait(200);
    }
    const receipts = new Map<string, number>();
    for (const { to } of smtp.messages) receipts.set(to[0]!, (receipts.get(to[0]!) ?? 0) + 1);
    for (const { email } of driver.acknowledged)
      assert.equal(receipts.get(email), 1, `one mail for ${email}`);
    const persons = driver.acknowledged.length;
    assert.equal(smtp.messages.length, 2 * persons, "a receipt and the brand's own mail for each");
    return {
      done: `Ten minutes (by the clock) without a mail server, ${count(during)} submissions meanwhile`,
      figure: `${count(during)} of ${count(during)} accepted; afterwards ${count(smtp.messages.length)} mails for ${count(persons)} submissions, one for each recipient`,
    };
  },
};
