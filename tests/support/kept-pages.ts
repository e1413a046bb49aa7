/**
 * Pages that one test uses after the other: half of what a page costs is its process and its context. Whoever gives one back
 * leaves nothing in it; where something cannot be taken back, it is not kept.
 */
import type { BrowserContext, Disposable, Page } from "playwright";

export interface KeptPage<P extends Page> {
  page: P;
  /** Leaves the page as a new one is, or says that this cannot be done. */
  emptied(): Promise<boolean>;
}

/** What is done to a page or a context for as long as it lives, and cannot be taken back in a simple way. */
const lasting = [
  "addLocatorHandler",
  "emulateMedia",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "newCDPSession",
  "routeFromHAR",
  "routeWebSocket",
  "setDefaultNavigationTimeout",
  "setDefaultTimeout",
  "setExtraHTTPHeaders",
  "setGeolocation",
  "setHTTPCredentials",
  "setOffline",
  "setStorageState",
];

/** For a page that nothing has been done to yet: from now on what is done to it is remembered. */
export async function keptPage<P extends Page>(page: P): Promise<KeptPage<P>> {
  const context = page.context();
  const session = await context.newCDPSession(page);
  const viewport = page.viewportSize();
  let isSpoilt = false;
  const spoil = (): void => void (isSpoilt = true);
  /** Of documents, by which the browser keeps what they stored: those of the page, and those of further tabs. */
  const own = new Set<string>();
  const others = new Set<string>();
  const remember = (tab: Page): void =>
    void tab.on("framenavigated", (frame) => {
      if (!/^https?:/.test(frame.url())) return;
      const { origin } = new URL(frame.url());
      if (tab !== page) others.add(origin);
      else if (frame.parentFrame() === null) own.add(origin);
      // What somebody else's frame keeps for the tab can be reached from within it alone.
      else if (!own.has(origin)) spoil();
    });
  remember(page);
  context.on("page", remember);
  page.on("crash", spoil);
  const takeBack: (() => unknown)[] = [];
  for (const owner of [page, context]) {
    for (const name of lasting) seen(owner, name, spoil);
    seen(owner, "addInitScript", (_given, added) =>
      takeBack.push(async () => (await (added as Promise<Disposable>)).dispose()),
    );
    seen(owner, "route", () => takeBack.push(() => owner.unrouteAll({ behavior: "ignoreErrors" })));
    spoiltByReading(owner, "clock", spoil);
  }
  for (const name of ["on", "once"])
    seen(page, name, ([event, listener]) =>
      takeBack.push(() => page.off(event as "close", listener as () => void)),
    );

  /** A document without scripts, of the origin: the process stays, and what was there has said its last. */
  const leaveFor = async (origin: string): Promise<void> => {
    const address = `${origin}/left`;
    await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: "" }), { times: 1 });
    await page.goto(address, { waitUntil: "commit" });
    await page.evaluate(() => sessionStorage.clear());
  };
  /** Where a new page is; gone to by the document itself, it stays in its process. */
  const goBlank = async (): Promise<void> => {
    await page.evaluate(() => location.replace("about:blank"));
    await page.waitForURL("about:blank");
  };
  const empty = async (): Promise<boolean> => {
    if (isSpoilt || page.isClosed()) return false;
    for (const tab of context.pages()) if (tab !== page) await tab.close();
    for (const back of takeBack.splice(0).toReversed()) await back();
    for (const origin of own) await leaveFor(origin);
    if (own.size > 0) await goBlank();
    for (const origin of new Set([...own, ...others]))
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await Promise.all([
      context.clearCookies(),
      session.send("Page.resetNavigationHistory"),
      viewport && page.setViewportSize(viewport),
      page.mouse.move(-1, -1),
    ]);
    own.clear();
    others.clear();
    takeBack.length = 0;
    return true;
  };
  return { page, emptied: () => empty().catch(() => false) };
}

type Method = (...given: unknown[]) => unknown;

/** Tells of each time that a test calls a method, with what it gave and what came of it. */
function seen(
  owner: Page | BrowserContext,
  name: string,
  tell: (given: unknown[], came: unknown) => void,
): void {
  const methods = owner as unknown as Record<string, Method | undefined>;
  const method = methods[name]?.bind(owner);
  if (method === undefined) return;
  methods[name] = (...given) => {
    const came = method(...given);
    tell(given, came);
    return came;
  };
}

function spoiltByReading(owner: Page | BrowserContext, name: "clock", spoil: () => void): void {
  const { clock } = owner;
  Object.defineProperty(owner, name, {
    get: () => {
      spoil();
      return clock;
    },
  });
}
