/** The stand-in of Webpay speaks as Webpay does: Transbank's own library does not know the difference. */
import { expect, it, onTestFinished } from "vitest";
import { Options, WebpayPlus } from "transbank-sdk";
import { startPaymentStandIn } from "../../server/payments/stand-in/stand-in.ts";

it("takes Transbank's own library from begin to refund", async () => {
  const standIn = await startPaymentStandIn({ mode: "development", port: 0 });
  onTestFinished(() => standIn.close());
  const options = new Options(
    "597055555532",
    "579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C",
    standIn.url.slice(0, -1),
    5_000,
  );
  const transaction = new WebpayPlus.Transaction(options);
  const returnUrl = "http://si.localhost:3000/vuelta";
  const { token, url } = await transaction.create("123456789012", "session", 150_000, returnUrl);
  expect(await transaction.status(token)).toMatchObject({ status: "INITIALIZED", amount: 150_000 });
  await expect(transaction.commit(token)).rejects.toThrow();

  // The person goes to the bank's page, and presses one of its buttons.
  const page = await fetch(url, { method: "POST", body: new URLSearchParams({ token_ws: token }) });
  expect(await page.text()).toContain("Aprobar el pago");
  const chosen = await fetch(new URL("bank/decide", standIn.url), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ token, choice: "approve", card: "credit", instalments: "3" }),
  });
  expect([chosen.status, chosen.headers.get("location")]).toEqual([303, `${returnUrl}?token_ws=${token}`]);

  expect(await transaction.commit(token)).toMatchObject({
    status: "AUTHORIZED",
    response_code: 0,
    buy_order: "123456789012",
    installments_number: 3,
  });
  // A second commitment is refused with a 422; how it ended can still be asked.
  await expect(transaction.commit(token)).rejects.toThrow();
  expect(await transaction.status(token)).toMatchObject({ status: "AUTHORIZED", payment_type_code: "VC" });
  expect(await transaction.refund(token, 150_000)).toMatchObject({ type: "NULLIFIED" });
  await expect(transaction.refund(token, 1)).rejects.toThrow();
  await expect(transaction.create("123456789012", "session", 1_000, returnUrl)).rejects.toThrow();
});
