import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CurrentAnswer } from "../../schemas/engine/all.ts";
import { later } from "./support/cleaned.ts";
import { createDriver, type Driver } from "./support/load-driver.ts";
import { openServed, type Served } from "./support/served.ts";
import { everyCase } from "../support/covering.ts";
import { contactAlone } from "../support/contact-alone.ts";
import { queuedMail } from "../support/queued-mail.ts";

const file = join(import.meta.dirname, "../../fixtures/naughty-strings.json");
const strings = Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, string[]>).flat();

/** Those of one kind stand together: of each kind a half, and all of them where every case is asked for. */
const tried = strings.filter((_, index) => process.env[everyCase] !== undefined || index % 2 === 0);

// The form of each flow that has a page.
const fields = ["name", "lastName", "identity", "phone", "email", "plate", "comment"].map(
  (id) => `request.${id}`,
);

/** Half a character is in no text that can be stored, and one database takes no NUL. */
const isWhole = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const inHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);

async function opened(): Promise<{ app: Served; driver: Driver }> {
  const app = await openServed({ later, files: contactAlone() });
  const driver = createDriver({ origin: () => `http://127.0.0.1:${app.port}`, connections: 8 });
  later(() => driver.close());
  return { app, driver };
}

/** The page of the run, as the browser gets it: the JSON that stands in its HTML. */
function pageOf(html: string): { flow: { run: { answers: Record<string, unknown> } } } {
  const [, text = ""] = /<script type="application\/json" id="page"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text) as { flow: { run: { answers: Record<string, unknown> } } };
}

it("there are at least 500 of them, all different", () => {
  expect(new Set(strings).size).toBe(strings.length);
  expect(strings.length).toBeGreaterThanOrEqual(500);
});

it("drafts of every text field are kept and shown as they were, or refused", async () => {
  const { app, driver } = await opened();
  const person = await driver.begin();
  for (const [index, text] of tried.entries()) {
    const sent = Object.fromEntries(fields.map((path) => [path, text]));
    const { status } = await driver.ask(person, "PATCH", `/api/runs/${person.run}/answers`, {
      version: person.version,
      answers: sent,
    });
    if (!isWhole(text)) {
      expect([status, text]).toEqual([400, text]);
      continue;
    }
    expect([status, text]).toEqual([204, text]);
    const { answers } = await app.store.db.selectFrom("runs").select("answers").executeTakeFirstOrThrow();
    expect(JSON.parse(answers)).toEqual(sent);
    // How they reach the page depends on no field: each is looked at in all of them.
    if (index % 4 !== 0) continue;
    const { body } = await driver.ask<CurrentAnswer>(person, "GET", "/api/runs?flow=contact");
    expect(body.run!.answers).toEqual(sent);
    const html = await driver.ask<string>(person, "GET", "/contacto");
    expect(html.status).toBe(200);
    expect(pageOf(html.body).flow.run.answers).toEqual(body.run!.answers);
    expect(html.body).not.toContain("<script>alert");
  }
});

it("what is sent is accepted, stored and mailed as it was, or refused by field", async () => {
  const { app, driver } = await opened();
  const accepted = Object.fromEntries(fields.map((path) => [path, 0]));
  const refused = Object.fromEntries(fields.map((path) => [path, 0]));

  const sendOne = async (text: string): Promise<void> => {
    const person = await driver.begin();
    const press = async (answers: Record<string, string>) => {
      const { path, headers, body } = driver.press(person, answers);
      const key = `${person.key}-${Object.keys(answers).length}`;
      return await driver.ask<{
        outcome?: { refuse?: { path: string }[] };
        state?: { status: string; answers: Record<string, unknown> };
      }>(person, "POST", path, body, { ...headers, "idempotency-key": key });
    };
    const all = Object.fromEntries(fields.map((path) => [path, text]));
    const first = await press(all);
    if (!isWhole(text)) return expect([first.status, text]).toEqual([400, text]);
    expect([first.status, text]).toEqual([422, text]);
    const bad = new Set(first.body.outcome!.refuse!.map(({ path }) => path));
    const fitting = fields.filter((path) => !bad.has(path));
    for (const path of fields) (bad.has(path) ? refused : accepted)[path]! += 1;
    if (fitting.length === 0) return;
    const second = await press(Object.fromEntries(fitting.map((path) => [path, text])));
    expect([second.status, second.body.state?.status, text]).toEqual([200, "done", text]);
    // White space around a text is no part of it.
    const expected = Object.fromEntries(fitting.map((path) => [path, text.trim()]));
    expect(second.body.state!.answers).toMatchObject(expected);
    const row = await app.store.db
      .selectFrom("submissions")
      .innerJoin("deliveries", "deliveries.submission", "submissions.id")
      .select(["answers", "payload"])
      .where("submissions.run", "=", person.run)
      .where("deliveries.kind", "=", "mail")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.answers)).toMatchObject(expected);
    const mail = queuedMail(row.payload);
    for (const line of text.trim().split(/\r\n|\r|\n/)) {
      expect(mail.text).toContain(line);
      expect(mail.html).toContain(inHtml(line));
    }
  };

  const waiting = [...tried];
  const worker = async (): Promise<void> => {
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) await sendOne(text);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  // Each field refuses some; the free text takes most.
  for (const path of fields) expect([path, refused[path]! > 0]).toEqual([path, true]);
  expect(accepted["request.comment"]).toBeGreaterThan(0.75 * tried.length);
  expect(accepted["request.name"]).toBeGreaterThan(0.03 * tried.length);
});
