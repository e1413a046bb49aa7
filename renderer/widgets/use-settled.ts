import { useEffect, useMemo, useRef, useState } from "react";
import type { Answer } from "../../schemas/engine/evaluate.ts";
import { debounced } from "../run/drafts.ts";

/** Milliseconds without a key after which what was typed, or moved to with keys, is the answer. */
const restMs = 300;

export interface MovedAnswer {
  /** What is shown: where it is moved to, or else the answer. */
  shown: Answer | undefined;
  /** Moves it: it is the answer once it is settled, or after a rest. `isHeld`: by a pointer, which lets go of it. */
  move(to: Answer | undefined, isHeld?: boolean): void;
  /** What it was moved to is the answer now. */
  settle(): void;
}

/** An answer that is still being moved: what hangs on it is not asked for at every place on the way. */
export function useSettled(
  answer: Answer | undefined,
  onChange: (to: Answer | undefined) => void,
): MovedAnswer {
  const [moved, setMoved] = useState<{ from: Answer | undefined; to: Answer | undefined }>();
  const state = useRef({ moved, answer, onChange });
  state.current = { moved, answer, onChange };
  const timer = useMemo(() => {
    const settle = (): void => {
      const { moved: last, answer: now, onChange: tell } = state.current;
      state.current.moved = undefined;
      setMoved(undefined);
      // What was changed from elsewhere since is not overwritten.
      if (last && last.from === now && last.to !== now) tell(last.to);
    };
    return { settle, rest: debounced(settle, restMs) };
  }, []);
  useEffect(() => () => timer.rest.cancel(), [timer]);
  return {
    shown: moved && moved.from === answer ? moved.to : answer,
    move(to, isHeld = false) {
      const next = { from: answer, to };
      state.current.moved = next;
      setMoved(next);
      if (isHeld) timer.rest.cancel();
      else timer.rest.later();
    },
    settle() {
      timer.rest.cancel();
      timer.settle();
    },
  };
}
