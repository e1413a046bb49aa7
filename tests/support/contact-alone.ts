import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ownWrittenOut } from "./brand-file.ts";

const root = join(import.meta.dirname, "../..");

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, file), "utf8")) as Record<string, unknown>;

const brands = ["SI", "WI"];
const screens = ["home", "contact", "terms", "failure", "not-found", "server-error"];

const routes = new Set(screens.map((screen) => read(`schemas/screens/${screen}.json`)["route"]));

/** Leads home what leads to a page that there is not: `"to": "/flotas"`, a fact, or `[aquí](/leasing)` in a text. */
const withoutOthers = (text: string): string =>
  text.replaceAll(/(?<="|\]\()\/[^")]*/g, (address) =>
    routes.has(address.replace(/[?#].*/s, "")) ? address : "/",
  );

/** What these pages lead to, and what they say, without the pages that there are not. */
function mended(): Record<string, string> {
  const files: Record<string, unknown> = {};
  const whole = ownWrittenOut();
  for (const [file, text] of Object.entries(whole)) {
    const [, brand = ""] = /^brands\/([^/]+)\/content\//.exec(file) ?? [];
    if (brands.includes(brand)) files[file] = JSON.parse(withoutOthers(text));
  }
  for (const brand of brands) {
    const definition = JSON.parse(whole[`brands/${brand}/brand.json`]!) as Record<string, unknown>;
    const {
      menu: _,
      footer: __,
      badges: ___,
      signIn: ____,
      search: _____,
      ...site
    } = definition["site"] as Record<string, unknown>;
    const facts: unknown = JSON.parse(withoutOthers(JSON.stringify(definition["facts"])));
    files[`brands/${brand}/brand.json`] = { ...definition, facts, site, screens };
  }
  const wording = Object.entries(JSON.parse(whole["brands/WI/wording.es.json"]!) as object);
  files["brands/WI/wording.es.json"] = Object.fromEntries(
    // The pages say here what they say everywhere.
    wording.filter(([key]) => !/^(flows|screens|views)\./.test(key) || key.startsWith("flows.contact.")),
  );
  const home = read("schemas/screens/home.json");
  const blocks = (home["blocks"] as { block: string }[]).filter(({ block }) => block === "questions");
  files["schemas/screens/home.json"] = { ...home, data: undefined, blocks };
  // There is nothing else to be found.
  const missing = read("schemas/screens/not-found.json");
  const said = (missing["blocks"] as { block: string }[]).filter(({ block }) => block === "failure");
  const title = { block: "hero", title: "No encontramos esta página", illustration: "cone" };
  files["schemas/screens/not-found.json"] = { ...missing, data: undefined, blocks: [title, ...said] };
  const failure = read("schemas/screens/failure.json");
  const leads = { ...(failure["failure"] as object), otherwise: "/" };
  files["schemas/screens/failure.json"] = { ...failure, failure: leads };
  return Object.fromEntries(
    Object.entries(files).map(([path, value]) => [path, JSON.stringify(value, null, 2)]),
  );
}

/**
 * The contact form in two brands, and little else: what is read again and again is read quickly then, and a server
 * that is killed again and again is soon back. Two, because what only the other country knows must still be known.
 */
export function contactAlone(): Record<string, string | null> {
  const isOther = (file: string): boolean => {
    const [, kind, name] = /^(?:schemas\/)?(flows|brands|fragments|screens)\/([^/]+)/.exec(file) ?? [];
    // Examples tell of the whole home, of a search, and of a page that is led to.
    if (/^schemas\/screens\/(home|not-found|failure)\//.test(file)) return true;
    if (kind === "brands") return !brands.includes(name!);
    if (kind === "screens") return !screens.includes(name!.replace(".json", ""));
    return kind === "fragments" || (kind === "flows" && name !== "contact");
  };
  const files = ["schemas/flows", "schemas/fragments", "schemas/screens", "brands"].flatMap(filesBelow);
  const left = files.filter((file) => file.endsWith(".json") && isOther(file));
  return { ...Object.fromEntries(left.map((file) => [file, null])), ...mended() };
}

/** The same with pages of a test's own, which it names by their files: a server builds a third of what the project has. */
export function contactAnd(files: Record<string, string>): Record<string, string | null> {
  const alone = contactAlone();
  const pages = Object.keys(files).flatMap(
    (path) => /^schemas\/screens\/([^/]+)\.json$/.exec(path)?.[1] ?? [],
  );
  const brandFiles = Object.entries(files).filter(([path]) => path.endsWith("/brand.json"));
  const given = brandFiles.map(([path, text]) => {
    const { embeddedBy } = JSON.parse(text) as { embeddedBy?: string[] };
    const brand = JSON.parse(alone[path]!) as { screens: string[] };
    const own = { ...brand, screens: [...brand.screens, ...pages], ...(embeddedBy ? { embeddedBy } : {}) };
    return [path, JSON.stringify(own, null, 2)];
  });
  return { ...alone, ...files, ...Object.fromEntries(given) };
}
