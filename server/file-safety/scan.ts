/** A content looked through a window at a time: never more of it in memory than two of them. */
import type { FileContent } from "./file-content.ts";
import { takingTurns } from "./turns.ts";

const windowBytes = 64 * 1024;

export interface Window {
  /** As Latin-1: a sign for each byte. Begins with what the window before ended with. */
  text: string;
  /** Where in the content the text begins. */
  from: number;
}

/** Windows that overlap by `overlap` bytes, so that what is looked for is whole in one of them. */
export async function* windowsOf(content: FileContent, overlap: number): AsyncGenerator<Window> {
  const turn = takingTurns();
  let before = "";
  for (let at = 0; at < content.size; at += windowBytes) {
    const text = before + (await content.read(at, windowBytes)).toString("latin1");
    yield { text, from: at - before.length };
    before = overlap === 0 ? "" : text.slice(-overlap);
    await turn();
  }
}

const maxMarkBytes = 64;

/** Whether any part of the content matches. What matches is no longer than 64 bytes. */
export async function hasMark(content: FileContent, mark: RegExp): Promise<boolean> {
  for await (const { text } of windowsOf(content, maxMarkBytes)) if (mark.test(text)) return true;
  return false;
}
