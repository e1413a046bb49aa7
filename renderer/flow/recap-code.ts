import type { CompiledScreen } from "../../schemas/engine/evaluate.ts";

/** Of a flow's block: the steps are on one page, with what was answered beside them. */
export interface RecapSlots {
  title: string;
  /** Paths of the answers that stand on the bar of a phone. */
  bar: string[];
  /** Paths of the answers that stand on the line of their step; of a step that has none of them, its last three do. */
  tells?: string[];
  /** Path of the field over the answers, once its step is left: what all is about. */
  shows?: string;
  /** Where nothing was answered yet. */
  empty: string;
  open: string;
  close: string;
}

/** What the page of a screen says of it, if it has one. */
export const recapOf = ({ blocks }: Pick<CompiledScreen, "blocks">): RecapSlots | undefined =>
  blocks.find(({ recap }) => recap !== undefined)?.["recap"] as RecapSlots | undefined;

const load = () => import("./Recap.tsx");
let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Loads its code, for a screen that has one. Rejects when it cannot be had. */
export async function loadRecap(screen: Pick<CompiledScreen, "blocks">): Promise<void> {
  if (recapOf(screen)) loaded ??= await load();
}

/** For the server, which draws any page and waits for nothing. */
export async function loadAnyRecap(): Promise<void> {
  loaded = await load();
}

export const recapView = () => loaded?.Recap;
