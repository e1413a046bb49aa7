/**
 * The examples beside screens, asked of a server: services answer what they say, and its pages show the same. In `npm test`
 * those that cover in what it can disagree with the engine; every one in `npm run faults -- cases`.
 */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSources } from "../../schemas/engine/all.ts";
import { settingName } from "../../server/config/services.ts";
import { loadSources } from "../../server/definitions/load.ts";
import { cookiesOf } from "../../tools/authors/show-page.ts";
import { saidTexts } from "../../tools/authors/said-texts.ts";
import { pageExamplesIn, type PageExample } from "../../tools/authors/page-examples.ts";
import { openApp, visitor } from "../support/app.ts";
import { covering } from "../support/covering.ts";
import { root } from "../support/definitions.ts";
import { pageIn } from "../support/page-in.ts";
import { signedInCookie } from "../support/signed-in.ts";
import { startStandIn } from "../support/stand-in.ts";

const small = join(root, "fixtures/definitions");

const examplesBelow = async (folder: string): Promise<[string, string, PageExample][]> =>
  pageExamplesIn(Object.values(readSources(await loadSources(folder)).files)).map((one) => [
    `${one.screen}: ${one.describe}`,
    folder,
    one,
  ]);

/** What a document says of its page to search engines, as they read it. */
function headIn(html: string, origin: string): NonNullable<PageExample["expect"]["head"]> {
  const named = (pattern: RegExp): string | undefined => pattern.exec(html)?.[1]?.replaceAll("&amp;", "&");
  const canonical = named(/<link rel="canonical" href="([^"]*)">/);
  const description = named(/<meta name="description" content="([^"]*)"/);
  const picture = named(/<meta property="og:image" content="([^"]*)"/);
  const graph = named(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? `{"@graph":[]}`;
  const things = (JSON.parse(graph.replaceAll(origin, "")) as { "@graph": Record<string, unknown>[] })[
    "@graph"
  ];
  return {
    ...(description === undefined ? {} : { description }),
    indexed: !html.includes('content="noindex"'),
    canonical: canonical?.replace(origin, "") ?? null,
    ...(picture === undefined ? {} : { picture: picture.replace(origin, "") }),
    // Those of every page are looked at in site-files.test.ts.
    structuredData: things.filter((thing) => !ofEveryPage.has([thing["@type"]].flat().at(-1))),
  };
}

const ofEveryPage: ReadonlySet<unknown> = new Set([
  "AutoDealer",
  "BreadcrumbList",
  "FAQPage",
  "Organization",
  "WebPage",
  "WebSite",
]);

const examples = [...(await examplesBelow(root)), ...(await examplesBelow(small))];

/** The services whose answers examples say. */
const asked = [
  ...new Set(
    examples.flatMap(([, , { calls = {} }]) => Object.keys(calls).map((call) => call.split(".")[0]!)),
  ),
];

/**
 * What a server can disagree in with the engine, which tries every one: of each page each state of data, each way to be
 * answered and what is said of it to others; each brand, each thing that an example can expect, each way to be known.
 */
const shown = covering(examples, ([, folder, { screen, brand, signedIn, saved, expect: expected }]) => [
  `${screen} ${expected.status}`,
  ...Object.values(expected.data ?? {}).map((state) => `${screen} ${state}`),
  ...Object.keys(expected),
  ...Object.keys(expected.head ?? {}).map((key) => `head ${key}`),
  ...(expected.head ? [`${screen} head`] : []),
  `${folder} ${brand}`,
  ...(signedIn ? [`${screen} signed in`] : []),
  ...(saved ? [`${screen} saved`] : []),
]);

test.each(shown)(
  "%s",
  async (_, folder, { brand, today, address, signedIn, saved = {}, calls = {}, expect: expected }) => {
    const now = new Date(`${today}T15:00:00Z`);
    const upstream = await startStandIn({});
    const app = await openApp({
      copy: folder,
      clock: () => now,
      env: Object.fromEntries(
        asked.map((service) => [`UPSTREAM_${settingName(service)}`, `${upstream.url}/`]),
      ),
    });
    // Before the server: that would wait for what is late.
    onTestFinished(() => upstream.stop());
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
    const cookie = [
      ...Object.entries(cookiesOf(revision, { saved, today })).map(([name, value]) => `${name}=${value}`),
      ...(signedIn ? [await signedInCookie(app, brand, now)] : []),
    ].join("; ");
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
      const { statusCode, headers, body } = await who.ask("GET", address, undefined, { cookie });
      const { screen, unavailable, data = {}, flow, leadsTo } = pageIn(body);
      const says = saidTexts(screen?.blocks);
      const found: Record<keyof PageExample["expect"], unknown> = {
        status: statusCode,
        redirect: headers.location,
        title: /<title>(.*?)<\/title>/.exec(body)?.[1],
        head: Object.fromEntries(
          Object.entries(headIn(body, `http://${brand.toLowerCase()}.localhost:3000`)).filter(
            ([key]) => key in (expected.head ?? {}),
          ),
        ),
        says: expected.says?.filter((text) => says.includes(text)),
        leadsTo,
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
    await expect.poll(shown).toEqual(wanted);
  },
);
