/** Whatever comes back of payments, in whatever order, at once, again or never: money is taken once, and both sides agree. */
import { expect, it } from "vitest";
import type { Choice } from "../../server/payments/stand-in/ledger.ts";
import { amountOf } from "../../server/payments/provider.ts";
import { visitor, type TestApp } from "../support/app.ts";
import fc, { propertyRuns } from "../support/properties.ts";
import { atTheBank, beginPaying, comeBack, ledOf, openPaying, paymentsOf } from "./payment-parts.ts";
import { productOf } from "./program-parts.ts";

type Event = "return" | "posted return" | "cancelled shape" | "timeout shape" | "give up" | "reopen";

const story = fc.record({
  choice: fc.constantFrom<Choice | "never">("approve", "approve", "reject", "cancel", "expire", "never"),
  groups: fc.array(
    fc.array(
      fc.constantFrom<Event>(
        "return",
        "posted return",
        "cancelled shape",
        "timeout shape",
        "give up",
        "reopen",
      ),
      { maxLength: 4 },
    ),
    { maxLength: 3 },
  ),
});

it("every payment is taken at most once, none is lost, and the sums are equal", async () => {
  const paying = await openPaying();
  const { standIn, clock } = paying;
  let app: TestApp = paying.product.app;
  let stories = 0;

  await fc.assert(
    fc.asyncProperty(story, async ({ choice, groups }) => {
      stories += 1;
      const who = visitor(app, "SI");
      const product = () => productOf(app, paying.product.upstream, who);
      const { run, page } = await beginPaying({ ...paying, product: product() });
      const payment = (await paymentsOf(app)).find(({ run: of }) => of === run.run)!;
      const names = { TBK_ID_SESION: payment.session_id, TBK_ORDEN_COMPRA: payment.order_number };
      const token = payment.provider_token!;
      const own =
        choice === "never"
          ? { token_ws: token }
          : await atTheBank({ ...paying, product: product() }, page, choice);
      const act = async (event: Event): Promise<void> => {
        if (event === "give up")
          await who.ask("POST", `/api/runs/${run.run}/cancel-wait`, { wait: run.wait!.id });
        else if (event === "return") await comeBack(app, page, own);
        else if (event === "posted return") await comeBack(app, page, own, "POST");
        else if (event === "cancelled shape")
          await comeBack(app, page, { TBK_TOKEN: token, ...names }, "POST");
        else if (event === "timeout shape") await comeBack(app, page, names);
      };
      for (const group of groups) {
        // Seldom, as a restart takes its time.
        if (group.includes("reopen") && stories % 5 === 0) {
          app = await app.reopen();
          who.ask = visitor(app, "SI", who.cookie).ask;
        }
        await Promise.all(group.map(act));
      }
      // What nobody brought is settled by the clock.
      clock.pass(25 * 60);
      await expect.poll(() => ledOf(product(), run)).not.toBe("waits");
      const settled = async () => (await paymentsOf(app)).find(({ id }) => id === payment.id)!;
      await expect.poll(async () => (await settled()).told_at).not.toBe(null);

      const held = standIn.ledger.byToken(token)!;
      const now = await settled();
      expect(held.confirmations).toBeLessThanOrEqual(choice === "never" ? held.confirmations : 1);
      expect(held.taken).toBe(now.state === "accepted" ? amountOf(now) : 0);
      expect(now.state === "accepted" ? await ledOf(product(), run) : "end").toBe("end");
      expect(now.state !== "accepted" || choice === "approve").toBe(true);
    }),
    {
      numRuns: propertyRuns(20),
      // Whoever gives up in the moment in which the money is taken is told of the money.
      examples: [
        [{ choice: "approve", groups: [["return", "give up"]] }],
        [{ choice: "approve", groups: [["give up", "return"]] }],
      ],
    },
  );

  const sum = (amounts: number[]): number => amounts.reduce((all, one) => all + one, 0);
  const accepted = (await paymentsOf(app)).filter(({ state }) => state === "accepted");
  expect(sum(accepted.map(amountOf))).toBe(sum(standIn.ledger.all().map(({ taken }) => taken)));
});
