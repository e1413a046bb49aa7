/** Figures for Prometheus: what is in them, who may read them, and that nothing of a person is. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { contactAnswers } from "../support/contact-answers.ts";

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
