/** Examples beside screens: those of the project come out as they say, and each mistake in one is told at its line. */
import { expect, it } from "vitest";
import { compileBrand, readSources } from "../../schemas/engine/all.ts";
import { pageDifferences, pageExamplesIn } from "../../tools/authors/page-examples.ts";
import { runExamples } from "../../tools/authors/run-examples.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand, projectFiles } from "../support/definitions.ts";
import { baseSources, changed } from "./broken-cases.ts";

const base = baseSources();
const own = pageExamplesIn(Object.values(await projectFiles()));
const files = readSources(base).files;
const small = pageExamplesIn(Object.values(files));

it.each(own.map((one) => [`${one.screen}: ${one.describe}`, one] as const))("%s", async (_, example) => {
  const revision = { ...(await compiledBrand(example.brand)), hash: "example" };
  expect(await pageDifferences(revision, example)).toEqual([]);
});

it.each(small.map((one) => [`${one.screen}: ${one.describe}`, one] as const))("%s", async (_, example) => {
  const revision = { ...compileBrand(files, example.brand), hash: "example" };
  expect(await pageDifferences(revision, example)).toEqual([]);
});

// One of the project's own for each page that leads on by itself: what it says is for all brands, and all codes of its route.
const leading = own.filter(({ expect: { leadsTo } }) => leadsTo !== undefined);
const codes = [300, 301, 302, 303, 304, 305, 306, 307, 399];

it.each(brandCodes.flatMap((brand) => codes.map((code) => [brand, code] as const)))(
  "%s: /%i says what its example says, and leads where that leads",
  async (brand, code) => {
    const revision = { ...(await compiledBrand(brand)), hash: "example" };
    const examples = leading.filter(({ address }) => address.startsWith(`/${code}`));
    const others = leading.filter(({ screen }) => screen === "redirect");
    for (const one of examples.length > 0 ? examples : others) {
      const address = one.address.replace(/^\/\d+/, `/${code}`);
      expect(await pageDifferences(revision, { ...one, brand, address })).toEqual([]);
    }
  },
);

it("every screen with data has one of each state that its page can have", async () => {
  const screens = Object.values(await projectFiles()).flatMap(({ path, value }) =>
    /^schemas\/screens\/[^/]+\.json$/.test(path)
      ? (value as {
          screen: string;
          data?: Record<string, { deferred?: true }>;
          blocks: { data?: string; rows?: string; choices?: unknown }[];
        })
      : [],
  );
  for (const { screen, data, blocks } of screens.filter((one) => "data" in one)) {
    const examples = own.filter((one) => one.screen === screen);
    for (const [query, { deferred }] of Object.entries(data!)) {
      // An answer that holds its rows is there even where it holds none.
      const hasRows = blocks.some(
        (block) => block.data === query && (block.rows ?? block.choices) !== undefined,
      );
      const states = new Set(examples.map((one) => one.expect.data?.[query]));
      expect([screen, query, [...states]]).toEqual([
        screen,
        query,
        // What the browser alone asks for is always to come.
        expect.arrayContaining([
          "late",
          ...(deferred ? [] : ["ready", "failed"]),
          ...(deferred || hasRows ? [] : ["empty"]),
        ]),
      ]);
    }
  }
});

const proven = { has: () => false, add: () => {}, keep: async () => {} };
const folder = "schemas/screens/office/examples";

const told = async (file: string, replace: string, by: string): Promise<string[]> => {
  const sources = changed(base, { [`${folder}/${file}.json`]: { replace, by } });
  const { diagnostics } = await runExamples(sources, proven);
  return diagnostics.map(({ code, excerpt, column, length, message }) =>
    [code, excerpt.slice(column - 1, column - 1 + length), message.replace(/^.*espera /, "")].join(": "),
  );
};

it.each([
  ["its status", "found", '"status": 200', '"status": 410', "status: 410, y resulta 200."],
  [
    "its title",
    "found",
    '"title": "Casa Matriz · Alfa Autos"',
    '"title": "Otra"',
    'title: "Otra", y resulta "Casa Matriz · Alfa Autos".',
  ],
  ["its blocks", "found", '["hero", "view"]', '["view"]', 'blocks: ["view"], y resulta ["hero","view"].'],
  [
    "a query that is otherwise",
    "near-failed",
    '"near": "failed"',
    '"near": "empty"',
    'near: "empty", y resulta "failed".',
  ],
  ["what is late", "late", '"office": "late"', '"office": "failed"', 'office: "failed", y resulta "late".'],
  [
    "what a call is asked with, and of whom",
    "found",
    '"user": "v-1"',
    '"user": "v-2"',
    'branchOffice.all: {"town":"Talca","user":"v-2"}, y resulta {"town":"Talca","user":"v-1"}.',
  ],
  [
    "where it leads",
    "moved",
    '"/sucursales/B-9?utm_source=x"',
    '"/sucursales/B-9"',
    'redirect: "/sucursales/B-9", y resulta "/sucursales/B-9?utm_source=x".',
  ],
  [
    "a call without an answer",
    "closed",
    '"branchOffice.one"',
    '"branchOffice.all"',
    'calls: ["branchOffice.all"], y resulta "la llamada branchOffice.one, que aquí no tiene respuesta".',
  ],
  [
    "a call that is not made",
    "unknown",
    '"calls": {',
    '"calls": { "branchOffice.all": "late",',
    'branchOffice.all: "branchOffice.all", y resulta "una llamada que no se hace".',
  ],
  [
    "an address of another page",
    "unknown",
    '"/sucursales/Z-9"',
    '"/sucursales"',
    'address: "office", y resulta "offices".',
  ],
])("tells %s", async (_, file, replace, by, tells) => {
  expect(await told(file, replace, by)).toEqual([`example-differs: ${tells}`]);
});
