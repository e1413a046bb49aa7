/** What of a page is shown on some days alone, to who comes again, or while examples are shown; and entries as items. */
import { describe, expect, it } from "vitest";
import { readSources } from "../../schemas/engine/1-read/read.ts";
import { checkSources } from "../../schemas/engine/2-check/check.ts";
import { compileBrand, conditionsOf, filledScreen, type Sources } from "../../schemas/engine/all.ts";
import { baseSources, changed } from "./broken-cases.ts";

const screen = "schemas/screens/notes.json";
const type = "schemas/content/note.json";
const entry = (name: string): string => `brands/AA/content/note/${name}.json`;

const list = { entries: "note", fields: ["title", "day"], label: "Leer", newest: "day", most: 2 };
const card = (title: string, more: object): object => ({
  title,
  action: { label: "Ir", to: "/visita" },
  ...more,
});

const screenOf = (news: object): object => ({
  screen: "notes",
  route: "/notas",
  title: "Notas",
  description: "Una página de prueba.",
  blocks: [
    { block: "text", body: "Siempre." },
    { block: "text", body: "En diciembre.", since: "2026-12-01", until: "2026-12-31" },
    { block: "text", body: "Quien vuelve.", when: { ">=": [{ var: "visitor.visits" }, 2] } },
    {
      block: "cards",
      title: "Tarjetas",
      items: [card("Hasta ayer", { until: "2026-11-30" }), card("Muestra", { example: true })],
    },
    { block: "news", title: "Notas", items: news },
  ],
});

const note = (title: string, day: string, more: object = {}): string =>
  JSON.stringify({ title, date: day, text: "Todo.", ...more });

const sources: Sources = {
  ...changed(baseSources(), {
    "brands/AA/brand.json": { replace: '"screens": ["home",', by: '"screens": ["home", "notes", "note",' },
  }),
  [type]: JSON.stringify({
    content: "note",
    description: "Notas.",
    many: true,
    fields: {
      title: { type: "text", description: "Título." },
      date: { type: "date", description: "Día." },
      text: { type: "words", description: "Texto." },
      since: { type: "date", description: "Desde.", required: false },
      until: { type: "date", description: "Hasta.", required: false },
      example: { type: "boolean", description: "Ejemplo.", required: false },
    },
  }),
  [entry("una")]: note("Una", "2026-01-01"),
  [entry("dos")]: note("Dos", "2026-03-01", { until: "2026-12-05" }),
  [entry("tres")]: note("Tres", "2026-02-01", { example: true }),
  [screen]: JSON.stringify(screenOf({ ...list, fields: ["title", "date"], newest: "date" })),
  "schemas/screens/note.json": JSON.stringify({
    screen: "note",
    forEach: "note",
    route: "/notas/:entry",
    title: "{content.note.title}",
    description: "Una nota.",
    blocks: [{ block: "text", title: "{content.note.title}", body: "{content.note.text}" }],
  }),
};

const screens = compileBrand(readSources(sources).files, "AA").public.brand.screens;
const page = screens.find((one) => one.screen === "notes")!;

/** What is read on a day: the texts of blocks, and the titles of items. */
const shown = (today: string, visits = 1, examples = false): string[] =>
  filledScreen(page, { data: {}, today, route: {}, booleans: undefined, visits, examples }).blocks.flatMap(
    ({ body, items }) => [
      ...(typeof body === "string" ? [body] : []),
      ...((items ?? []) as { title: string }[]).map(({ title }) => title),
    ],
  );

describe("a part of a page", () => {
  it("is as it should be in these sources", () => expect(checkSources(sources)).toEqual([]));

  it.each([
    ["2026-11-30", 1, false, ["Siempre.", "Hasta ayer", "Dos"]],
    ["2026-12-01", 1, false, ["Siempre.", "En diciembre.", "Dos"]],
    ["2026-12-31", 2, false, ["Siempre.", "En diciembre.", "Quien vuelve."]],
    ["2027-01-01", 1, true, ["Siempre.", "Muestra", "Tres"]],
  ])("on %s, at visit %i, with examples: %s", (today, visits, examples, expected) =>
    expect(shown(today, visits, examples)).toEqual(expected),
  );

  it("is told apart from what everybody sees", () => {
    expect(conditionsOf(page)).toEqual({ any: true, visits: true });
    expect(conditionsOf(screens.find((one) => one.screen === "home")!)).toEqual({
      any: false,
      visits: false,
    });
  });

  it("that is an entry leads to its page, which has its days", () => {
    const items = page.blocks.at(-1)!["items"] as object[];
    expect(items[0]).toMatchObject({ title: "Dos", action: { label: "Leer", to: "/notas/dos" } });
    const [two, three] = ["dos", "tres"].map((name) =>
      screens.find(({ route }) => route === `/notas/${name}`)!,
    );
    expect(two!.when).toEqual({ "<=": [{ var: "today" }, "2026-12-05"] });
    expect([three!.when, three!.example]).toEqual([undefined, true]);
  });
});

const told = (news: object, others: Sources = {}): string[] =>
  checkSources({ ...sources, ...others, [screen]: JSON.stringify(screenOf(news)) }).map(
    ({ code, excerpt, column, length }) => `${code} at ${excerpt.slice(column - 1, column - 1 + length)}`,
  );

describe("entries as items", () => {
  const good = { ...list, fields: ["title", "date"], newest: "date" };
  it.each([
    [{ ...good, entries: "nota" }, "unknown-content-type"],
    [{ ...good, entries: "offers" }, "unknown-content-type"],
    [{ ...good, fields: ["titulo"] }, "content-does-not-fit"],
    [{ ...good, fields: ["title", "text"] }, "content-does-not-fit"],
    [{ ...good, newest: "title" }, "content-does-not-fit"],
    [{ ...good, fields: ["date"] }, "content-does-not-fit"],
    [{ ...good, label: undefined }, "missing-key"],
  ])("%j is told", (news, code) => expect(told(news).map((one) => one.split(" ")[0])).toEqual([code]));

  it("lead nowhere without a screen for each", () => {
    const without = changed(sources, {
      "brands/AA/brand.json": { replace: '"notes", "note",', by: '"notes",' },
    });
    expect(checkSources(without).map(({ code }) => code)).toEqual(["content-does-not-fit"]);
  });
});

describe("pages of others", () => {
  const frame = (address: string): Sources => ({
    ...sources,
    [screen]: JSON.stringify({
      ...screenOf(list),
      blocks: [{ block: "frame", sites: ["https://bien.example"], items: [{ title: "Otra", address }] }],
    }),
  });
  it.each([
    ["https://bien.example/uno", []],
    ["https://mal.example/uno", ["unknown-value"]],
    ["https://bien.example.mal.example/", ["unknown-value"]],
    ["http://bien.example/", ["malformed-value"]],
  ])("%s is told %j", (address, codes) =>
    expect(checkSources(frame(address)).map(({ code }) => code)).toEqual(codes),
  );
});
