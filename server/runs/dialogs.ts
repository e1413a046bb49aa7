import { createHash } from "node:crypto";
import type {
  Answers,
  CompiledProgram,
  ContinueRequest,
  Instruction,
  Words,
} from "../../schemas/engine/serve.ts";
import { forgetCalls, type LoggedCallSite } from "../store/calls.ts";
import { keepDialog, type Run } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import type { Worker } from "./attempt.ts";
import { busy, dialogAlreadyAnswered, unknownButton } from "./errors.ts";

/** What is remembered of the dialog that the last attempt ended with, until the next one. */
export interface OpenDialog {
  id: string;
  step: string;
  /** Its words as they were filled. One that was asked by an older version has none. */
  title?: Words;
  body?: Words;
  /** Names the answers about which it was asked: what a person agrees to holds for these alone. */
  answers: string;
  /** Dialogs before it that the person agreed to. */
  passed: string[];
  /** Calls on whose answers it was decided: trying again makes them anew, going on does not. */
  decidedOn: LoggedCallSite[];
  /** Whether a service may have done what was asked without saying so. */
  unsure?: boolean;
}

export const openDialog = ({ dialog }: Run): OpenDialog | undefined =>
  dialog === null ? undefined : (JSON.parse(dialog) as OpenDialog);

/** A name for effective answers. */
export const nameOf = (values: Answers): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("base64url");

/** @throws {ApiError} `stale` when a button is pressed of a dialog that the last attempt did not end with. */
export function checkDialog(run: Run, { dialog, step }: ContinueRequest): void {
  const open = openDialog(run);
  if (dialog && (open?.id !== dialog.id || open.step !== step)) throw dialogAlreadyAnswered(run);
}

/** What a button does. @throws {ApiError} `unknown-button` */
export function buttonLines(
  // A program of an older engine has none.
  { onPress = {} }: Partial<CompiledProgram>,
  { id, button }: { id: string; button: string },
): Instruction[] {
  const buttons = Object.hasOwn(onPress, id) ? onPress[id]! : {};
  if (!Object.hasOwn(buttons, button)) throw unknownButton(button);
  return buttons[button]!;
}

/** Forgets what the open dialog was decided on, once: what a repeat of this attempt has asked since then is kept. */
export async function forgetDecision(store: Store, run: Run, { token }: Worker): Promise<void> {
  const open = openDialog(run);
  if (!open || open.decidedOn.length === 0) return;
  await store.transaction(async (db) => {
    const rest: OpenDialog = { ...open, decidedOn: [] };
    if (!(await keepDialog(db, run.id, token, JSON.stringify(rest)))) throw busy();
    await forgetCalls(db, open.decidedOn);
  });
}
