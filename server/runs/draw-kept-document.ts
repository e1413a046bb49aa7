import type { DocumentContent } from "../documents/content.ts";
import type { Drawing } from "../documents/drawing.ts";
import { ApiError } from "../http/errors.ts";
import type { Download } from "../http/send-download.ts";
import type { Log } from "../log.ts";
import type { KeptDocument } from "../store/submissions.ts";

/**
 * The file of what a document of a submission says.
 * @throws {ApiError} `unavailable.document` where it cannot be drawn, which the log tells
 */
export async function drawKeptDocument(
  { drawing, log }: { drawing: Pick<Drawing, "draw">; log: Pick<Log, "error"> },
  { content, written }: KeptDocument,
): Promise<Download> {
  try {
    const file = await drawing.draw(content as DocumentContent, new Date(written));
    return { ...file, size: file.bytes.length };
  } catch (error) {
    log.error({ err: error }, "a document could not be drawn");
    throw new ApiError("unavailable.document");
  }
}
