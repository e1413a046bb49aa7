/**
 * A process that runs servers for tests: it has loaded them once, which is most of what a start costs. To each
 * `{ id, start: settings }` it answers `{ id }` once the server listens, or `{ id, problem }`; to `{ id }` alone the same once
 * that server has ended. Ends with who started it.
 */
import { main, type Running } from "../../server/main.ts";
import { sharedWork } from "./shared-work.ts";

export interface Asked {
  id: number;
  /** Settings, as of `process.env`. */
  start?: Record<string, string | undefined>;
}

export interface Told {
  id: number;
  problem?: string;
}

const running = new Map<number, Running>();
// Each server has its own listeners of signals.
process.setMaxListeners(0);
process.once("disconnect", () => process.exit());
process.on("message", ({ id, start }: Asked) => {
  const work = async (): Promise<void> => {
    if (start !== undefined) return void running.set(id, await main(start, { shared: sharedWork }));
    const ending = running.get(id);
    running.delete(id);
    await ending?.close();
  };
  const tell = (told: Told): void => void process.send!(told);
  work().then(
    () => tell({ id }),
    (error: unknown) =>
      tell({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
