/**
 * `npm run bench -- --pages`: what Lighthouse says of each kind of page that search engines list, on a slow phone: the
 * server as in production, with its own compression and nothing in front of it. Words after `--pages` choose among the
 * addresses; one that is a brand and a path is that page alone, as `SI/` is its home, and is measured even where no list has
 * it. Medians; what is beyond its aim is marked.
 */
import { createServer } from "node:net";
import { once } from "node:events";
import lighthouse, { type RunnerResult } from "lighthouse";
import { chromium } from "playwright";
import { chromiumFlags } from "../../tests/support/browser.ts";
import { findChromium } from "../../tests/support/chromium.ts";
import { compiledBrand } from "../../tests/support/definitions.ts";
import { productionEnv } from "../../tests/support/production.ts";
import { startServer } from "../../tests/support/server.ts";
import { median } from "./measure.ts";

/** A brand of Chile and the one of Peru. */
const brands = ["SI", "WI"];

/** What is measured of a page, and what it should be at least or at most. */
const measures = {
  performance: { title: "perf", least: 95, of: (run: RunnerResult) => score(run, "performance") },
  accessibility: { title: "a11y", least: 100, of: (run: RunnerResult) => score(run, "accessibility") },
  bestPractices: { title: "best", least: 100, of: (run: RunnerResult) => score(run, "best-practices") },
  seo: { title: "SEO", least: 100, of: (run: RunnerResult) => score(run, "seo") },
  fcp: { title: "FCP ms", of: (run: RunnerResult) => audit(run, "first-contentful-paint") },
  lcp: { title: "LCP ms", most: 1800, of: (run: RunnerResult) => audit(run, "largest-contentful-paint") },
  tbt: { title: "TBT ms", most: 150, of: (run: RunnerResult) => audit(run, "total-blocking-time") },
  cls: {
    title: "CLS",
    most: 0.02,
    digits: 3,
    of: (run: RunnerResult) => audit(run, "cumulative-layout-shift"),
  },
  requests: { title: "requests", most: 15, of: (run: RunnerResult) => loaded(run).length },
  size: {
    title: "KB",
    of: (run: RunnerResult) => loaded(run).reduce((sum, one) => sum + one.transferSize, 0) / 1024,
  },
} satisfies Record<string, Measure>;

interface Measure {
  title: string;
  least?: number;
  most?: number;
  digits?: number;
  of(run: RunnerResult): number;
}

const score = ({ lhr }: RunnerResult, category: string): number =>
  100 * (lhr.categories[category]?.score ?? 0);
const audit = ({ lhr }: RunnerResult, id: string): number => lhr.audits[id]?.numericValue ?? Number.NaN;
const loaded = ({ lhr }: RunnerResult): { transferSize: number }[] => {
  const { details } = lhr.audits["network-requests"]!;
  return details?.type === "table" ? (details.items as { transferSize: number }[]) : [];
};

/** At names that only this machine knows no crawler is let in, whatever the page. */
const skipAudits = ["is-crawlable"];

/** The pages of a brand that are listed, and are there without anything in their address. */
async function listed(brand: string): Promise<string[]> {
  const { screens } = (await compiledBrand(brand)).public.brand;
  return (
    screens
      // An example of content is nobody's page in production.
      .filter(
        ({ indexed, answers, route, example }) =>
          indexed && answers === 200 && !route.includes(":") && !example,
      )
      .map(({ route }) => route)
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** A brand and a path. */
const pageNamed = /^([A-Z]{2})(\/.*)$/;

/** What Lighthouse says of a page, or why it says nothing: that is one page's matter, not that of those after it. */
async function measured(url: string, port: number): Promise<RunnerResult | string> {
  try {
    const run = await lighthouse(url, { port, logLevel: "error", skipAudits });
    return run && !run.lhr.runtimeError ? run : (run?.lhr.runtimeError?.message ?? "no result");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Measures and prints: `rounds` of each page, in turn. */
export async function benchPages(words: string[], rounds = 3): Promise<void> {
  const all = await Promise.all(
    brands.map(async (brand) => (await listed(brand)).map((path) => ({ brand, path }))),
  );
  const parts = words.filter((word) => !pageNamed.test(word));
  const chosen = all
    .flat()
    .filter(
      ({ brand, path }) => words.length === 0 || parts.some((word) => `${brand}${path}`.includes(word)),
    );
  const named = words.flatMap((word) => {
    const [, brand, path] = pageNamed.exec(word) ?? [];
    const isListed = chosen.some((one) => one.brand === brand && one.path === path);
    return brand === undefined || path === undefined || isListed ? [] : [{ brand, path }];
  });
  const pages = [...chosen, ...named];
  const [server, port, executablePath] = await Promise.all([
    startServer({ env: productionEnv }),
    freePort(),
    findChromium(),
  ]);
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  });
  const found = new Map<string, RunnerResult[]>();
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { brand, path } of pages) {
        const key = `${brand} ${path}`;
        const run = await measured(server.url(brand, path), port);
        if (typeof run === "string") {
          console.error(`${key}: ${run}`);
          continue;
        }
        found.set(key, [...(found.get(key) ?? []), run]);
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
  print(found);
}

function print(found: Map<string, RunnerResult[]>): void {
  const columns = Object.values<Measure>(measures);
  const width = Math.max(0, ...[...found.keys()].map((key) => key.length));
  console.log([" ".repeat(width), ...columns.map(({ title }) => title.padStart(9))].join(""));
  for (const [key, runs] of found) {
    const values = columns.map(({ of, least = -Infinity, most = Infinity, digits = 0 }) => {
      const value = median(runs.map(of));
      const missed = value < least || value > most;
      return `${missed ? "!" : ""}${value.toFixed(digits)}`.padStart(9);
    });
    console.log([key.padEnd(width), ...values].join(""));
  }
  console.log(`\n! beyond its aim: ${columns.flatMap(aim).join(", ")}`);
}

const aim = ({ title, least, most }: Measure): string[] => [
  ...(least === undefined ? [] : [`${title} ≥ ${least}`]),
  ...(most === undefined ? [] : [`${title} ≤ ${most}`]),
];
