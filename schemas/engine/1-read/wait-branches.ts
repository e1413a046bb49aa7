import type { AwaitLine, WaitOutcome } from "../types/index.ts";

/** The branch of a wait by how it ends: for whoever checks, compiles and runs programs. */
export const waitBranches = {
  came: "onCame",
  refused: "onRefused",
  timeout: "onTimeout",
  cancelled: "onCancelled",
} as const satisfies Record<WaitOutcome, keyof AwaitLine>;

export type WaitBranchName = (typeof waitBranches)[WaitOutcome];

export const waitBranchNames = Object.values(waitBranches);
