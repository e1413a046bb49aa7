import type { CompiledBrand, CompiledFlow } from "../../schemas/engine/evaluate.ts";
import { brandProperties, ownFonts } from "../theme/variables.ts";
import type { MountOptions, Theme } from "./api.ts";

/** The brand with the page's own wishes. */
export function brandFor(brand: CompiledBrand, { locale, theme = {} }: MountOptions): CompiledBrand {
  const { colours, radius } = theme;
  return {
    ...brand,
    ...(locale === undefined ? {} : { locale }),
    theme: {
      ...brand.theme,
      ...(radius === undefined ? {} : { radius }),
      colours: { ...brand.theme.colours, ...given(colours ?? {}) },
    },
  };
}

const given = (colours: NonNullable<Theme["colours"]>): Partial<CompiledBrand["theme"]["colours"]> =>
  Object.fromEntries(Object.entries(colours).filter(([, colour]) => colour !== undefined));

/**
 * The look as custom properties. `ownFamily` is the family of the brand's own font, where the page has it.
 * @throws {Error} for a colour that is none, or a radius that there is not.
 */
export const properties = (
  brand: CompiledBrand,
  { theme }: MountOptions,
  ownFamily?: string,
): Record<string, string> => ({
  ...brandProperties(brand.theme),
  ...(ownFamily === undefined ? {} : { "--brand-font": ownFonts(ownFamily) }),
  ...(theme?.font === undefined ? {} : { "--brand-font": theme.font }),
});

const locales = new Set(["es-CL", "es-PE"]);

/** The flow with its numbers written as in `locale`. @throws {Error} for a locale that there is not. */
export function inLocale(flow: CompiledFlow, locale: string | undefined): CompiledFlow {
  if (locale === undefined) return flow;
  if (!locales.has(locale))
    throw new Error(`there is no locale "${locale}": only ${[...locales].join(", ")}`);
  const isFormat = (value: object): value is { with: Record<string, unknown> } =>
    "operation" in value && "with" in value && typeof value.with === "object" && value.with !== null;
  const rewrite = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(rewrite);
    if (isFormat(value) && "locale" in value.with) return { ...value, with: { ...value.with, locale } };
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rewrite(inner)]));
  };
  return rewrite(flow) as CompiledFlow;
}
