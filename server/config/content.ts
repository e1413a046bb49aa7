/** Where the brands' content comes from: the definition files, or a content system. */
import { asBaseUrl, isSafeUrl, type Settings } from "./settings.ts";

/** A space of Contentful with its environment, and the tokens that read it. */
export interface ContentSpace {
  space: string;
  environment: string;
  token: string;
  /** Reads what is not published yet. Left out, links to previews show nothing of this space. */
  previewToken?: string;
}

export interface ContentConfig {
  /** Left out, content is files. */
  content?: {
    /** Base URL of the delivery API, without `/` at its end. */
    url: string;
    /** That of the preview API. */
    previewUrl: string;
    locale: string;
    /** Seconds between two looks at what is new. */
    refresh: number;
    /** By brand in capitals; what the others read is under the empty name. Read it with `spaceFor`. */
    spaces: Record<string, ContentSpace>;
  };
}

type Content = NonNullable<ContentConfig["content"]>;

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const tokenPattern = /^[\x21-\x7e]{1,4000}$/;
const localePattern = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

const anId = ["debe ser un id de Contentful", "must be an id of Contentful"] as const;
const perBrand = /^CONTENTFUL_(?:SPACE|ENVIRONMENT|TOKEN|PREVIEW_TOKEN)_([A-Z0-9]+)$/;

const previewOf = (token: string | undefined): Pick<ContentSpace, "previewToken"> =>
  token === undefined ? {} : { previewToken: token };

function spacesOf(settings: Settings): Content["spaces"] {
  const required = (name: string): void => {
    if (settings.get(name) === undefined)
      settings.refuse(name, "falta para CONTENT=contentful", "is missing for CONTENT=contentful");
  };
  const id = (name: string): string | undefined =>
    settings.text(name, (text) => idPattern.test(text), ...anId);
  const token = (name: string): string | undefined =>
    settings.text(
      name,
      (text) => tokenPattern.test(text),
      "debe tener caracteres ASCII sin espacios",
      "must have ASCII characters without spaces",
    );
  for (const name of ["CONTENTFUL_SPACE", "CONTENTFUL_TOKEN"]) required(name);
  const usual: ContentSpace = {
    space: id("CONTENTFUL_SPACE") ?? "",
    environment: id("CONTENTFUL_ENVIRONMENT") ?? "master",
    token: token("CONTENTFUL_TOKEN") ?? "",
    ...previewOf(token("CONTENTFUL_PREVIEW_TOKEN")),
  };
  const spaces: Content["spaces"] = { "": usual };
  for (const name of settings.names("CONTENTFUL_")) {
    const brand = perBrand.exec(name)?.[1];
    if (brand === undefined || spaces[brand]) continue;
    spaces[brand] = {
      space: id(`CONTENTFUL_SPACE_${brand}`) ?? usual.space,
      environment: id(`CONTENTFUL_ENVIRONMENT_${brand}`) ?? usual.environment,
      token: token(`CONTENTFUL_TOKEN_${brand}`) ?? usual.token,
      ...previewOf(token(`CONTENTFUL_PREVIEW_TOKEN_${brand}`) ?? usual.previewToken),
    };
  }
  return spaces;
}

/** A token goes to it. */
const isSafe = (text: string): boolean => isSafeUrl(text, { allowsClear: true });

export function readContent(settings: Settings): ContentConfig {
  if (settings.word("CONTENT", ["files", "contentful"]) === "files") return {};
  const address = (name: string, usual: string): string => {
    const given = settings.text(
      name,
      isSafe,
      "debe ser una URL https, sin usuario, consulta ni ancla",
      "must be an https URL, without user, query or fragment",
    );
    return asBaseUrl(given ?? usual, ["http:", "https:"])!.slice(0, -1);
  };
  const locale = settings.text(
    "CONTENTFUL_LOCALE",
    (text) => localePattern.test(text),
    "debe ser un idioma, como es o es-CL",
    "must be a locale, such as es or es-CL",
  );
  const refresh = settings.text(
    "CONTENT_REFRESH",
    (text) => /^\d{1,5}(\.\d)?$/.test(text) && Number(text) > 0 && Number(text) <= 86_400,
    "debe ser un número de segundos mayor que 0, hasta 86400",
    "must be a number of seconds above 0, up to 86400",
  );
  return {
    content: {
      url: address("CONTENTFUL_URL", "https://cdn.contentful.com"),
      previewUrl: address("CONTENTFUL_PREVIEW_URL", "https://preview.contentful.com"),
      locale: locale ?? "es",
      refresh: Number(refresh ?? 60),
      spaces: spacesOf(settings),
    },
  };
}

/** The space that a brand's content is read from. */
export const spaceFor = ({ spaces }: Pick<Content, "spaces">, brand: string): ContentSpace =>
  spaces[brand.toUpperCase()] ?? spaces[""]!;

/** Brands that settings name and that there are not: a misspelt one would quietly do nothing. */
export function unknownContentBrands({ content }: ContentConfig, brands: string[]): string[] {
  const known = new Set(["", ...brands.map((brand) => brand.toUpperCase())]);
  return Object.keys(content?.spaces ?? {}).filter((brand) => !known.has(brand));
}
