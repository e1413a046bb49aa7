/** A Chromium for browser tests, whose pages write down everything that should not happen. */
import {
  chromium,
  firefox,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from "playwright";
import { findChromium } from "./chromium.ts";
import { keptPage, type KeptPage } from "./kept-pages.ts";

/** Of every Chromium that is started. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const viewports = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

export type Viewport = keyof typeof viewports;

export type TestPage = Page & {
  /** Console errors and warnings, page errors, failed requests and policy violations so far. */
  problems(): string[];
  /** Forgets what there was. */
  forget(): void;
  /** Requests that have no answer yet, or not all of it, by method and address. */
  underWay(): string[];
  /** What was asked for last that is no file of the page, by time, method, address and status. */
  lately(): string[];
  /**
   * Fails if there was any problem that no pattern in `except` matches, or if a pattern matched none; and
   * forgets what there was.
   */
  clean(except?: RegExp[]): void;
};

export interface LentPage {
  page: TestPage;
  /** Empties the page for whoever is next, or closes its context. */
  giveBack(): Promise<void>;
}

export interface TestBrowser {
  /** A page in a context of its own: nobody's cookies, storage or cache. Any context option can be given. */
  newPage(viewport?: Viewport, options?: BrowserContextOptions): Promise<TestPage>;
  /** The same for a page that is given back when it is used no more: others use it then, as it was. */
  lendPage(viewport?: Viewport, options?: BrowserContextOptions): Promise<LentPage>;
  /** A further tab beside a page: the same cookies and lasting storage. */
  newTab(beside: Page): Promise<TestPage>;
  close(): Promise<void>;
}

const quicker = [
  // Else a page begins in a process of its own, and goes on in another one for its first address.
  "--renderer-process-limit=1",
  // And each host, of which every brand has one, in another; one more is made ready for the next.
  "--disable-site-isolation-trials",
  // A page of a test is young: what would make its code quicker takes longer than it gives.
  "--js-flags=--no-turbofan",
];

/** One Chromium for all test files of a process: contexts keep their pages apart. It ends with the process. */
let started: Promise<Browser> | undefined;

/** Pages that nobody uses now, by what their contexts were opened with. */
const idle = new Map<string, KeptPage<TestPage>[]>();

/** Opens Chromium without a window. */
export async function startBrowser(): Promise<TestBrowser> {
  started ??= findChromium().then((executablePath) =>
    chromium.launch({ executablePath, args: [...chromiumFlags, ...quicker] }),
  );
  const browser = await started;
  const own = new Set<BrowserContext>();
  const newPage: TestBrowser["newPage"] = async (viewport, options) => {
    const page = await openPage(browser, viewport, options);
    const context = page.context();
    own.add(context);
    context.once("close", () => own.delete(context));
    return page;
  };
  const lendPage: TestBrowser["lendPage"] = async (viewport, options) => {
    const key = JSON.stringify([viewport, options]);
    const before = idle.get(key)?.pop();
    const kept = before ?? (await keptPage(await openPage(browser, viewport, options)));
    kept.page.forget();
    return {
      page: kept.page,
      giveBack: async () => {
        if (!(await kept.emptied())) return kept.page.context().close();
        idle.set(key, [...(idle.get(key) ?? []), kept]);
      },
    };
  };
  const close = async (): Promise<void> => {
    await Promise.all([...own].map((context) => context.close()));
  };
  return { newPage, lendPage, newTab, close };
}

/** Starts the Firefox at this path, by the protocol that any Firefox speaks. It knows no phones. */
export async function startFirefox(path: string): Promise<TestBrowser> {
  const browser = await firefox.launch({ executablePath: path, channel: "moz-firefox" });
  const newPage: TestBrowser["newPage"] = (viewport, options) => openPage(browser, viewport, options);
  const lendPage: TestBrowser["lendPage"] = async (viewport, options) => {
    const page = await newPage(viewport, options);
    return { page, giveBack: () => page.context().close() };
  };
  return { newPage, lendPage, newTab, close: () => browser.close() };
}

async function openPage(
  browser: Browser,
  viewport: Viewport = "desktop",
  options: BrowserContextOptions = {},
): Promise<TestPage> {
  // A worker of the site would stand between a page and the answers that tests hold back.
  const context = await browser.newContext({
    locale: "es-CL",
    serviceWorkers: "block",
    ...viewports[viewport],
    ...options,
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  if (options.javaScriptEnabled !== false) untilHydrated(page);
  return watch(page);
}

async function newTab(beside: Page): Promise<TestPage> {
  const page = await beside.context().newPage();
  untilHydrated(page);
  return watch(page);
}

/** A page of ours that is hydrated, one that says that it cannot be, or a page of somebody else. */
export const isHydrated = (): boolean =>
  // With a clock in the test's hand a page keeps no marks: waiting for one would take all its time.
  "isFake" in Date ||
  performance.getEntriesByName("hydrated").length > 0 ||
  document.querySelector("template#scripts") === null ||
  document.querySelector("#app > div > [role=alert]") !== null;

/** Milliseconds: a machine may be busy with something else. */
const patience = 90_000;

/**
 * Goes there, and loads it again, as anybody does who waits for it all: until the page hears, unless a test that holds back
 * what it needs for that says itself what to wait for, or has the page's clock in its hand.
 */
function untilHydrated(page: Page): void {
  const hears = async (options?: { waitUntil?: unknown }): Promise<void> => {
    if (options?.waitUntil !== undefined) return;
    await page.waitForFunction(isHydrated, undefined, { timeout: patience }).catch(() => undefined);
  };
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await hears(options);
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const response = await reload(options);
    await hears(options);
    return response;
  };
}

/** How many answers a page remembers for whoever asks why a test failed. */
const mostAnswered = 20;

/** React says hydration mismatches as page errors or on the console, so they are among these. */
async function watch(page: Page): Promise<TestPage> {
  const found: string[] = [];
  const asked = new Set<Request>();
  const answered: string[] = [];
  let next: Request | undefined;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) next = request;
    asked.add(request);
  });
  // Of what a document had asked for when another one takes its place, the browser tells nothing more.
  page.on("framenavigated", (frame) => {
    if (next === undefined || frame !== page.mainFrame()) return;
    const isOpen = asked.has(next);
    asked.clear();
    if (isOpen) asked.add(next);
    next = undefined;
  });
  page.on("response", (response) => {
    const request = response.request();
    if (!["document", "fetch", "xhr"].includes(request.resourceType())) return;
    const time = new Date().toISOString().slice(11, 23);
    answered.push(`${time} ${request.method()} ${request.url()} ${response.status()}`);
    answered.splice(0, answered.length - mostAnswered);
  });
  page.on("requestfinished", (request) => void asked.delete(request));
  page.on("requestfailed", (request) => void asked.delete(request));
  page.on("console", (message) => {
    const type = message.type();
    if (type !== "error" && type !== "warning") return;
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    const { url, lineNumber } = message.location();
    found.push(`console ${type}: ${message.text()} (${url}:${lineNumber})`);
  });
  page.on("pageerror", (error) =>
    found.push(`page error: ${error.stack || `${error.name}: ${error.message}`}`),
  );
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // What a page gives up when it is left, or takes back itself, did not fail.
    if (reason !== "net::ERR_ABORTED" && reason !== "NS_BINDING_ABORTED")
      found.push(`request failed: ${request.method()} ${request.url()} ${reason}`);
  });
  await page.exposeFunction("reportPolicyViolation", (text: string) =>
    found.push(`policy violation: ${text}`),
  );
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { reportPolicyViolation } = globalThis as unknown as {
        reportPolicyViolation: (text: string) => void;
      };
      reportPolicyViolation(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });

  return Object.assign(page, {
    problems: () => [...found],
    lately: () => [...answered],
    forget: () => {
      found.splice(0);
      answered.splice(0);
      asked.clear();
    },
    underWay: () => [...asked].map((request) => `${request.method()} ${request.url()}`),
    clean: (except: RegExp[] = []) => {
      const all = found.splice(0);
      const left = all.filter((problem) => !except.some((pattern) => pattern.test(problem)));
      const unused = except.filter((pattern) => !all.some((problem) => pattern.test(problem)));
      if (left.length > 0) throw new Error(`the page had problems:\n${left.join("\n")}`);
      if (unused.length > 0) throw new Error(`expected problems that did not happen: ${unused.join(", ")}`);
    },
  });
}
