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

/** What Chromium offers; the types of browsers in general do not have it yet. */
declare const scheduler: {
  postTask(task: () => void, options: { priority: "user-blocking" }): Promise<void>;
};

/**
 * When the next frame has been painted, with what `look` found right before that. What a frame posts with this priority
 * runs as soon as it is painted, before all work that waits already.
 */
export const painted = <Found = void>(look?: () => Found): Promise<Found> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      // What is looked for after the frame may not be in it.
      const found = look?.() as Found;
      void scheduler.postTask(() => resolve(found), { priority: "user-blocking" });
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
      // A field that was left before may be marked already.
      const before = wrong();
      const began = performance.now();
      document.querySelector<HTMLButtonElement>("#form button[type=submit]")!.click();
      let [count, first, last] = [before, 0, 0];
      for (let quiet = 0; quiet < 10;) {
        const now = await painted(wrong);
        if (first === 0 && now > before) first = performance.now() - began;
        if (now !== count) last = performance.now() - began;
        quiet = now === count && now > before ? quiet + 1 : 0;
        count = now;
      }
      return { painted: first, complete: last };
    },
  };
  Object.assign(globalThis, { measured });
}
