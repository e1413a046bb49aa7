/** A whole Chromium, driven by its own protocol: Playwright takes the cache of pages that are gone back to away from it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./until.ts";

export interface BackForwardPage {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): Promise<void>;
}

/** Why the browser loaded a page anew that it could have kept. */
interface NotUsed {
  notRestoredExplanations: { reason: string }[];
}

/** Opens the Chromium at this path, without a window. `notUsed` is told why a page was not kept. */
export async function openBackForward(
  path: string,
  notUsed: (reasons: string[]) => void,
): Promise<BackForwardPage> {
  const profile = await mkdtemp(join(tmpdir(), "vitrina-chromium-"));
  const flags = ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const browser = spawn(path, [...flags, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  browser.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const port = (): string | undefined => /ws:\/\/[^/:]+:(\d+)\//.exec(said)?.[1];
  await until(
    () => port() !== undefined,
    () => said,
  );
  const targets = (await (await fetch(`http://127.0.0.1:${port()}/json`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets.find(({ type }) => type === "page")!.webSocketDebuggerUrl);
  await once(socket, "open");
  const answers = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as Answer & { id?: number; method?: string; params?: NotUsed };
    if (message.id !== undefined) answers.get(message.id)?.(message);
    if (message.method === "Page.backForwardCacheNotUsed")
      notUsed(message.params!.notRestoredExplanations.map(({ reason }) => reason));
  });
  let last = 0;
  const send = (method: string, params: object = {}): Promise<Answer> =>
    new Promise((resolve) => {
      answers.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send("Page.enable");

  return {
    goto: async (url) => void (await send("Page.navigate", { url })),
    evaluate: async <Value>(expression: string) => {
      const { result } = await send("Runtime.evaluate", { expression, returnByValue: true });
      return result?.result?.value as Value;
    },
    close: async () => {
      socket.close();
      const gone = once(browser, "exit");
      browser.kill("SIGKILL");
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What the browser answers, as far as it is read. */
interface Answer {
  result?: { result?: { value: unknown } };
}
