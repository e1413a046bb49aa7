/** The parts of a form on a page of others that need no browser. */
import { expect, test, vi } from "vitest";
import { formatNow } from "../../schemas/engine/evaluate.ts";
import { localRun } from "../../renderer/embed/local-run.ts";
import { brandFor, inLocale, properties } from "../../renderer/embed/theme.ts";
import { createFlowStore } from "../../renderer/run/store.ts";
import type { MountOptions } from "../../renderer/embed/api.ts";
import { scoped, scopeStyles } from "../../tools/build-embed.ts";
import { compiledBrand } from "../support/definitions.ts";
import { writtenFlow } from "../support/written-flow.ts";

const onSubmit = () => {};
const wishes = (more: Partial<MountOptions>): MountOptions =>
  ({ url: "/x.json", onSubmit, ...more }) as MountOptions;

const prepared = await writtenFlow({
  steps: {
    first: {
      title: "Uno",
      sections: { only: { fields: { km: { kind: "mileage", label: "Kilometraje" } } } },
    },
    second: {
      title: "Dos",
      slug: "dos",
      sections: {
        only: {
          fields: {
            name: { kind: "text", label: "Nombre" },
            why: {
              kind: "text",
              label: "Por qué",
              visibleWhen: { ">": [{ var: "first.km" }, 100_000] },
            },
          },
        },
      },
      onContinue: [{ submit: { deliver: [] } }, { go: "end" }],
    },
    end: { title: "Listo", ends: true },
  },
});

test("numbers are written as the page wishes, in all of the flow, and the flow itself is left alone", () => {
  const { flow } = prepared;
  const before = JSON.stringify(flow);
  const shown = (one: typeof flow) => formatNow(one.fields["first.km"]!, {})!.show("45000");
  expect(shown(flow)).toBe("45.000");
  expect(shown(inLocale(flow, "es-PE"))).toBe("45,000");
  expect(inLocale(flow, undefined)).toBe(flow);
  expect(JSON.stringify(flow)).toBe(before);
  expect(() => inLocale(flow, "fr-FR")).toThrow('there is no locale "fr-FR": only es-CL, es-PE');
});

test("what the page does not wish of the look is the brand's", async () => {
  const { brand } = (await compiledBrand("SI")).public;
  const theme = { colours: { primary: "#6b21a8" }, font: "Georgia, serif" };
  const wished = brandFor(brand, wishes({ theme, locale: "es-PE" }));
  expect(wished.theme).toEqual({ ...brand.theme, colours: { ...brand.theme.colours, primary: "#6b21a8" } });
  expect(wished.locale).toBe("es-PE");
  expect(properties(wished, wishes({ theme }))).toMatchObject({
    "--brand-main": "#6b21a8",
    "--brand-font": "Georgia, serif",
  });
  expect(brandFor(brand, wishes({}))).toEqual(brand);
  expect(() =>
    properties(brandFor(brand, wishes({ theme: { colours: { ink: "black" } } })), wishes({})),
  ).toThrow('"black"');
});

test.each([
  [".a", ".v .a"],
  ["*", ".v *"],
  [":root", ".v"],
  [":root[dir]", ".v[dir]"],
  ["body", undefined],
  ["html .a", undefined],
  [":global(html):has(.a)", undefined],
  ["html-like", ".v html-like"],
])("the rule of %s holds for %s", (selector, expected) => {
  expect(scoped(selector, ".v")).toBe(expected);
});

test("rules of animations and nested ones stay as they are, rules of the page go", () => {
  const removed: string[] = [];
  const rule = (selector: string, parent = { type: "root" } as { type: string; name?: string }) => ({
    selectors: [selector],
    parent,
    remove: () => void removed.push(selector),
  });
  const rules = [
    rule(".a"),
    rule("body"),
    rule("from", { type: "atrule", name: "-webkit-keyframes" }),
    rule("&:hover", { type: "rule" }),
    rule(".b", { type: "atrule", name: "media" }),
  ];
  scopeStyles(".v").Once({ walkRules: (visit) => rules.forEach(visit) });
  expect(rules.map(({ selectors }) => selectors[0])).toEqual([".v .a", "body", "from", "&:hover", ".v .b"]);
  expect(removed).toEqual(["body"]);
});

/** A run of the written flow, with its store. */
function begin(submit: NonNullable<MountOptions["onSubmit"]>) {
  const store = createFlowStore({
    prepared,
    today: "2026-11-21",
    answers: {},
    results: {},
    ask: () => Promise.resolve({ status: "failed", options: [], hash: "" }),
  });
  const { transport, first } = localRun({
    flow: prepared.flow,
    revision: "r",
    answers: {},
    store: () => store,
    onSubmit: submit,
  });
  const press = (step: string) =>
    transport.proceed(first.run, { step, version: 1, answers: store.answers() as never }, "k");
  return { store, transport, press };
}

test("the engine decides what is asked next, and the page gets what counts at the end", async () => {
  const submit = vi.fn<NonNullable<MountOptions["onSubmit"]>>();
  const { store, press } = begin(submit);
  expect(await press("first")).toMatchObject({ data: { outcome: { refuse: [{ path: "first.km" }] } } });
  store.set("first.km", 150_000);
  expect(await press("first")).toMatchObject({
    data: { outcome: { go: "second" }, state: { done: ["first"] } },
  });
  store.setMany({ "second.name": "Ana", "second.why": "Viajo" });
  // What is not asked any more does not count.
  store.set("first.km", 50_000);
  expect(await press("second")).toMatchObject({
    data: { outcome: { go: "end" }, state: { status: "done" } },
  });
  expect(submit.mock.calls).toEqual([[{ "first.km": 50_000, "second.name": "Ana" }]]);
});

test("what was answered before and is wrong now is asked for again, and nothing is handed over", async () => {
  const submit = vi.fn<NonNullable<MountOptions["onSubmit"]>>();
  const { store, press } = begin(submit);
  store.set("first.km", 10);
  await press("first");
  store.setMany({ "second.name": "Ana", "first.km": undefined });
  expect(await press("second")).toMatchObject({
    data: { outcome: { go: "first" }, state: { step: "first", status: "open", done: [] } },
  });
  expect(submit).not.toHaveBeenCalled();
});

test("what a page throws is lost for people, and on the console for who wrote it", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const { store, press } = begin(() => [{ path: "second.nothing", message: "?" }]);
  store.setMany({ "first.km": 10, "second.name": "Ana" });
  expect(await press("second")).toEqual({ kind: "lost" });
  expect(String(said.mock.calls[0]![0])).toContain('onSubmit refuses "second.nothing"');
  said.mockRestore();
});
