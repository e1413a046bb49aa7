import nodemailer from "nodemailer";
import { afterAll, expect, test } from "vitest";
import { startSmtp } from "../support/smtp.ts";
import { startStandIn } from "../support/stand-in.ts";

const standIn = await startStandIn({
  "GET /ok": { body: { fine: true } },
  "POST /echo": ({ body, query }) => ({ status: 201, body: { body, query } }),
  "GET /cut": { cutOff: "within", body: "0123456789" },
  "GET /gone": { cutOff: "before" },
  "GET /slow": { delay: 500 },
});
const smtp = await startSmtp();
afterAll(async () => {
  await standIn.stop();
  await smtp.stop();
});

/** No connection is kept, so that each request meets the server as it is then. */
const headers = { connection: "close" };

test("the stand-in answers, echoes, fails, waits and cuts off", async () => {
  expect(await (await fetch(`${standIn.url}/ok`, { headers })).json()).toEqual({ fine: true });
  const sent = {
    method: "POST",
    body: `{"a":1}`,
    headers: { ...headers, "content-type": "application/json" },
  };
  const echoed = await fetch(`${standIn.url}/echo?b=2`, sent);
  expect([echoed.status, await echoed.json()]).toEqual([201, { body: { a: 1 }, query: { b: "2" } }]);
  expect((await fetch(`${standIn.url}/none`, { headers })).status).toBe(404);
  const cut = await fetch(`${standIn.url}/cut`, { headers });
  await expect(cut.text()).rejects.toThrow();
  await expect(fetch(`${standIn.url}/gone`, { headers })).rejects.toThrow();
  await expect(fetch(`${standIn.url}/slow`, { headers, signal: AbortSignal.timeout(50) })).rejects.toThrow();
  expect(standIn.requests.map(({ path }) => path)).toEqual([
    "/ok",
    "/echo",
    "/none",
    "/cut",
    "/gone",
    "/slow",
  ]);
});

test("the stand-in changes its mind, goes away and comes back", async () => {
  standIn.set("GET /ok", { status: 503 });
  expect((await fetch(`${standIn.url}/ok`, { headers })).status).toBe(503);
  await standIn.stop();
  await expect(fetch(`${standIn.url}/ok`, { headers })).rejects.toThrow();
  await standIn.restart();
  expect((await fetch(`${standIn.url}/ok`, { headers })).status).toBe(503);
});

test("the mail server takes, refuses, goes away and comes back", async () => {
  const transport = nodemailer.createTransport(smtp.url);
  const send = () =>
    transport.sendMail({ from: "a@b.example", to: "c@d.example", subject: "Ñandú", text: "Hola" });
  await send();
  smtp.refuse(450);
  await expect(send()).rejects.toMatchObject({ responseCode: 450 });
  smtp.accept();
  await smtp.stop();
  await expect(send()).rejects.toThrow();
  await smtp.restart();
  await send();
  const messages = await smtp.waitFor(2);
  expect(messages.map(({ email, to, from }) => [email.subject, to, from])).toEqual([
    ["Ñandú", ["c@d.example"], "a@b.example"],
    ["Ñandú", ["c@d.example"], "a@b.example"],
  ]);
  expect(smtp.attempts()).toBe(3);
  await expect(smtp.waitFor(3, 100)).rejects.toThrow("2 of 3 mails came");
});
