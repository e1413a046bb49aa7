/** What stands around every mail: tables of 600 px, which Outlook and Gmail take, with a dark look where it is asked for. */

export interface MailLook {
  /** Of text and of what is around the mail, `#rrggbb`. */
  ink: string;
  surface: string;
  /** The brand's family of letters. It is there on few devices: others follow it. */
  font: string;
}

/** All of it is HTML already. */
export interface MailFrame {
  name: string;
  title: string;
  heading: string;
  colour: string;
  look: Partial<MailLook>;
  hasWordmark: boolean;
  body: string;
  footer: string[];
}

/** What the picture of the brand's name is called within the mail. */
export const wordmarkId = "wordmark";

const dark = [
  `.page{background:#12161b!important}`,
  `.card{background:#1c2229!important;color:#eef1f4!important}`,
  `.soft,.soft a{color:#b4bec9!important}`,
  `.line{border-color:#3b4550!important}`,
  `.card .words a{color:#9ec7ff!important}`,
  `.card .words .button a{color:#ffffff!important}`,
  // A brand's dark colour would not be seen on the card.
  `.button{border-color:#b4bec9!important}`,
].join("");

const table = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;

export function frameMail({
  name,
  title,
  heading,
  colour,
  look,
  hasWordmark,
  body,
  footer,
}: MailFrame): string {
  const { ink = "#1b232c", surface = "#f2f4f6", font } = look;
  const family = [
    ...(font === undefined ? [] : [`'${font}'`]),
    "'Segoe UI'",
    "Roboto",
    "Arial",
    "sans-serif",
  ];
  const letters = `font-family:${family.join(",")}`;
  const sign = `display:block;border:0;${letters};font-size:22px;font-weight:700;color:${colour}`;
  const wordmark = hasWordmark
    ? `<img src="cid:${wordmarkId}" width="180" height="36" alt="${name}" style="${sign}">`
    : `<span style="${sign}">${name}</span>`;
  return [
    `<!doctype html><html lang="es"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<meta name="supported-color-schemes" content="light dark"><title>${title}</title>`,
    `<style>@media(prefers-color-scheme:dark){${dark}}@media(max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${surface}">`,
    `<table ${table} width="100%" class="page" bgcolor="${surface}" style="background:${surface}"><tr><td align="center" style="padding:24px 12px">`,
    `<!--[if mso]><table ${table} width="600"><tr><td><![endif]-->`,
    `<table ${table} width="100%" class="card" bgcolor="#ffffff" style="max-width:600px;background:#ffffff;color:${ink};border-radius:12px;overflow:hidden;overflow-wrap:anywhere;word-break:break-word;${letters};font-size:16px;line-height:1.5;text-align:left">`,
    // White in the dark too: that is what the wordmark is drawn on.
    `<tr><td class="pad" bgcolor="#ffffff" style="padding:24px 32px 20px;background:#ffffff;border-top:6px solid ${colour}">${wordmark}</td></tr>`,
    `<tr><td class="pad" style="padding:28px 32px 0"><h1 style="margin:0;font-size:24px;line-height:1.25;font-weight:700">${heading}</h1></td></tr>`,
    `<tr><td class="pad words" style="padding:16px 32px 12px">${body}</td></tr>`,
    `<tr><td class="pad soft line" style="padding:20px 32px 28px;border-top:1px solid #e3e7ec;color:#55606c;font-size:13px;line-height:1.8"><strong>${name}</strong>${footer.map((line) => `<br>${line}`).join("")}</td></tr>`,
    `</table><!--[if mso]></td></tr></table><![endif]-->`,
    `</td></tr></table></body></html>`,
  ].join("");
}
