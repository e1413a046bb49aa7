/** What each brand says in its own words, and shows in its own pictures: no two of them the same, but what is named here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand, root } from "../support/definitions.ts";

/** Files of marketing. What the law or a form has all brands say is in others: terms, what a booking says. */
const own = /^(?:(?:about|banners|home|landings)\.json|(?:banner-form|legacy|minisite|news)\/.+\.json)$/;

/** What a form has to say before it is sent, and how it calls its questions. */
const shared = [
  /^Acepto que \{brand\.name\} use mis datos para /,
  /^Te contactaremos en los próximos dos días hábiles\.$/,
  /^Marca y modelo de tu auto$/,
];

/** Words by which a text is a sentence and no name. */
const leastWords = 5;

/** Sentences, and addresses of pictures without their version. */
function partsOf(value: unknown): string[] {
  if (typeof value === "string") {
    if (value.startsWith("/media/")) return [value.split("?", 1)[0]!];
    const sentences = value.split(/(?<=[.!?:])\s+|\n+/).map((one) => one.trim());
    return sentences.filter((one) => one.split(/\s+/).length >= leastWords);
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === "$schema" ? [] : partsOf(one)));
}

/** Where the same part is in two brands' content: the files, and the part. */
function sameIn(brands: Record<string, Record<string, unknown>>): string[] {
  const found = new Map<string, Map<string, string>>();
  for (const [brand, files] of Object.entries(brands)) {
    for (const [file, content] of Object.entries(files)) {
      for (const part of partsOf(content)) {
        const places = found.get(part) ?? new Map<string, string>();
        found.set(part, places.set(brand, `${brand}/${file}`));
      }
    }
  }
  return [...found]
    .filter(([part, places]) => places.size > 1 && !shared.some((one) => one.test(part)))
    .map(([part, places]) => `${[...places.values()].join(", ")}: ${part}`);
}

function filesOf(brand: string): Record<string, unknown> {
  const folder = join(root, "brands", brand, "content");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
    name.replaceAll("\\", "/"),
  );
  return Object.fromEntries(
    names
      .filter((name) => own.test(name))
      .map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8"))]),
  );
}

it("no two brands say the same sentence or show the same picture, but what is named", () => {
  const brands = Object.fromEntries(brandCodes.map((brand) => [brand, filesOf(brand)]));
  for (const files of Object.values(brands)) expect(partsOf(files).length).toBeGreaterThan(60);
  expect(sameIn(brands)).toEqual([]);
  const text = "Abrimos también los domingos de mañana. Pasa cuando quieras.";
  const picture = "/media/cars/a/rojo/045-960.avif";
  const twice = {
    A: { "home.json": [{ text }] },
    B: { "news/x.json": { body: text, picture: `${picture}?v=1` } },
  };
  expect(sameIn(twice)).toEqual(["A/home.json, B/news/x.json: Abrimos también los domingos de mañana."]);
  expect(sameIn({ ...twice, A: { "banners.json": { picture: `${picture}?v=2` } } })).toHaveLength(1);
});

/** What a country calls otherwise. A page's foot is a `pie` everywhere. */
const foreign = {
  peru: /\b(?:patentes?|mantenci[oó]n(?:es)?|desabolladur[ií]a|bencina|comunas?|(?<!al )pie(?! de cada página))\b/iu,
  chile: /\b(?:placas?|mantenimientos?|planchado|brevete|distritos?|DNI)\b/iu,
};

/** Thousands as the other country writes them. */
const foreignNumbers = { peru: /\b\d{1,3}(?:\.\d{3})+\b/u, chile: /\b\d{1,3}(?:,\d{3})+\b/u };

/** Texts with more than a name of something in them. */
function textsOf(value: unknown, at = ""): string[] {
  if (typeof value === "string") return /^[A-ZÁÉÍÓÚ¿¡]|\s/u.test(value) ? [`${at}: ${value}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, `${at}.${name}`));
}

it.each(brandCodes)("%s speaks the Spanish of its country", async (brand) => {
  const { public: shown } = await compiledBrand(brand);
  const country = shown.brand.country === "PE" ? "peru" : "chile";
  const among = (texts: string[], words: RegExp): string[] =>
    texts.filter((text) => words.test(text.slice(text.indexOf(": "))));
  expect(among(textsOf(shown), foreign[country])).toEqual([]);
  expect(among(textsOf(shown), foreignNumbers[country])).toEqual([]);
  expect(among(textsOf(filesOf(brand)), foreignNumbers[country])).toEqual([]);
});
