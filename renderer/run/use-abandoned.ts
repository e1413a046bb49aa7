import { useEffect } from "react";
import type { CompiledFlow } from "../../schemas/engine/evaluate.ts";
import { watchAbandoned } from "./abandoned.ts";
import { reloadPage } from "./reload-page.ts";
import type { RunController } from "./run.ts";

/** A form that was left open on a screen asks the server again whether what it shows may still be shown. */
export function useAbandoned({ abandon }: CompiledFlow, run: RunController): void {
  const minutes = run.abandon && abandon?.minutes;
  useEffect(() => {
    if (minutes === undefined) return undefined;
    return watchAbandoned({
      minutes,
      canLeave: () => run.view().run !== null && navigator.onLine,
      leave: () => reloadPage(globalThis.location.pathname),
      events: globalThis.window,
    });
  }, [minutes, run]);
}
