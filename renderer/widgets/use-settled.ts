import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Answer } from "../../schemas/engine/evaluate.ts";
import { settleOnLeaving } from "../run/unsettled.ts";

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

interface Moved {
  from: Answer | undefined;
  to: Answer | undefined;
}

/** An answer that is still being moved: what hangs on it is not asked for at every place on the way. */
export function useSettled(
  answer: Answer | undefined,
  onChange: (to: Answer | undefined) => void,
): MovedAnswer {
  const [moved, setMoved] = useState<Moved>();
  const last = useRef<Moved>(undefined);
  const latest = useRef({ answer, onChange });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    latest.current = { answer, onChange };
  });
  const settle = useCallback((): void => {
    clearTimeout(timer.current);
    const was = last.current;
    const { answer: now, onChange: tell } = latest.current;
    last.current = undefined;
    setMoved(undefined);
    // What was changed from elsewhere since is not overwritten.
    if (was && was.from === now && was.to !== now) tell(was.to);
  }, []);
  useEffect(() => {
    const forget = settleOnLeaving(settle);
    return () => {
      forget();
      settle();
    };
  }, [settle]);
  return {
    shown: moved && moved.from === answer ? moved.to : answer,
    move(to, isHeld = false) {
      const next = { from: answer, to };
      last.current = next;
      setMoved(next);
      clearTimeout(timer.current);
      if (!isHeld) timer.current = setTimeout(settle, restMs);
    },
    settle,
  };
}
