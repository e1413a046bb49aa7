/** The examples beside screens, asked of a server: services answer what they say, and its pages show the same. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSources, type Page } from "../../schemas/engine/all.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { pageExamplesIn, type PageExample } from "../../tools/authors/page-examples.ts";
import { openApp, visitor } from "../support/app.ts";
import { root } from "../support/definitions.ts";
import { startStandIn } from "../support/stand-in.ts";

const small = join(root, "fixtures/definitions");

const examplesBelow = async (folder: string): Promise<[string, string, PageExample][]> =>
  pageExamplesIn(Object.values(readSources(await loadSources(folder)).files)).map((one) => [
    `${one.screen}: ${one.describe}`,
    folder,
    one,
  ]);

/** What a document was drawn with, as the browser reads it. */
const pageIn = (html: string): Partial<Page> => {
  const [, text] = /<script type="application\/json" id="page"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text ?? "{}") as Partial<Page>;
};

test.each([...(await examplesBelow(root)), ...(await examplesBelow(small))])(
  "%s",
  { timeout: 60_000 },
  async (_, folder, { brand, today, address, calls = {}, expect: expected }) => {
    const upstream = await startStandIn({});
    onTestFinished(() => upstream.stop());
    const app = await openApp({
      copy: folder,
      clock: () => new Date(`${today}T15:00:00Z`),
      env: {
        UPSTREAM_BRANCH_OFFICE: `${upstream.url}/`,
        UPSTREAM_CARS: `${upstream.url}/`,
        UPSTREAM_CATALOG: `${upstream.url}/`,
        UPSTREAM_VISITS: `${upstream.url}/`,
      },
    });
    const revision = app.definitions.current(brand)!;
    for (const [name, given] of Object.entries(calls)) {
      const { method, path } = revision.private.calls[name]!;
      const behaviour =
        given === "failed"
          ? { status: 500, body: {} }
          : given === "late"
            ? { delay: 3_000, body: [] }
            : given;
      upstream.set(`${method} /${path}`, { body: null, ...behaviour });
    }
    const who = visitor(app, brand);
    // What failed or is late is not drawn: the browser asks for it. Of what is not there, nothing is.
    const drawn = (state: string): string => (state === "failed" || state === "late" ? "asked for" : state);
    const { data: states, ...rest } = expected;
    const isThere = states !== undefined && expected.status === 200;
    const wanted = {
      ...rest,
      ...(isThere
        ? { data: Object.fromEntries(Object.entries(states).map(([name, one]) => [name, drawn(one)])) }
        : {}),
    };
    const shown = async (): Promise<PageExample["expect"]> => {
      const { statusCode, headers, body } = await who.ask("GET", address);
      const { screen, unavailable, data = {}, flow } = pageIn(body);
      const found: Record<keyof PageExample["expect"], unknown> = {
        status: statusCode,
        redirect: headers.location,
        title: /<title>(.*?)<\/title>/.exec(body)?.[1],
        blocks: unavailable ? [] : screen?.blocks.map(({ block }) => block),
        data: Object.fromEntries(
          Object.keys(expected.data ?? {}).map((name) => [name, data[name]?.status ?? "asked for"]),
        ),
        values: Object.fromEntries(
          Object.keys(expected.values ?? {}).map((path) => [path, flow?.found?.answers[path] ?? null]),
        ),
        asked: expected.asked,
      };
      return Object.fromEntries(Object.entries(found).filter(([key]) => key in wanted));
    };
    // The first page that a server draws may take longer than it waits.
    await expect.poll(shown, { timeout: 20_000 }).toEqual(wanted);
  },
);
