/** What a preview shows besides its page: that it is one, and what is wrong with the content. */
import type { Diagnostic } from "../../schemas/engine/serve.ts";
import { dayIn, timeIn } from "../clock.ts";
import { leavePath } from "./link.ts";

/** What whoever comes too late, or with a link of another site, is told. */
export const linkIsOver = "Este enlace de vista previa venció o no es de este sitio. Pide otro.";

/** Says until when it is seen, by the brand's clock. */
export function barText(until: Date, now: Date, timeZone: string): string {
  const day = dayIn(timeZone, until);
  const [, month, date] = day.split("-");
  const when = day === dayIn(timeZone, now) ? "" : `el ${date}-${month} `;
  return `Vista previa de contenido · caduca ${when}a las ${timeIn(timeZone, until)}`;
}

/** Over the page and outside of it: it stays while somebody goes from page to page. `nonce` lets its look in. */
export const previewBar = (
  text: string,
  nonce: string,
): string => `<aside id="preview-bar" aria-label="Vista previa">
<style nonce="${nonce}">
#preview-bar{position:sticky;top:0;z-index:400;display:flex;justify-content:center;align-items:center;gap:1rem;padding:0 1.25rem;background:#3b1d60;color:#fff;font:600 .875rem/1.3 system-ui,sans-serif}
html{scroll-padding-top:3.5rem}
#preview-bar p{margin:0}
#preview-bar a{display:inline-flex;flex:none;align-items:center;min-height:2.75rem;color:#fff;text-decoration:underline}
#preview-bar a:focus-visible{outline:3px solid #fff;outline-offset:2px}
@media print{#preview-bar{display:none}}
</style>
<p>${text}</p> <a href="${leavePath}">Salir</a></aside>`;

/** Where something is wrong, for people: an entry with its field, or a file with its line. */
export function placeText({ file, line }: Pick<Diagnostic, "file" | "line">): string {
  const [, entry, field] = /^contentful:([^#]+)(?:#(.+))?$/.exec(file) ?? [];
  if (entry === undefined) return `Archivo ${file}, línea ${line}`;
  return field === undefined ? `Entrada ${entry}` : `Entrada ${entry}, campo ${field}`;
}
