/** The table of events in docs/analytics.md is what definitions tell, and what is told is pushed as it stands there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import {
  toldPath,
  type CompiledProgram,
  type CompiledStep,
  type RunState,
} from "../../schemas/engine/all.ts";
import { tellOfPage, tellOfStep } from "../../renderer/page/data-layer.ts";
import { tellOfTaps } from "../../renderer/page/taps.ts";
import { memoryOf } from "../../renderer/run/memory.ts";
import { stepEvents } from "../../renderer/run/step-events.ts";
import type { FlowStore } from "../../renderer/run/store.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand, preparedFlow, root } from "../support/definitions.ts";
import { allExamples, type Example } from "../support/examples.ts";

const page = globalThis as { dataLayer?: Record<string, unknown>[] };
afterEach(() => {
  delete page.dataLayer;
});

const { brand: site } = (await compiledBrand("SI")).public;

interface Told {
  event: string;
  flow: string;
  when: string;
  carries: string[];
}

/** The events of a program: each stands beside the address that it leads to. */
function ofProgram(program: CompiledProgram | unknown, flow: string): Told[] {
  if (typeof program !== "object" || program === null) return [];
  const inner = Object.values(program).flatMap((one) => ofProgram(one, flow));
  const { analytics, redirect } = program as { analytics?: Record<string, string>; redirect?: string };
  if (analytics?.["event"] === undefined || redirect === undefined) return inner;
  const { event, ...rest } = analytics;
  return [...inner, { event, flow, when: `it leads to \`${redirect}\``, carries: Object.keys(rest) }];
}

const ofStep = ({ id, analytics }: CompiledStep, flow: string): Told[] =>
  analytics === undefined
    ? []
    : [{ event: analytics.event, flow, when: `\`${id}\` is accepted`, carries: Object.keys(analytics.with) }];

const rowOf = ({ event, flow, when, carries }: Told): string =>
  [event, flow]
    .map((one) => `\`${one}\``)
    .concat(when, carries.map((one) => `\`${one}\``).join(", ") || "–")
    .join(" | ");

async function told(): Promise<Told[]> {
  const brands = await Promise.all(brandCodes.map((brand) => compiledBrand(brand)));
  return brands.flatMap(({ public: { flows }, private: { programs } }) =>
    Object.entries(flows).flatMap(([flow, { steps }]) => [
      ...steps.flatMap((step) => ofStep(step, flow)),
      ...ofProgram(programs[flow], flow),
    ]),
  );
}

/** Rows of the tables with so many columns. */
const rowsOf = (columns: number): string[][] =>
  readFileSync(join(root, "docs/analytics.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(2, -2)
        .trim()
        .split(/\s*\|\s*/),
    )
    .filter(({ length }) => length === columns);

const table = (): string[] => rowsOf(4).map((row) => row.join(" | "));
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
/** What an event of every flow or page carries, in each of its rows. */
const general = (): [event: string, carries: string[]][] =>
  rowsOf(3).map(([event, , carries]) => [namesIn(event!)[0]!, namesIn(carries!)]);
const carriedBy = (event: string): string[][] =>
  general().flatMap(([name, carries]) => (name === event ? [carries] : []));

test("the table has each event that a flow of some brand tells, once, and no other", async () => {
  const rows = [...new Set((await told()).map(rowOf))].toSorted();
  expect(rows.length).toBeGreaterThan(4);
  expect(table().toSorted()).toEqual(rows);
  expect(general().map(([event]) => event)).toEqual([
    "step_accepted",
    "step_refused",
    "step_failed",
    "tap",
    "tap",
  ]);
});

const kept = (): Storage => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage;
};

/** What the runtime pushes where every step of an example is accepted, twice. */
async function pushedFor({ brand, flow: id, content, answers, today }: Example) {
  const prepared = await preparedFlow(brand, id, content);
  const { flow } = prepared;
  // All that was chosen has its name already: no list is asked for.
  const labels = Object.fromEntries(Object.keys(flow.fields).map((path) => [path, "elegido"]));
  const storage = kept();
  const store = { prepared, today } as FlowStore;
  const accepted = stepEvents({
    flow,
    store,
    memory: memoryOf({ flow: id }, () => storage),
    tell: tellOfStep,
  });
  const state = { run: "run-1", answers, labels } as unknown as RunState;
  page.dataLayer = [];
  for (const { id: step } of [...flow.steps, ...flow.steps]) accepted(step, state);
  return { name: flow.flow, steps: flow.steps, pushed: page.dataLayer };
}

test("each example of each flow pushes what the tables say, and nothing of what was answered", async () => {
  const seen = new Map<string, Set<string>>();
  const flows = new Set<string>();
  for (const example of await allExamples()) {
    const { name: flow, steps, pushed } = await pushedFor(example);
    flows.add(example.flow);
    const own = steps.flatMap(({ id, analytics }) => [
      { event: "step_accepted", flow, step: id },
      ...(analytics ? [{ event: analytics.event }] : []),
    ]);
    expect([example.file, pushed]).toEqual([example.file, own.map((one) => expect.objectContaining(one))]);
    for (const { event, ...carried } of pushed) {
      const name = `${String(event)} ${event === "step_accepted" ? "" : example.flow}`.trim();
      const names = seen.get(name) ?? new Set();
      seen.set(name, new Set([...names, ...Object.keys(carried)]));
      // Names of what was chosen, names of the definition, and figures.
      const texts = Object.values(carried).filter((value) => typeof value === "string");
      const known = new Set(["elegido", flow, ...steps.map(({ id }) => id)]);
      expect([example.file, texts.filter((text) => !known.has(text))]).toEqual([example.file, []]);
    }
  }
  expect(flows.size).toBeGreaterThan(15);
  const [ofAll] = carriedBy("step_accepted");
  const said = rowsOf(4)
    .filter(([, , when]) => when!.endsWith("is accepted"))
    .map(([event, flow, , carries]): [string, string[]] => [
      `${namesIn(event!)[0]} ${namesIn(flow!)[0]}`,
      namesIn(carries!),
    ]);
  const expected = Object.fromEntries([["step_accepted", ofAll!] as const, ...said]);
  const found = Object.fromEntries([...seen].map(([name, names]) => [name, [...names]]));
  expect(found).toEqual(expected);
});

test.each<[string, string | undefined, string?]>([
  ["tel:+56226000000", "phone"],
  ["mailto:hola@marca.example", "mail"],
  ["https://wa.me/56912345678?text=Hola", "whatsapp"],
  ["whatsapp://send?phone=1", "whatsapp"],
  ["https://www.google.com/maps/dir/?api=1&destination=1,2", "map"],
  ["https://si.example/contacto?tipo=complaint#a", "page", "/contacto"],
  ["https://si.example/?a=tel:1", "page", "/"],
  // Whoever has this address sees the list: analytics is told which page, not which list.
  ["https://si.example/documentos/Zq3xK9vT0aLm2RwY", "page", "/documentos/{opportunity}"],
  // The page itself is no other one, nor is a site of others.
  ["https://si.example/sucursales?ciudad=Arica", undefined],
  ["https://otro.example/contacto", undefined],
  ["", undefined],
])("a tap on %s is told as %s %s, and of the link nothing else", (href, way, path) => {
  vi.stubGlobal("location", { origin: "https://si.example", pathname: "/sucursales" });
  onTestFinished(() => void vi.unstubAllGlobals());
  const link = Object.assign(new EventTarget(), { closest: () => ({ href }) });
  tellOfTaps(link, tellOfStep, (path) => toldPath(site.screens, path));
  link.dispatchEvent(new Event("click"));
  const to = path === undefined ? {} : { to_path: path };
  const event = { event: "tap", way, ...to, page_path: "/sucursales" };
  expect(page.dataLayer ?? []).toEqual(way === undefined ? [] : [event]);
  const [, ...carried] = Object.keys(event);
  expect(carriedBy("tap")).toContainEqual(way === undefined ? ["way", "page_path"] : carried);
});

test("a page pushes its path", () => {
  tellOfPage(site, "/contacto");
  expect(page.dataLayer).toEqual([{ event: "page_view", page_path: "/contacto" }]);
});

test("a page pushes the name of a secret in its path, never the secret", () => {
  tellOfPage(site, "/documentos/Zq3xK9vT0aLm2RwY");
  tellOfPage(site, "/mi-cuenta/solicitudes/COT-2026-000123");
  expect(page.dataLayer).toEqual([
    { event: "page_view", page_path: "/documentos/{opportunity}" },
    { event: "page_view", page_path: "/mi-cuenta/solicitudes/{submission}" },
  ]);
});
