/** The page that is there without a connection: it is whole by itself, and the same for everybody. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { plainWords, type CompiledBrand } from "../../schemas/engine/serve.ts";
import { trimmed } from "./brand-drawings.ts";
import { escapeHtml } from "./html.ts";
import { plainPage, plainStyle } from "./plain-page.ts";

export interface OfflinePage {
  html: string;
  policy: string;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

/** `folder` holds `brands/<code>/wordmark.svg`. */
export async function drawOfflinePage(brand: CompiledBrand, folder: string): Promise<OfflinePage> {
  const wordmark = await readFile(join(folder, "brands", brand.brand, "wordmark.svg"), "utf8").catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    },
  );
  const word = (name: string): string => escapeHtml(plainWords(brand.words[name] ?? []));
  const name = escapeHtml(brand.name);
  const { ink, accent, surface } = brand.theme.colours;
  const { phone } = brand.site;
  const style = `${plainStyle}
body{color:${ink};background:${surface};border-top:.375rem solid ${accent}}
h1{text-wrap:balance}
img{display:block;height:3rem;max-width:100%;margin:0 auto 2.5rem}
.name{font-size:1.25rem;font-weight:700;margin:0 0 2.5rem}
a{background:${ink}}
a+a{color:${ink}}`;
  const called =
    wordmark === undefined
      ? `<p class="name">${name}</p>`
      : `<img alt="${name}" src="data:image/svg+xml;base64,${Buffer.from(trimmed(wordmark)).toString("base64")}">`;
  const call = phone === undefined ? "" : `<a href="${escapeHtml(phone.to)}">${escapeHtml(phone.label)}</a>`;
  const html = plainPage({
    lang: brand.locale,
    title: word("offline.title"),
    style,
    above: `${called}\n`,
    below: `<p>${word("offline")}.</p>
<p>${word("offline.kept")}</p>
<p><a href="">${word("retry")}</a>${call}</p>`,
  });
  const policy = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; img-src data:; style-src 'sha256-${sha256(style)}'`;
  return { html, policy };
}
