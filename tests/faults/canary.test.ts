import { randomBytes, randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { startServer, type TestServer } from "../support/server.ts";
import { startSmtp, type Smtp } from "../support/smtp.ts";
import { until } from "../support/until.ts";
import { later } from "./support/cleaned.ts";
import { startFaultProxy } from "./support/fault-proxy.ts";
import { createDriver, type Driver, type Person } from "./support/load-driver.ts";
import { rutOf } from "./support/ruts.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { startUpstream, type Upstream } from "./support/upstream.ts";

/** A word that stands nowhere else, of letters alone: names take no digits. */
const word = (): string =>
  `Qx${[...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("")}`;

/** Values of every personal field, of one person and one outcome, as they would look anywhere. */
function canary(): Record<string, string> {
  return {
    "request.name": word(),
    "request.lastName": word(),
    "request.identity": rutOf(randomInt(11_000_000, 24_000_000)),
    "request.phone": `9${randomInt(10_000_000, 99_999_999)}`,
    "request.email": `${word().toLowerCase()}@correo.cl`,
    "request.plate": `BB${[0, 1].map(() => "BCDFGHJKLP"[randomInt(10)]).join("")}${randomInt(10, 99)}`,
    "request.comment": `${word()} ${word()}`,
  };
}

const metricsKey = "canary-key-0123456789-0123456789-abcdef";

interface Parts {
  driver: Driver;
  person: Person;
  values: Record<string, string>;
}

/** Presses with some answers, whatever comes of it. */
async function press({ driver, person, values }: Parts, changes: Record<string, unknown> = {}) {
  const { path, headers, body } = driver.press(person, { ...values, ...changes });
  const key = `${person.key}-${randomInt(1_000_000)}`;
  return await driver.ask<{ outcome?: unknown }>(person, "POST", path, body, {
    ...headers,
    "idempotency-key": key,
  });
}

/** Every way that a form can go. Each has values of its own, so that what is found says whence it came. */
const outcomes: Record<
  string,
  (parts: Parts & { fail: (how: "down" | "garbled" | "none") => Promise<void> }) => Promise<number>
> = {
  accepted: async (parts) => (await press(parts)).status,
  draft: async ({ driver, person, values }) =>
    (await driver.ask(person, "PATCH", `/api/runs/${person.run}/answers`, { version: 0, answers: values }))
      .status,
  refused: async (parts) =>
    (await press(parts, { "request.terms": false, "request.type": "unknown" })).status,
  "the service is down": async (parts) => {
    await parts.fail("down");
    return (await press(parts)).status;
  },
  "the service is garbled": async (parts) => {
    await parts.fail("garbled");
    return (await press(parts)).status;
  },
  stale: async (parts) => (await press({ ...parts, person: { ...parts.person, version: 7 } })).status,
  "an unknown key": async (parts) =>
    (await press(parts, { "request.nobody": parts.values["request.comment"] })).status,
  "as a key": async (parts) =>
    (await press(parts, { [`request.${parts.values["request.name"]}`]: parts.values["request.email"] }))
      .status,
  "half of a JSON": async ({ driver, person, values }) => {
    const body = JSON.stringify({ answers: values }).slice(0, -2);
    const { status } = await driver.ask(person, "POST", `/api/runs/${person.run}/continue`, body, {
      "content-type": "application/json",
      "idempotency-key": "0123456789",
    });
    return status;
  },
  "in an address": async ({ driver, person, values }) => {
    const query = new URLSearchParams(values).toString();
    const name = encodeURIComponent(values["request.name"]!);
    await driver.ask(person, "GET", `/contacto?${query}`);
    await driver.ask(person, "GET", `/api/runs?${query}`);
    return (await driver.ask(person, "GET", `/no-hay/${name}?${query}`)).status;
  },
  "in look-ups": async ({ driver, person, values }) =>
    (
      await driver.ask(person, "POST", "/api/data", {
        revision: values["request.name"]!,
        flow: "contact",
        data: "branches",
        inputs: { city: values["request.comment"]! },
      })
    ).status,
};

async function throughAll(
  server: TestServer,
  upstream?: { fail: (how: "down" | "garbled" | "none") => Promise<void> },
) {
  const driver = createDriver({ origin: () => `http://127.0.0.1:${server.port}` });
  later(() => driver.close());
  const fail = upstream?.fail ?? (async () => {});
  const all: Record<string, Record<string, string>> = {};
  const statuses: Record<string, number> = {};
  for (const [name, go] of Object.entries(outcomes)) {
    await fail("none");
    const person = await driver.begin();
    all[name] = canary();
    statuses[name] = await go({ driver, person, values: all[name], fail });
  }
  await fail("none");
  const metrics = await driver.ask<string>(undefined, "GET", "/metrics", undefined, {
    authorization: `Bearer ${metricsKey}`,
  });
  return { all, statuses, metrics };
}

/** Where a person's values stand in a text, by outcome and field. */
const found = (all: Record<string, Record<string, string>>, text: string, but: string[] = []): string[] =>
  Object.entries(all).flatMap(([outcome, values]) =>
    Object.entries(values)
      .filter(([path]) => !but.includes(path))
      .flatMap(([path, value]) =>
        [value, encodeURIComponent(value), value.replace("-", ""), JSON.stringify(value).slice(1, -1)].some(
          (one) => text.includes(one),
        )
          ? [`${path} of "${outcome}"`]
          : [],
      ),
  );

/** Headers of all mails, as they came and as they read; whom a mail is for stands in it, and may. */
const headersOf = (smtp: Smtp, but = ["to"]): string =>
  smtp.messages
    .flatMap(({ email }) => email.headers.filter(({ key }) => !but.includes(key)))
    .map(({ key, value, originalKey }) => `${originalKey} ${key}: ${value}`)
    .concat(smtp.messages.map(({ email }) => email.subject ?? ""))
    .join("\n");

/** Method, path, query and headers of what a service was sent: all but the bodies. */
const linesOf = ({ requests }: Upstream): string =>
  requests
    .map(({ method, path, query, headers }) => JSON.stringify([method, path, query, headers]))
    .join("\n");

it("no personal value is in logs, metrics, addresses or headers of mails", async () => {
  const smtp = await startSmtp();
  later(() => smtp.stop());
  const upstream = await startUpstream();
  later(() => upstream.stop());
  const proxy = await startFaultProxy(upstream.port);
  later(() => proxy.close());
  const address = `http://127.0.0.1:${proxy.port}`;
  const server = await startServer({
    env: {
      SMTP_URL: smtp.url,
      TRUST_PROXY: "loopback",
      SERVICES_PORT: "off",
      METRICS_KEY: metricsKey,
      UPSTREAM_CLIENT_SERVICE: address,
      UPSTREAM_CRM: address,
      UPSTREAM_BRANCH_OFFICE: address,
    },
    files: contactAlone(),
  });
  later(() => server.close());
  const { all, statuses, metrics } = await throughAll(server, { fail: (kind) => proxy.set({ kind }) });
  expect(statuses).toMatchObject({
    accepted: 200,
    draft: 204,
    refused: 422,
    "the service is down": 200,
    "the service is garbled": 200,
    stale: 409,
    "an unknown key": 422,
    "as a key": 422,
    "half of a JSON": 400,
    "in an address": 404,
  });
  await until(
    () => smtp.messages.length > 0 && upstream.requests.some(({ path }) => path.includes("web-form")),
    () => "neither mail nor request came",
  );
  // A mail server that refuses repeats the recipient's address in what it says.
  smtp.refuse(550);
  const last = createDriver({ origin: () => `http://127.0.0.1:${server.port}` });
  later(() => last.close());
  all["refused by the mail server"] = canary();
  const person = await last.begin();
  await press({ driver: last, person, values: all["refused by the mail server"] });
  await until(
    () => server.log().includes("delivery is dead"),
    () => "the mail server refused nothing",
  );

  // The values did pass where they belong, or nothing is shown by their absence elsewhere.
  expect(
    found({ accepted: all["accepted"]! }, smtp.messages.map(({ email }) => email.text).join("\n")),
  ).toContain('request.comment of "accepted"');
  expect(JSON.stringify(upstream.requests)).toContain(all["accepted"]!["request.email"]);
  expect(metrics.status).toBe(200);
  expect(metrics.body).toContain("http_");
  expect({
    log: found(all, server.log()),
    metrics: found(all, metrics.body),
    addresses: found(all, linesOf(upstream)),
    "headers of mails": found(all, headersOf(smtp)),
  }).toEqual({ log: [], metrics: [], addresses: [], "headers of mails": [] });
});

it("nor with the embedded services", async () => {
  const smtp = await startSmtp();
  later(() => smtp.stop());
  const server = await startServer({
    env: { SMTP_URL: smtp.url, TRUST_PROXY: "loopback", SERVICES_PORT: "off", METRICS_KEY: metricsKey },
    files: contactAlone(),
  });
  later(() => server.close());
  const { all, metrics } = await throughAll(server);
  await until(
    () => smtp.messages.length >= 2,
    () => "the mails did not come",
  );
  expect({
    log: found(all, server.log()),
    metrics: found(all, metrics.body),
    // Whoever answers the brand's own mail answers the person.
    "headers of mails": found(all, headersOf(smtp, ["to", "reply-to"])),
  }).toEqual({ log: [], metrics: [], "headers of mails": [] });
});
