/** Other tabs of this browser at the same form: what is saved in one is seen in the others. */
import { fieldAt, type RunState } from "../../schemas/engine/evaluate.ts";
import { knownTo, lostIn, withEdits } from "./answers.ts";
import type { AttemptDeps } from "./attempts.ts";

/** Speaks to them. Paths alone are said: what was answered is the server's to tell. */
export interface OtherTabs {
  /** These answers were saved here. */
  tell(paths: string[]): void;
  /** Takes over what they save from now on, and what this one may have missed. Returns the way to stop. */
  follow(parts: AttemptDeps): () => void;
}

/** By a channel of this site's own, where the browser has one and lets the page use it. Nobody hears themselves. */
export function tabsAt(name: string): OtherTabs {
  let channel: BroadcastChannel | undefined;
  // A channel is of this site alone: there is no other window to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (paths: string[] | null): void => channel?.postMessage(paths);
  const tell = (paths: string[]): void => {
    if (paths.length > 0) post(paths);
  };
  return {
    tell,
    follow(parts) {
      try {
        channel = new BroadcastChannel(name);
      } catch {
        // A browser that keeps nothing for a page refuses it this one too; the form works without it.
        return () => {};
      }
      channel.addEventListener("message", ({ data }: MessageEvent<string[] | null>) => {
        if (data !== null) void catchUp(parts, data);
        else if (parts.view().run) tell(Object.keys(parts.edits.own({})));
      });
      // The page may have been drawn before another one saved what it has.
      post(null);
      return () => {
        channel?.close();
        // What is still under way may be saved after that, and a closed one takes no message.
        channel = undefined;
      };
    },
  };
}

/**
 * Takes over what was saved in another tab, but for what was edited here since: that is saved after it. Where the run has
 * gone on there, this tab is told so when something is done in it.
 */
async function catchUp(parts: AttemptDeps, paths: string[]): Promise<void> {
  const { store, edits, view, update } = parts;
  await parts.inTurn(async () => {
    const { run, went } = view();
    if (went || run?.wait || run?.status === "done") return;
    const state = await stateNow(parts);
    if (!state || state.status === "done" || state.wait || (run && run.version !== state.version)) return;
    const mine = edits.take(store.answers());
    // The server has no secrets to tell of.
    const kept = paths.filter(
      (path) => !Object.hasOwn(mine, path) && fieldAt(store.prepared, path)?.secret !== true,
    );
    const theirs = knownTo(
      store,
      Object.fromEntries(kept.map((path) => [path, state.answers[path] ?? null])),
    );
    const changed = lostIn(store.answers(), theirs);
    edits.giveUp(kept);
    // What is the same stays as it was typed, and so does what the server said of it.
    if (changed.length > 0) {
      const taken = Object.fromEntries(changed.map((path) => [path, theirs[path] ?? null]));
      store.replace(withEdits(store.answers(), taken));
    }
    update({ run: state });
  });
}

/** The run as the server has it. Where another tab has begun it, it gives the same one. */
async function stateNow({ view, transport, begun }: AttemptDeps): Promise<RunState | undefined> {
  const { run } = view();
  if (!run) {
    const reply = await begun();
    return reply.kind === "answer" ? reply.data : undefined;
  }
  const reply = await transport.state?.(run.run);
  return reply?.kind === "answer" ? reply.data.state : undefined;
}
