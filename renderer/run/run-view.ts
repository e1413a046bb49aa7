import type { Problem, RunDialog, RunState, RunTransfer } from "../../schemas/engine/evaluate.ts";

/** What the person has to be told about the run. */
export type Notice =
  | { kind: "unreachable" }
  /** The browser knows of no network: nothing was sent. */
  | { kind: "offline" }
  | { kind: "stale" }
  /** What was worked out before does not hold any more: answers that it came from have changed. */
  | { kind: "changed" }
  /** Another tab sent this form, with other answers than those that stand here. */
  | { kind: "sentElsewhere" }
  | { kind: "refused"; message: string; requestId: string };

/** Whether it is what the last attempt came to, and says nothing of the run as a whole. */
export const isOfAttempt = ({ kind }: Notice): boolean =>
  kind === "unreachable" || kind === "offline" || kind === "refused";

export interface RunView {
  run: RunState | null;
  busy: boolean;
  notice?: Notice;
  /** The run went to another device: nothing can be done with it here. */
  went?: RunTransfer;
  /** What has to be answered before anything else. */
  dialog?: RunDialog;
  /** Problems of the last press of Continuar. `press` counts the presses, so that each one takes the focus. */
  summary: Problem[];
  submitCount: number;
  /** Paths that closing the dialog cleared: what is to be answered anew. */
  cleared?: string[];
}

export interface Leaving {
  /** Query parameters of this page that go along; `utm` is all whose name begins so. */
  keep?: string[] | undefined;
  /** The browser loads it, with nothing of this page. */
  anew?: boolean | undefined;
  /** This run is done, and another one that it put in line waits there. */
  linked?: boolean;
}

/** Where the run leads. Set by whoever draws it. */
export interface RunNavigation {
  /** To a step of the flow. */
  go(step: string): void;
  /** To another page of the site. */
  leave(path: string, how?: Leaving): void;
  /** To an address of this site that is no page of the application. */
  open?(address: string): void;
  /** The run belongs to another revision than the page: draw the page anew. */
  reload(): void;
}
