import type { Revision } from "../../schemas/engine/serve.ts";
import type { ContentStatus } from "../content/source.ts";
import { escapeHtml } from "./html.ts";

const time = (date: Date | string): string =>
  escapeHtml((typeof date === "string" ? date : date.toISOString()).replace(/\.\d+Z$/, "Z"));

/** A part of `/_desarrollo`: how reading content goes, and what of it each brand shows. Empty where content is files. */
export function contentStatusPart(statuses: ContentStatus[], live: Revision[]): string {
  if (statuses.length === 0) return "";
  const sources = statuses.map(({ source, readAt, failure }) => {
    const how = failure ? "la última lectura falló" : "se lee bien";
    const when = readAt ? `leído por última vez: ${time(readAt)}` : "todavía no se ha leído";
    return `<li class="${failure ? "warning" : ""}"><strong>${escapeHtml(source)}</strong>: ${how}
<div class="quiet">${when}</div></li>`;
  });
  const brands = live.map(({ brand, hash, content }) => {
    const items = content?.items ?? [];
    const rows = items.map(
      ({ id, version, updatedAt }) =>
        `<dt>${escapeHtml(id)}</dt><dd>versión ${version}, ${time(updatedAt)}</dd>`,
    );
    const last = items
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1);
    const what = content
      ? `${items.length} entradas y archivos${last === undefined ? "" : `, lo último de ${time(last)}`}`
      : "con el contenido de los archivos";
    return `<li><strong>${escapeHtml(brand)}</strong>: ${what}
<div class="quiet">revisión ${escapeHtml(hash)}</div>
${rows.length > 0 ? `<details><summary>Versiones</summary><dl>${rows.join("")}</dl></details>` : ""}</li>`;
  });
  return `<h2>Contenido</h2><ul>${[...sources, ...brands].join("")}</ul>`;
}
