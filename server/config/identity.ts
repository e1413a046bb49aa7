/** The identity providers of brands that have one: people sign in there, by OpenID Connect. */
import { isSafeUrl, type Settings } from "./settings.ts";

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people know it as. */
  name: string;
  /** What of it holds a person's document. */
  documentClaim: string;
  scope: string;
}

/** By brand in capitals; what the others use is under the empty name. Read it with `identityProviderFor`. */
export interface IdentityConfig {
  identity?: Record<string, IdentityProvider>;
}

export const identitySettings = [
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_NAME",
  "OIDC_DOCUMENT_CLAIM",
  "OIDC_SCOPE",
] as const;
type Name = (typeof identitySettings)[number];

const required: readonly Name[] = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"];

/** Whoever speaks in its name signs people in. */
const isSafe = (text: string, isProduction: boolean): boolean =>
  isSafeUrl(text, { allowsClear: !isProduction });

interface Rule {
  fits(text: string, isProduction: boolean): boolean;
  es: string;
  en: string;
}

const visible: Rule = {
  fits: (text) => /^[\x21-\x7e]{1,400}$/.test(text),
  es: "debe tener de 1 a 400 caracteres ASCII sin espacios",
  en: "must have 1 to 400 ASCII characters without spaces",
};

const rules: Record<Name, Rule> = {
  OIDC_ISSUER: {
    fits: isSafe,
    es: "debe ser una URL https, sin usuario, consulta ni ancla",
    en: "must be an https URL, without user, query or fragment",
  },
  OIDC_CLIENT_ID: visible,
  OIDC_CLIENT_SECRET: visible,
  OIDC_NAME: {
    fits: (text) => /^[^\p{C}]{1,60}$/u.test(text),
    es: "debe tener de 1 a 60 caracteres",
    en: "must have 1 to 60 characters",
  },
  OIDC_DOCUMENT_CLAIM: visible,
  OIDC_SCOPE: {
    fits: (text) => /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text) && text.split(" ").includes("openid"),
    es: "debe tener alcances con espacios, y entre ellos openid",
    en: "must have scopes with spaces between, openid among them",
  },
};

/** Left out: nobody signs in elsewhere. One that is given in part is refused: it would quietly do nothing. */
export function readIdentity(settings: Settings, isProduction: boolean): IdentityConfig {
  const given: Record<string, Partial<Record<Name, string>>> = {};
  for (const setting of settings.names("OIDC_")) {
    const name = identitySettings.find((one) => setting === one || setting.startsWith(`${one}_`));
    const brand = name === undefined ? "" : setting.slice(name.length + 1);
    if (name === undefined || !/^[A-Z0-9]*$/.test(brand)) {
      settings.refuse(setting, "no hay tal configuración", "there is no such setting");
      continue;
    }
    const { fits, es, en } = rules[name];
    const value = settings.text(setting, (text) => fits(text, isProduction), es, en);
    if (value !== undefined) (given[brand] ??= {})[name] = value;
  }
  const identity: Record<string, IdentityProvider> = {};
  for (const [brand, own] of Object.entries(given)) {
    const all = { ...given[""], ...own };
    const missing = required.filter((name) => all[name] === undefined);
    // What all brands share may be a part that each completes.
    if (brand === "" && missing.length > 0 && Object.keys(given).length > 1) continue;
    for (const name of missing) {
      const setting = brand === "" ? name : `${name}_${brand}`;
      if (settings.get(setting) === undefined)
        settings.refuse(setting, "falta para ingresar con OpenID Connect", "is missing for OpenID Connect");
    }
    if (missing.length > 0) continue;
    identity[brand] = {
      issuer: all.OIDC_ISSUER!,
      clientId: all.OIDC_CLIENT_ID!,
      clientSecret: all.OIDC_CLIENT_SECRET!,
      name: all.OIDC_NAME!,
      documentClaim: all.OIDC_DOCUMENT_CLAIM ?? "document",
      scope: all.OIDC_SCOPE ?? "openid email profile",
    };
  }
  return Object.keys(identity).length === 0 ? {} : { identity };
}

/** A brand's provider; undefined where people have none to sign in with. */
export const identityProviderFor = (
  { identity }: IdentityConfig,
  brand: string,
): IdentityProvider | undefined => identity?.[brand.toUpperCase()] ?? identity?.[""];

/** Brands that settings name and that there are not: a misspelt one would quietly do nothing. */
export function unknownIdentityBrands({ identity }: IdentityConfig, brands: string[]): string[] {
  const known = new Set(["", ...brands.map((brand) => brand.toUpperCase())]);
  return Object.keys(identity ?? {}).filter((brand) => !known.has(brand));
}
