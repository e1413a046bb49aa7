/** Code that comes later, and a connection that is back before it is known that the code was lost. */
import { afterEach, expect, test, vi } from "vitest";
import { loadPart } from "../../renderer/page/lazy-part.ts";

afterEach(() => vi.unstubAllGlobals());

/** A page, and whoever hears it. */
function standIn(): { online(): void; listening(): number } {
  const page = new EventTarget();
  let count = 0;
  vi.stubGlobal("document", {});
  vi.stubGlobal(
    "addEventListener",
    (type: string, listener: () => void, options: AddEventListenerOptions) => {
      count += 1;
      options.signal?.addEventListener("abort", () => (count -= 1));
      page.addEventListener(type, listener, options);
    },
  );
  return { online: () => void page.dispatchEvent(new Event("online")), listening: () => count };
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

test("what is loaded on a server is not asked for again", async () => {
  await expect(loadPart(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
});
