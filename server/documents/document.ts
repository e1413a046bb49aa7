/** Documents of submissions as files. */
import type { DocumentContent } from "./content.ts";

export interface DocumentFile {
  name: string;
  /** MIME type. */
  type: string;
  bytes: Buffer;
}

/** Draws a document. `written` is when its submission was stored: drawn again, it says the same. */
export async function drawDocument(content: DocumentContent, written: Date): Promise<DocumentFile> {
  // Loaded when the first one is drawn: most processes and most tests draw none.
  if (content.format === "pdf") {
    const { drawPdf } = await import("./pdf.ts");
    return {
      name: `${content.name}.pdf`,
      type: "application/pdf",
      bytes: await drawPdf(content, written),
    };
  }
  if (content.format === "json") {
    const { drawJson } = await import("./json.ts");
    return { name: `${content.name}.json`, type: "application/json", bytes: drawJson(content) };
  }
  const { drawExcel } = await import("./excel.ts");
  return {
    name: `${content.name}.xlsx`,
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    bytes: await drawExcel(content),
  };
}
