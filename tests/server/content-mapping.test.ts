/** From entries of a content system to content as the definition files have it: tables, and the project's own content. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Agent } from "undici";
import { checkSources } from "../../schemas/engine/all.ts";
import type { SpaceSnapshot } from "../../server/content/contentful/snapshot.ts";
import { indexSnapshot } from "../../server/content/contentful/snapshot.ts";
import { fetchSpace } from "../../server/content/contentful/client.ts";
import { explainContent } from "../../server/content/explain.ts";
import { toContentFiles } from "../../server/content/contentful/to-content-files.ts";
import { mapEntry } from "../../server/content/contentful/mapping.ts";
import { problems } from "../../server/content/contentful/problems.ts";
import {
  linkDepth,
  contentDemandOf,
  withoutContent,
  type ContentField,
} from "../../server/content/contentful/types.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { baseSources } from "../engine/broken-cases.ts";
import { contentfulHere, link } from "../support/contentful.ts";
import { projectRoot } from "./parts.ts";
import { writtenOut } from "../support/brand-file.ts";
import { brandCodes } from "../support/brands.ts";

const base = { version: 1, updatedAt: "2026-01-01T00:00:00.000Z" };

/** A space with a circle, a draft, an asset that is ready and one that is not. */
const copy: SpaceSnapshot = {
  types: {},
  entries: [
    { ...base, id: "one", fields: { title: "Uno", more: [link("Entry", "two"), link("Entry", "one")] } },
    { ...base, id: "two", fields: { title: "Dos", more: [link("Entry", "one"), link("Entry", "draft")] } },
  ],
  assets: [
    { ...base, id: "photo", url: "https://images.example/photo.png" },
    { ...base, id: "slow" },
  ],
};
const rows: ContentField = { type: "list", fields: { title: { type: "text" }, link: { type: "address" } } };
const nested: ContentField = { type: "list", fields: { title: { type: "text" }, more: rows } };
const one = link("Entry", "one");
const two = link("Entry", "two");
const draft = link("Entry", "draft");

describe("a field", () => {
  it.each<[string, ContentField, unknown, unknown, number]>([
    ["a text", { type: "text" }, "Hola", "Hola", 0],
    ["Markdown", { type: "words" }, "Hola **tú**\n\n- a", "Hola **tú**\n\n- a", 0],
    ["a number", { type: "number" }, 7.5, 7.5, 0],
    ["no", { type: "boolean" }, false, false, 0],
    ["a path", { type: "address" }, "/contacto", "/contacto", 0],
    ["a file", { type: "address" }, link("Asset", "photo"), "https://images.example/photo.png", 0],
    ["a file that is not there", { type: "address" }, link("Asset", "gone"), undefined, 1],
    ["a file that is not ready", { type: "address" }, link("Asset", "slow"), undefined, 1],
    ["an address that is an entry, for the check", { type: "address" }, one, one, 0],
    ["texts", { type: "list" }, ["a", "b"], ["a", "b"], 0],
    ["rows", rows, [one, two], [{ title: "Uno" }, { title: "Dos" }], 0],
    ["rows in place", rows, [{ title: "Aquí" }], [{ title: "Aquí" }], 0],
    ["no rows", rows, [], [], 0],
    ["a row that is not published", rows, [draft, two], [{ title: "Dos" }], 1],
    ["rows of which none is published", rows, [draft, link("Entry", "gone")], undefined, 2],
    ["rows with an asset among them", rows, [link("Asset", "photo"), one], [{ title: "Uno" }], 1],
    ["rows in a circle", nested, [one], [{ title: "Uno", more: [{ title: "Dos" }, { title: "Uno" }] }], 0],
    ["rows within rows, one not published", nested, [two], [{ title: "Dos", more: [{ title: "Uno" }] }], 1],
    ["an empty text", { type: "text" }, "", undefined, 0],
    ["nothing", { type: "text" }, null, undefined, 0],
    [
      "a document of rich text, for the check",
      { type: "words" },
      { nodeType: "document" },
      { nodeType: "document" },
      0,
    ],
    ["a single link where rows are, for the check", rows, one, one, 0],
  ])("takes %s", (_, field, given, expected, warnings) => {
    const entry = { ...base, id: "top", fields: { field: given, internal_name: "not ours" } };
    const mapped = mapEntry(entry, { field }, indexSnapshot(copy));
    expect(mapped.values).toEqual(expected === undefined ? {} : { field: expected });
    expect(mapped.problems.map(({ code, severity }) => [code, severity])).toEqual(
      Array.from({ length: warnings }, () => ["content-link-unresolved", "warning"]),
    );
  });

  it("that is not published is told with the entry and the field that link to it", () => {
    const { problems: told, used } = mapEntry(
      { ...base, id: "top", fields: { more: [two] } },
      { more: nested },
      indexSnapshot(copy),
    );
    expect(told).toMatchObject([{ file: "contentful:two#more", excerpt: "draft" }]);
    expect([...used.keys()].toSorted()).toEqual(["Entry/one", "Entry/top", "Entry/two"]);
  });

  it.each<[string, Record<string, ContentField>, number]>([
    ["texts alone", { a: { type: "text" } }, 0],
    ["an address", { a: { type: "address" } }, 1],
    ["rows with an address, and plain ones", { a: rows, b: { type: "list" } }, 2],
    ["rows within rows", { a: nested }, 3],
  ])("of %s needs so many levels of links", (_, fields, depth) => {
    expect(linkDepth(fields)).toBe(depth);
  });
});

describe("a brand's entries", () => {
  const types = [
    { id: "faqTopic", name: "faq-topic", many: true, fields: { title: { type: "text" } } },
    { id: "terms", name: "terms", many: false, fields: { title: { type: "text" } } },
  ];
  const laid = (entries: { id: string; type: string; fields: Record<string, unknown> }[]) => {
    const ids = (type: string) => entries.filter((entry) => entry.type === type).map(({ id }) => id);
    const whole: SpaceSnapshot = {
      types: { faqTopic: { depth: 0, ids: ids("faqTopic") }, terms: { depth: 0, ids: ids("terms") } },
      entries: entries.map(({ id, fields }) => ({ ...base, id, fields })),
      assets: [],
    };
    return toContentFiles([{ source: "s", brands: ["AA", "BB"], copy: whole }], {
      types,
      brands: ["AA", "BB"],
    });
  };
  const entry = (id: string, type: string, brands: unknown, more: Record<string, unknown> = {}) => ({
    id,
    type,
    fields: { title: id, brand_codes: brands, ...more },
  });

  it("are files of each brand that they name, by slug where there are many", () => {
    const {
      sources,
      problems: told,
      versions,
    } = laid([
      entry("t1", "terms", ["AA", "BB"]),
      entry("q1", "faqTopic", ["AA"], { slug: "garantia" }),
      entry("Q2x", "faqTopic", "AA", { slug: "otra" }),
      entry("Q3", "faqTopic", "BB", { slug: "otra/mas" }),
    ]);
    expect(told).toEqual([]);
    expect(Object.keys(sources).toSorted()).toEqual([
      "brands/AA/content/faq-topic/garantia.json",
      "brands/AA/content/faq-topic/otra.json",
      "brands/AA/content/terms.json",
      "brands/BB/content/faq-topic/otra--mas.json",
      "brands/BB/content/terms.json",
    ]);
    expect(JSON.parse(sources["brands/AA/content/faq-topic/garantia.json"]!)).toEqual({ title: "q1" });
    expect(versions.get("AA")).toEqual({
      source: "s",
      items: ["Entry/Q2x", "Entry/q1", "Entry/t1"].map((id) => ({ id, ...base })),
    });
    expect(versions.get("BB")!.items.map(({ id }) => id)).toEqual(["Entry/Q3", "Entry/t1"]);
  });

  it.each<[string, ReturnType<typeof entry>[], Record<string, unknown>[]]>([
    ["no brand", [entry("t1", "terms", undefined)], [{ code: "content-without-brand" }]],
    ["an empty list of brands", [entry("t1", "terms", [])], [{ code: "content-without-brand" }]],
    [
      "a brand that there is not",
      [entry("t1", "terms", ["AA", "ZZ"])],
      [{ code: "content-unknown-brand", file: "contentful:t1#brand_codes", excerpt: '["AA","ZZ"]' }],
    ],
    [
      "a brand twice",
      [entry("t1", "terms", ["AA"]), entry("t2", "terms", ["BB", "AA"])],
      [{ code: "content-twice", file: "contentful:t2#brand_codes" }],
    ],
    [
      "a name twice",
      [entry("q1", "faqTopic", ["AA"], { slug: "a" }), entry("q2", "faqTopic", ["AA"], { slug: "a" })],
      [{ code: "content-name-twice", file: "contentful:q2#slug" }],
    ],
    [
      "the same name in two brands: all is well",
      [entry("q1", "faqTopic", ["AA"], { slug: "a" }), entry("q2", "faqTopic", ["BB"], { slug: "a" })],
      [],
    ],
    // The id that Contentful gave it has capitals, and addresses have none.
    [
      "no name where there are many",
      [entry("5KsDBWseXY6QegucYAoacS", "faqTopic", ["AA"])],
      [{ code: "content-bad-name", file: "contentful:5KsDBWseXY6QegucYAoacS#slug" }],
    ],
    ["a bad name", [entry("q1", "faqTopic", ["AA"], { slug: "../x" })], [{ code: "content-bad-name" }]],
    [
      "a name that is no text",
      [entry("q1", "faqTopic", ["AA"], { slug: 7 })],
      [{ code: "content-bad-name" }],
    ],
  ])("with %s", (_, entries, told) => {
    expect(laid(entries).problems).toMatchObject(told.map((one) => ({ severity: "error", ...one })));
    expect(laid(entries).problems).toHaveLength(told.length);
  });
});

describe("the check's diagnostics", () => {
  const type = {
    content: "help",
    description: "Ayuda.",
    fields: {
      title: { type: "text", description: "Título." },
      items: {
        type: "list",
        description: "Filas.",
        fields: { name: { type: "text", description: "Nombre." } },
      },
    },
  };
  const lead = (values: Record<string, unknown>, rowValues: Record<string, unknown>) => {
    const files = {
      ...baseSources(),
      "schemas/content/help.json": JSON.stringify(type),
    };
    const { types } = contentDemandOf(files);
    const fields = { brand_codes: ["AA"], items: [link("Entry", "row")], ...values };
    const space: SpaceSnapshot = {
      types: { help: { depth: 1, ids: ["top"] } },
      entries: [
        { ...base, id: "row", fields: rowValues },
        { ...base, id: "top", fields },
      ],
      assets: [],
    };
    const { sources, origins } = toContentFiles([{ source: "s", brands: ["AA"], copy: space }], {
      types,
      brands: ["AA"],
    });
    return explainContent(checkSources({ ...files, ...sources }), sources, origins);
  };

  it.each<[string, Record<string, unknown>, Record<string, unknown>, unknown]>([
    ["a field", { title: 7 }, { name: "a" }, ["wrong-type", "contentful:top#title", '  "title": 7,']],
    ["a field that is missing", {}, { name: "a" }, ["missing-key", "contentful:top", "{"]],
    ["a row's field", { title: "a" }, { name: 7 }, ["wrong-type", "contentful:row#name", '      "name": 7']],
    [
      "words of a brand",
      { title: "{brand.nam}" },
      { name: "a" },
      ["unknown-placeholder", "contentful:top#title", '  "title": "{brand.nam}",'],
    ],
  ])("name entry and field: %s", (_, values, row, expected) => {
    const told = lead(values, row);
    expect(told.map(({ code, file, excerpt }) => [code, file, excerpt])).toEqual([expected]);
  });

  it("are all explained", () => {
    const markdown = readFileSync(join(projectRoot, "server/content/diagnostics.md"), "utf8");
    const headings = markdown
      .split(/^## /m)
      .slice(1)
      .map((section) => section.split("\n", 1)[0]);
    expect(headings).toEqual(Object.keys(problems).toSorted());
  });
});

it("the project's own content comes back as it is in files", async () => {
  const files = writtenOut(await loadSources(projectRoot));
  const brands = brandCodes.toSorted();
  const wanted = contentDemandOf(files);
  expect(wanted.brands).toEqual(brands);
  const contentful = await contentfulHere();
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  const space = contentful.space("all");
  space.fill(files);
  const connection = { space: "all", environment: "master", token: space.env["CONTENTFUL_TOKEN"]! };
  const depths = wanted.types.map(({ id, fields }) => ({ id, depth: linkDepth(fields) }));
  const whole = await fetchSpace(connection, depths, { url: contentful.url, locale: "es", dispatcher });
  const { sources, problems: told } = toContentFiles([{ source: "s", brands, copy: whole }], wanted);
  expect(told).toEqual([]);
  const own = Object.entries(files).filter(([path]) => !Object.hasOwn(withoutContent(files), path));
  expect(own.length).toBeGreaterThan(10);
  const plain = (text: string): unknown => {
    const { $schema: _, ...values } = JSON.parse(text) as Record<string, unknown>;
    return values;
  };
  const asValues = (list: [string, string][]) =>
    Object.fromEntries(list.map(([path, text]) => [path, plain(text)]));
  expect(asValues(Object.entries(sources))).toEqual(asValues(own));
});
