import { useEffect } from "react";
import { connectivity } from "../page/connectivity.ts";
import type { FlowResources } from "./resources.ts";
import type { RunController } from "./run.ts";

/** What could not be saved without a connection is saved when there is one again. */
export function useReconnected(run: RunController, { home }: FlowResources): void {
  useEffect(() => {
    if (home !== undefined) return undefined;
    return connectivity.subscribe(() => {
      if (!connectivity.offline()) run.saveSoon();
    });
  }, [run, home]);
}
