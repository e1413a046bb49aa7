/** What a new brand starts with: a page, and a sign to be drawn anew. */
import type { Sources } from "../../schemas/engine/all.ts";
import { printFile } from "../../schemas/engine/edit.ts";

export interface BrandStarter {
  code: string;
  name: string;
  /** What it takes over, if anything. */
  defaults: string | undefined;
  country: string;
  locale: string;
  timeZone: string;
  host: string;
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);

const brandOf = (given: BrandStarter, home: string): object => {
  const { code, name, defaults, country, locale, timeZone, host } = given;
  const mailSender = `no-responder@${host.includes(".") ? host.replace(/\.localhost$/, ".example") : "sitio.example"}`;
  return {
    $schema: "../../schemas/language/brand.schema.json",
    brand: code,
    ...(defaults === undefined ? {} : { extends: defaults }),
    facts:
      defaults === undefined
        ? { name, country, locale, timeZone, legalName: name, mailSender }
        : { name, legalName: name, mailSender },
    hosts: [host],
    theme: {
      colours: { primary: "#2b4c7e", accent: "#e0a526", ink: "#17202c", surface: "#f5f7fa" },
      radius: "md",
      font: "figtree",
      hero: "light",
    },
    ...(defaults === undefined ? { screens: [home] } : {}),
  };
};

const homeOf = (screen: string): object => ({
  $schema: "../language/screen.schema.json",
  screen,
  route: "/",
  title: "{brand.name}",
  description: "El sitio de {brand.name}.",
  blocks: [
    { block: "hero", title: "{brand.name}", body: "Cuenta aquí qué encuentra la gente en este sitio." },
  ],
});

/** The name in letters of the device, and its first letter: each is drawn anew before the site goes live. */
const wordmark = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="48" viewBox="0 0 240 48"><text x="0" y="33" font-family="sans-serif" font-size="26" font-weight="700"${name.length > 16 ? ' textLength="240" lengthAdjust="spacingAndGlyphs"' : ""} fill="#17202c">${escaped(name)}</text></svg>\n`;
const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="currentColor" d="M8 8h32v32H8z"/></svg>\n';

/** The files of a new brand by path. One that extends nothing has a home page of its own. */
export function brandStarterFiles(given: BrandStarter): Sources {
  const home = `home-${given.code.toLowerCase()}`;
  return {
    [`brands/${given.code}/brand.json`]: printFile(brandOf(given, home)),
    [`brands/${given.code}/wordmark.svg`]: wordmark(given.name),
    [`brands/${given.code}/mark.svg`]: mark,
    ...(given.defaults === undefined ? { [`schemas/screens/${home}.json`]: printFile(homeOf(home)) } : {}),
  };
}
