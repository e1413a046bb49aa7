/** Code that comes later: it was lost, and is asked for again once that may help. */
import { afterEach, expect, test, vi } from "vitest";
import { loadPart } from "../../renderer/page/lazy-part.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page, and whoever hears it. */
function standIn(onLine = false): { online(): void; press(): void; listening(): number } {
  const page = new EventTarget();
  let count = 0;
  vi.stubGlobal("document", {});
  vi.stubGlobal("navigator", { onLine });
  vi.stubGlobal(
    "addEventListener",
    (type: string, listener: () => void, options: AddEventListenerOptions) => {
      count += 1;
      options.signal?.addEventListener("abort", () => (count -= 1));
      page.addEventListener(type, listener, options);
    },
  );
  const tell = (type: string) => (): void => void page.dispatchEvent(new Event(type));
  return { online: tell("online"), press: tell("click"), listening: () => count };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test.each(["while it is asked for", "after it was lost"])(
  "a part comes where the connection is back %s",
  async (when) => {
    const { online, listening } = standIn();
    const first = Promise.withResolvers<string>();
    let asked = 0;
    const part = loadPart(() => (++asked === 1 ? first.promise : Promise.resolve("the part")));
    if (when === "while it is asked for") online();
    first.reject(new Error("lost"));
    await turns();
    if (when === "after it was lost") {
      expect(asked).toBe(1);
      online();
    }
    await turns();
    expect(asked).toBe(2);
    expect(await part).toBe("the part");
    expect(listening()).toBe(0);
  },
);

test("of a server that fails, a part is asked for by itself, ever later, until it comes", async () => {
  vi.useFakeTimers();
  const { listening } = standIn(true);
  const at: number[] = [];
  const begun = Date.now();
  const part = loadPart(async () => {
    at.push(Date.now() - begun);
    if (at.length < 8) throw new Error("503");
    return "the part";
  });
  await vi.runAllTimersAsync();
  expect(await part).toBe("the part");
  expect(at).toEqual([0, 2, 6, 14, 30, 62, 122, 182].map((seconds) => seconds * 1_000));
  expect(listening()).toBe(0);
});

test.each([
  ["with a connection", true],
  ["without one, where only a press asks", false],
])("whoever waits for a part and presses asks for it again, %s", async (_when, onLine) => {
  vi.useFakeTimers();
  const { press, listening } = standIn(onLine);
  let asked = 0;
  const part = loadPart(async () => {
    if (++asked < 3) throw new Error("lost");
    return "the part";
  });
  for (const times of [1, 2]) {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toBe(times);
    press();
  }
  expect(await part).toBe("the part");
  expect(listening()).toBe(0);
});

test("what is loaded on a server is not asked for again", async () => {
  await expect(loadPart(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
});
