/** What belongs to one brand's visitor is not reachable at another brand's host, by the same cookie. */
import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { expect, it } from "vitest";
import { visitor } from "../support/app.ts";
import { openClaims, proceed, started, goodClaim } from "./claim-parts.ts";
import { pdf, upload } from "./files-parts.ts";

it("a cookie of one host reaches no run at another, in any route", async () => {
  const app = await openClaims();
  const { who, run } = await started(app);
  const { body: file } = await upload(app, who, run, pdf);
  const at = `/api/runs/${run.run}`;
  const routes: [InjectOptions["method"], string, unknown?, Record<string, string>?][] = [
    ["PATCH", `${at}/answers`, { version: 0, answers: {} }],
    [
      "POST",
      `${at}/continue`,
      { step: "sheet", version: 0, answers: goodClaim },
      { "idempotency-key": randomUUID() },
    ],
    ["POST", `${at}/handoff`, { email: "ana@correo.cl" }],
    ["POST", `${at}/files?name=a.pdf&field=sheet.paper`, "%PDF-1.7", { "content-type": "application/pdf" }],
    ["GET", `${at}/files/${file.id}`],
    ["DELETE", `${at}/files/${file.id}`],
    ["GET", `${at}/documents/sheet`],
  ];
  const stranger = visitor(app, "WI", who.cookie);
  const everywhere = async () => {
    for (const [method, url, body, headers] of routes) {
      const answer = await stranger.ask(method, url, body, headers);
      expect([method, url, answer.statusCode, answer.json().error]).toEqual([method, url, 404, "no-run"]);
    }
  };
  await everywhere();
  expect((await stranger.ask("GET", "/api/runs?flow=claim")).json()).toEqual({ run: null });
  expect((await proceed(who, run, goodClaim)).status).toBe(200);
  await everywhere();
  // At its own it is all there.
  expect((await who.ask("GET", `${at}/files/${file.id}`)).statusCode).toBe(200);
  expect((await who.ask("GET", `${at}/documents/none`)).json().error).toBe("no-document");
  // A host of nobody's reaches nothing either.
  const nowhere = await who.ask("GET", `${at}/files/${file.id}`, undefined, { host: "evil.example" });
  expect(nowhere.statusCode).toBe(404);
});
