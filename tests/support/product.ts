/** The whole product for browser tests: server, store, mail server and browser. */
import type { SQLOutputValue } from "node:sqlite";
import type { BrowserContextOptions } from "playwright";
import { afterAll, onTestFinished } from "vitest";
import { tellPage } from "./at-failure.ts";
import { startBrowser, type TestBrowser, type TestPage, type Viewport } from "./browser.ts";
import { openedDatabase } from "./opened-database.ts";
import { startServer, type ServerOptions, type TestServer } from "./server.ts";
import { startSmtp, type Delivered, type Smtp } from "./smtp.ts";
import { until } from "./until.ts";

type Row = Record<string, SQLOutputValue>;

export interface Product {
  server: TestServer;
  smtp: Smtp;
  /** A page as of a context of its own that is at nothing yet. It is given back after the test. */
  blank(viewport?: Viewport, options?: BrowserContextOptions): Promise<TestPage>;
  /** The same, at a path of a brand. */
  open(brand: string, path: string, viewport?: Viewport, options?: BrowserContextOptions): Promise<TestPage>;
  /** A further tab beside a page, at nothing yet. */
  newTab: TestBrowser["newTab"];
  /** Asks the store, read only. */
  rows(query: string, ...values: string[]): Row[];
  /** Submissions whose answers name this mail address. */
  submissionsOf(email: string): Row[];
  /** Mails of this person so far: the receipt to them, and what is to be answered to them. */
  mailsOf(email: string): Delivered[];
  /** Waits until nothing is left to be delivered, so that a mail too many would have come. */
  delivered(): Promise<void>;
}

/** Starts one with settings or files of its own, closed after the test file. To be called at the top of it. */
export async function startProduct(options: ServerOptions = {}): Promise<Product> {
  const { product, close } = await start(options);
  afterAll(close);
  return product;
}

let shared: Promise<Product> | undefined;

/**
 * The product as it is, one for all test files of a process: for tests that bring people of their own, look only at what
 * these left behind, and neither stop the server nor change what it is made of. It ends with the process.
 */
export const sharedProduct = (): Promise<Product> =>
  // All of them come from one address: how often one may do something is the server's own tests.
  (shared ??= productOfProcess({ env: { LIMIT_FACTOR: "100" } }));

/** Starts one that ends with the process: whoever asks keeps it for all test files. */
export async function productOfProcess(options: ServerOptions = {}): Promise<Product> {
  // The process is ended by a signal, and what it started must not outlive it.
  process.once("SIGTERM", () => process.exit());
  return (await start(options)).product;
}

async function start(options: ServerOptions): Promise<{ product: Product; close(): Promise<void> }> {
  const [smtp, browser] = await Promise.all([startSmtp(), startBrowser()]);
  // One that is killed, or is another program, says that it is not.
  const server = await startServer({
    hosted: true,
    ...options,
    env: { SMTP_URL: smtp.url, ...options.env },
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
    await smtp.stop();
  };

  const blank = async (viewport?: Viewport, context?: BrowserContextOptions): Promise<TestPage> => {
    const { page, giveBack } = await browser.lendPage(viewport, context);
    onTestFinished(async ({ task }) => {
      const errors = task.result?.errors ?? [];
      if (errors.length > 0) await tellPage(page, errors);
      await giveBack();
    });
    return page;
  };
  const rows = (query: string, ...values: string[]): Row[] => {
    const database = openedDatabase(server.dataDir);
    try {
      return database.prepare(query).all(...values);
    } finally {
      database.close();
    }
  };
  const product: Product = {
    server,
    smtp,
    blank,
    open: async (brand, path, viewport, context) => {
      const page = await blank(viewport, context);
      await page.goto(server.url(brand, path));
      return page;
    },
    newTab: browser.newTab,
    rows,
    submissionsOf: (email) =>
      rows(`select * from submissions where json_extract(answers, '$."request.email"') = ?`, email),
    mailsOf: (email) =>
      smtp.messages.filter(
        ({ to, email: { replyTo } }) =>
          to.includes(email) || replyTo?.some(({ address }) => address === email),
      ),
    delivered: () =>
      until(
        () => rows("select id from deliveries where state in ('queued', 'leased')").length === 0,
        () => `not delivered: ${JSON.stringify(rows("select kind, state, last_error from deliveries"))}`,
      ),
  };
  return { product, close };
}
