import { useLocation } from "react-router";
import { handoffAnchor, type CompiledFlow } from "../../schemas/engine/evaluate.ts";
import { useHydrated } from "../page/device.ts";

/** What the address of a mailed link holds, on the page of a form that can be gone on with. No server sees it. */
export function useHandoffToken({ handoff }: CompiledFlow): string | undefined {
  const { hash } = useLocation();
  // The server drew the form: it could not know.
  const alive = useHydrated();
  const start = `#${handoffAnchor}`;
  return alive && handoff && hash.startsWith(start) ? hash.slice(start.length) : undefined;
}
