/** Figures for Prometheus: what is in them, who may read them, and that nothing of a person is. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createMetrics } from "../../server/metrics/metrics.ts";
import { openApp, visitor } from "../support/app.ts";
import { contactAnswers } from "../support/contact-answers.ts";
import { root } from "../support/definitions.ts";

const key = "a-key-of-enough-signs";

it("are read at this machine or with the key; elsewhere there is no such address", async () => {
  const app = await openApp({ env: { METRICS_KEY: key, TRUST_PROXY: "loopback" } });
  const ask = async (headers: Record<string, string>, remoteAddress = "127.0.0.1") => {
    const { statusCode, body } = await app.server.inject({
      url: "/metrics",
      headers: { host: "localhost:3000", ...headers },
      remoteAddress,
    });
    return [statusCode, body.includes("vitrina_deliveries"), body.includes("<html")];
  };
  const figures = [200, true, false];
  const nothing = [404, false, false];
  const outside = "203.0.113.7";
  expect(await ask({})).toEqual(figures);
  expect(await ask({ host: "127.0.0.1:3000" })).toEqual(figures);
  // The brand's own page for what there is not.
  expect(await ask({ host: "si.localhost:3000" })).toEqual([404, false, true]);
  expect(await ask({}, "::1")).toEqual(figures);
  expect(await ask({ authorization: `Bearer ${key}` }, outside)).toEqual(figures);
  expect(await ask({}, outside)).toEqual(nothing);
  expect(await ask({ authorization: `Bearer ${key}x` }, outside)).toEqual(nothing);
  expect(await ask({ authorization: "Bearer " }, outside)).toEqual(nothing);
  // A proxy at this machine speaks for somebody else.
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
    expect(await ask({ [name]: outside })).toEqual(nothing);
  }
  const unknown = await app.server.inject({ url: "/metricss", headers: { host: "si.localhost:3000" } });
  expect(unknown.statusCode).toBe(404);
});

it("count requests, forms, submissions, calls and deliveries, by what there is a list of", async () => {
  const app = await openApp();
  const who = visitor(app, "SI");
  const { hash } = app.definitions.current("SI")!;
  const before = (await app.metrics.text()).body;
  expect(before).toContain('vitrina_deliveries{state="dead"} 0');
  const { run } = (await who.ask("POST", "/api/runs", { flow: "contact", revision: hash })).json();
  await who.ask("POST", "/api/runs", { flow: "contact", revision: hash });
  await who.ask("GET", "/somebody@example.com?email=somebody@example.com");
  await who.ask(
    "POST",
    `/api/runs/${run}/continue`,
    { step: "request", version: 0, answers: contactAnswers["SI"] },
    { "idempotency-key": randomUUID() },
  );
  const { type, body } = await app.metrics.text();
  expect(type).toContain("text/plain");
  for (const line of [
    'vitrina_runs_begun_total{brand="SI",flow="contact"} 1',
    'vitrina_submissions_total{brand="SI",flow="contact",outcome="accepted"} 1',
    'vitrina_service_call_duration_seconds_count{call="clientService.sendEmail",outcome="ok"} 1',
    'vitrina_http_request_duration_seconds_count{route="/api/runs/:run/continue",method="POST",status="200"} 1',
    'vitrina_http_request_duration_seconds_count{route="/*",method="GET",status="404"} 1',
    "vitrina_store_up 1",
    "vitrina_definitions_errors 0",
  ]) {
    expect(body).toContain(line);
  }
  for (const name of [
    "nodejs_eventloop_lag_seconds",
    "process_resident_memory_bytes",
    "vitrina_delivery_oldest_seconds",
  ]) {
    expect(body).toContain(`${name} `);
  }
  expect(body).not.toContain(run);
  expect(body).not.toContain("somebody");
  for (const value of Object.values(contactAnswers["SI"]!)) {
    if (typeof value === "string" && value.length > 8) expect(body).not.toContain(value);
  }
});

it("are all there that the docs name, with the labels that an alarm asks for", async () => {
  const app = await openApp();
  const { body } = await app.metrics.text();
  const named = ["running.md", "payments.md"].flatMap((page) => [
    ...readFileSync(join(root, "docs", page), "utf8").matchAll(/(vitrina_[a-z_]+)(?:\{(\w+)="(\w+)"\})?/g),
  ]);
  expect(named.length).toBeGreaterThan(10);
  for (const [all, name, label, value] of named) {
    expect(body).toContain(`# HELP ${name} `);
    if (label !== undefined)
      expect([all, body.includes(`${name}{${label}="${value}"}`)]).toEqual([all, true]);
  }
});

it("say nothing of a database that does not answer, not what it said before", async () => {
  let isDown = false;
  const read = async <Row>(row: Row): Promise<Row> => {
    if (isDown) throw new Error("the database is away");
    return row;
  };
  const metrics = createMetrics({
    deliveries: () => read({ queued: 2, leased: 0, dead: 1, oldest: new Date(0) }),
    waits: () => read({ waiting: 1, decided: 0, stuck: 0, late: 3 }),
    payments: () =>
      read({
        pending: [{ brand: "SI", currency: "CLP", count: 4 }],
        overdue: 1,
        differs: 0,
        untold: 0,
        unrefunded: 0,
      }),
    content: () => [],
    circuits: () => [],
    definitionErrors: () => 0,
    responseCache: () => ({}),
    now: () => 7_200_000,
  });
  const said = async (): Promise<string[]> =>
    (await metrics.text()).body
      .split("\n")
      .filter((line) => /^vitrina_(deliver|wait|payments|store)/.test(line) && !line.endsWith(" 0"));
  const known = [
    'vitrina_deliveries{state="queued"} 2',
    'vitrina_deliveries{state="dead"} 1',
    "vitrina_delivery_oldest_seconds 7200",
    'vitrina_waits{state="waiting"} 1',
    "vitrina_wait_events_late 3",
    'vitrina_payments_pending{brand="SI",currency="CLP"} 4',
    'vitrina_payments_to_see{why="overdue"} 1',
    "vitrina_store_up 1",
  ];
  expect(await said()).toEqual(known);
  isDown = true;
  expect(await said()).toEqual([]);
  expect((await metrics.text()).body).not.toMatch(/^vitrina_(delivery_oldest_seconds|wait_events_late) /m);
  isDown = false;
  expect(await said()).toEqual(known);
});
