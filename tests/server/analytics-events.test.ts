/** The table of events in docs/analytics.md is what definitions tell, and what is told is pushed as it stands there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { stepEvent, type CompiledProgram, type CompiledStep } from "../../schemas/engine/all.ts";
import { tellOfPage, tellOfStep } from "../../renderer/page/data-layer.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand, preparedFlow, root } from "../support/definitions.ts";

const page = globalThis as { dataLayer?: Record<string, unknown>[] };
afterEach(() => {
  delete page.dataLayer;
});

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

const table = (): string[] =>
  readFileSync(join(root, "docs/analytics.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(2, -2)
        .split(/\s*\|\s*/)
        .join(" | ")
        .trim(),
    );

test("the table has each event that a flow of some brand tells, once, and no other", async () => {
  const rows = [...new Set((await told()).map(rowOf))].toSorted();
  expect(rows.length).toBeGreaterThan(4);
  expect(table().toSorted()).toEqual(rows);
});

test("a step pushes what the table says that it carries", async () => {
  let pushed = 0;
  for (const brand of brandCodes) {
    const { public: open } = await compiledBrand(brand);
    for (const [id, { steps }] of Object.entries(open.flows)) {
      for (const { analytics } of steps) {
        if (!analytics) continue;
        const prepared = await preparedFlow(brand, id);
        tellOfStep(
          stepEvent(prepared, analytics, { answers: {}, today: "2026-11-26", label: (path) => path }),
        );
        const { event, ...carried } = page.dataLayer!.at(-1)!;
        const row = table().find((one) => one.startsWith(`\`${String(event)}\` | \`${id}\` |`))!;
        const said = new Set([...row.split(" | ")[3]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
        // What has no value without answers is left out; nothing is pushed that the table lacks.
        expect([id, Object.keys(carried).filter((name) => !said.has(name))]).toEqual([id, []]);
        pushed += Object.keys(carried).length;
      }
    }
  }
  expect(pushed).toBeGreaterThan(4);
});

test("a page pushes its path", () => {
  tellOfPage("/contacto");
  expect(page.dataLayer).toEqual([{ event: "page_view", page_path: "/contacto" }]);
});
