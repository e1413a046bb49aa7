import { crossing } from "./crossing.ts";
import { escapeHtml } from "./html.ts";

/** How a page looks that stands between this site and another: it loads nothing. */
export const plainStyle = `body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1d2733;background:#f5f7f9}
main{max-width:28rem;margin:15vh auto 0;padding:2rem 1.5rem;text-align:center}
h1{font-size:1.5rem;line-height:1.2;margin:0 0 .5rem}
a,button{box-sizing:border-box;margin-top:1rem;min-height:3rem;padding:0 1.5rem;border:0;border-radius:.5rem;font:inherit;font-weight:600;color:#fff;background:#1d2733;cursor:pointer}
a{display:inline-flex;align-items:center;margin-inline:.25rem;text-decoration:none}
a+a{color:#1d2733;background:none;box-shadow:inset 0 0 0 1px #1d2733}
a:focus-visible,button:focus-visible{outline:3px solid #2f6fed;outline-offset:2px}
${crossing}`;

interface PlainPage {
  lang: string;
  /** HTML, as all parts below. It is the page's heading too. */
  title: string;
  style?: string;
  /** By which the page's policy lets the style in; left out where that names its hash. */
  nonce?: string;
  head?: string;
  /** What stands over the heading. */
  above?: string;
  /** What stands under it. */
  below: string;
  script?: string;
}

/** A page that stands between this site and another, or without either: it is whole by itself. */
export const plainPage = (page: PlainPage): string => {
  const { lang, title, style = plainStyle, nonce, head = "", above = "", below, script = "" } = page;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style${nonce === undefined ? "" : ` nonce="${nonce}"`}>${style}</style>
${head}</head>
<body>
<main>
${above}<h1>${title}</h1>
${below}
</main>
${script}</body>
</html>
`;
};
