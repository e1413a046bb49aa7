import { describe, expect, it, test } from "vitest";
import type { RunState } from "../../schemas/engine/all.ts";
import { visitor } from "../support/app.ts";
import { openWritten, type Product } from "./program-parts.ts";

const text = { kind: "text", label: "Texto", schema: { maxLength: 60 } };

const read = (path: string) => ({ var: `tracking.${path}` });

/** The fields of a lead that the specification calls utm, in a call of its own. */
const service = {
  $schema: "../language/service.schema.json",
  service: "leads",
  calls: {
    save: {
      method: "POST",
      path: "leads/save",
      input: {
        name: { type: "string" },
        userId: { type: "string" },
        utmSource: { type: "string" },
        utmMedium: { type: "string" },
        utmCampaign: { type: "string" },
        utmTerm: { type: "string" },
        utmContent: { type: "string" },
        utmId: { type: "string" },
        gclid: { type: "string" },
      },
      optional: [
        "userId",
        "utmSource",
        "utmMedium",
        "utmCampaign",
        "utmTerm",
        "utmContent",
        "utmId",
        "gclid",
      ],
      body: { var: "input" },
      timeout: 9000,
    },
  },
};

const sent = (name: string) => ({
  name: { var: name },
  userId: read("userId"),
  utmSource: read("utm.source"),
  utmMedium: read("utm.medium"),
  utmCampaign: read("utm.campaign"),
  utmTerm: read("utm.term"),
  utmContent: read("utm.content"),
  utmId: read("utm.id"),
  gclid: read("clickIds.gclid"),
});

const formWith = (flow: string, begins: object[] = []) => ({
  flow,
  title: "Cotización",
  steps: {
    person: {
      title: "Tus datos",
      sections: { main: { fields: { name: text } } },
      onContinue: [
        { call: "leads.save", with: sent("person.name"), onFailure: [{ refuse: "Intenta de nuevo" }] },
        { submit: { deliver: [{ call: "leads.save", with: sent("person.name") }] } },
        ...begins,
        { go: "end" },
      ],
    },
    end: { title: "Listo", slug: "listo", ends: true },
  },
});

const written = {
  flows: {
    lead: formWith("lead", [{ begin: "other", answers: { "person.name": { var: "person.name" } } }]),
    other: formWith("other"),
  },
  service,
  kinds: ["text"],
  routes: { "POST /leads/save": { body: {} } },
};

const userId = "6c1f6a0e-1111-4222-8333-000000000000";

const begin = async ({ who }: Product, tracking: unknown, flow = "lead"): Promise<RunState> => {
  const response = await who.ask("POST", "/api/runs", { flow, revision: "-", tracking });
  expect(response.statusCode).toBe(200);
  return response.json();
};

const bodies = ({ upstream }: Product): unknown[] =>
  upstream.requests.filter(({ path }) => path === "/leads/save").map(({ body }) => body);

/** What a browser says of its visit, and what the call gets beside the name. */
const visits: Record<
  string,
  [campaign: Record<string, string> | undefined, payload: Record<string, string>]
> = {
  "all of a campaign": [
    {
      utm_source: "diario",
      utm_medium: "cpc",
      utm_campaign: "verano",
      utm_term: "autos usados",
      utm_content: "a",
      utm_id: "7",
      gclid: "Cj0",
    },
    {
      userId,
      utmSource: "diario",
      utmMedium: "cpc",
      utmCampaign: "verano",
      utmTerm: "autos usados",
      utmContent: "a",
      utmId: "7",
      gclid: "Cj0",
    },
  ],
  "no campaign": [{}, { userId }],
  "nothing of what tells a person": [
    { utm_source: "ana@correo.cl", utm_term: "12.345.678-5", utm_id: "9" },
    { userId, utmId: "9" },
  ],
  nothing: [undefined, {}],
};

describe("the tracking context of a run", () => {
  test.each(Object.entries(visits))("brings %s into payloads", async (_, [campaign, payload]) => {
    const product = await openWritten(written);
    const run = await begin(product, campaign && { userId, campaign });
    const { status } = await product.proceed(run, { "person.name": "Ana" });
    expect(status).toBe(200);
    await expect
      .poll(() => bodies(product))
      .toEqual([
        { name: "Ana", ...payload },
        { name: "Ana", ...payload },
      ]);
  });

  it("is bound at the beginning, told to no browser, and goes on into runs that this one begins", async () => {
    const product = await openWritten(written);
    const run = await begin(product, { userId, campaign: { utm_source: "first" } });
    const again = await begin(product, { userId, campaign: { utm_source: "second" } });
    expect(again.run).toBe(run.run);
    expect(JSON.stringify([run, again])).not.toMatch(/first|second|tracking/);
    const reply = await product.proceed(run, { "person.name": "Ana" });
    expect(reply.body).not.toMatch(/first|tracking/);
    const next = (await product.who.ask("GET", "/api/runs?flow=other")).json().run as RunState;
    await product.proceed(next, { "person.name": "Eva" });
    await expect.poll(() => bodies(product)).toContainEqual({ name: "Eva", userId, utmSource: "first" });
  });

  it("is refused where it is more than a browser of ours would say", async () => {
    const product = await openWritten(written);
    for (const [status, tracking] of [
      [400, { userId: "ana@correo.cl", campaign: {} }],
      [400, { userId, campaign: { utm_source: "x".repeat(501) } }],
      [400, { userId, campaign: { utm_source: { deep: 1 } } }],
      [422, { userId, campaign: {}, more: 1 }],
      [400, { campaign: {} }],
    ]) {
      const body = { flow: "lead", revision: "-", tracking };
      const { statusCode } = await visitor(product.app, "SI").ask("POST", "/api/runs", body);
      expect([statusCode, tracking]).toEqual([status, tracking]);
    }
  });
});
