import { useEffect } from "react";
import type { CompiledFlow } from "../../schemas/engine/evaluate.ts";
import { loadAnew } from "./load-anew.ts";
import type { RunController } from "./run.ts";

const minute = 60_000;
/** Milliseconds between two looks, also after the device slept. The server counts from the last draft, and is never later. */
const every = 30_000;
const signs = ["pointerdown", "keydown", "input"] as const;

/** A form that was left open on a screen asks the server again whether what it shows may still be shown. */
export function useAbandoned({ abandon }: CompiledFlow, run: RunController): void {
  const minutes = run.abandon && abandon?.minutes;
  useEffect(() => {
    if (minutes === undefined) return undefined;
    let last = Date.now();
    const touched = (): void => void (last = Date.now());
    const look = (): void => {
      const isLeft = Date.now() - last > minutes * minute + every;
      if (isLeft && run.view().run && navigator.onLine) loadAnew(globalThis.location.pathname);
    };
    for (const sign of signs) addEventListener(sign, touched, true);
    const timer = setInterval(look, every);
    return () => {
      clearInterval(timer);
      for (const sign of signs) removeEventListener(sign, touched, true);
    };
  }, [minutes, run]);
}
