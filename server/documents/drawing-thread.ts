/** The thread in which documents are drawn, one after the other: drawing.ts starts it. */
import { parentPort } from "node:worker_threads";
import type { DocumentContent } from "./content.ts";
import { drawDocument } from "./document.ts";

export interface DrawingJob {
  content: DocumentContent;
  written: Date;
}

export type DrawingResult =
  | { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }
  | { fault: string };

async function draw({ content, written }: DrawingJob): Promise<DrawingResult> {
  try {
    const { name, type, bytes } = await drawDocument(content, written);
    return { name, type, bytes: new Uint8Array(bytes) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort!.on("message", (order: DrawingJob) => {
  void draw(order).then((drawn) =>
    // Handed over, not copied.
    parentPort!.postMessage(drawn, "bytes" in drawn ? [drawn.bytes.buffer] : []),
  );
});
