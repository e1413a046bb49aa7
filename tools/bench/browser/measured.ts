import { questions } from "./questions.ts";

/** What a measured page offers to whoever measures it. */
export interface Measured {
  /** Fetches what a page would have before it mounts a form of so many questions. */
  load(count: number): Promise<void>;
  /** Mounts the form; tells the milliseconds until it was painted, and until every question was there. */
  mount(count: number): Promise<{ painted: number; complete: number }>;
  /** From now on, times each event of this type from its start until what it changed was painted. */
  time(type: "keydown" | "click"): void;
  /** The milliseconds measured since. */
  times(): number[];
  /** Presses the form's button: milliseconds until the first problems were painted, and until the last one was. */
  press(): Promise<{ painted: number; complete: number }>;
}

/** When the next frame has been painted: what is posted within a frame arrives after it. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => resolve(), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  });

/** Puts a page's form where the measuring finds it. `mount` may return when it has only begun. */
export function expose(
  mount: (element: Element, count: number) => unknown,
  load: (count: number) => Promise<void> = () => Promise.resolve(),
): void {
  const found: number[] = [];
  const measured: Measured = {
    load,
    async mount(count) {
      const began = performance.now();
      await mount(document.querySelector("#form")!, count);
      while (!document.querySelector("#form button[type=submit]")) await painted();
      await painted();
      const first = performance.now() - began;
      const asked = questions(count).filter(({ after }) => after === undefined).length;
      while (document.querySelectorAll("#form :is(input, select)").length < asked) await painted();
      return { painted: first, complete: performance.now() - began };
    },
    time(type) {
      addEventListener(
        type,
        (event) => {
          const { timeStamp } = event;
          void painted().then(() => found.push(performance.now() - timeStamp));
        },
        { capture: true },
      );
    },
    times: () => found.splice(0),
    async press() {
      const wrong = (): number => document.querySelectorAll("#form [aria-invalid=true]").length;
      const began = performance.now();
      document.querySelector<HTMLButtonElement>("#form button[type=submit]")!.click();
      let [count, first, last] = [0, 0, 0];
      for (let quiet = 0; quiet < 10;) {
        await painted();
        const now = wrong();
        if (first === 0 && now > 0) first = performance.now() - began;
        if (now !== count) last = performance.now() - began;
        quiet = now === count && now > 0 ? quiet + 1 : 0;
        count = now;
      }
      return { painted: first, complete: last };
    },
  };
  Object.assign(globalThis, { measured });
}
