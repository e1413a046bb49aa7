import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from "@mantine/core";
import type { BrandTheme } from "../../schemas/engine/evaluate.ts";
import { mix, readableOn, scaleOf, textOn } from "./colours.ts";

// Fonts that are on people's devices: nothing to load, no shift when they arrive.
const system = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const headingFonts: Record<string, string> = {
  rounded: `ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, ${system}`,
  condensed: `"Roboto Condensed", "Arial Narrow", "Helvetica Neue Condensed", "Liberation Sans Narrow", ${system}`,
};

/** A brand's theme as Mantine takes it. */
export function mantineTheme(theme: BrandTheme): MantineThemeOverride {
  return createTheme({
    colors: { brand: scaleOf(theme.colours.primary) },
    primaryColor: "brand",
    primaryShade: 6,
    black: theme.colours.ink,
    defaultRadius: theme.radius,
    fontFamily: system,
    headings: { fontFamily: headingFonts[theme.headings] ?? system, fontWeight: "700" },
    respectReducedMotion: true,
    cursorType: "pointer",
  });
}

/** The brand's colours as custom properties, for the style sheets of this folder's neighbours. */
export function brandVariables(theme: BrandTheme): ReturnType<CSSVariablesResolver> {
  const { primary, accent, ink, surface } = theme.colours;
  const main = scaleOf(primary)[6];
  return {
    variables: {
      "--brand-main": main,
      "--brand-deep": mix(main, "#000000", 0.35),
      "--brand-tint": mix(main, "#ffffff", 0.92),
      "--brand-accent": accent,
      "--brand-on-accent": textOn(accent),
      "--brand-ink": ink,
      "--brand-quiet": readableOn(mix(ink, "#ffffff", 0.35), surface, 4.8),
      "--brand-surface": surface,
      "--brand-line": mix(ink, "#ffffff", 0.85),
      "--brand-edge": readableOn(mix(ink, "#ffffff", 0.45), "#ffffff", 3.2),
      "--brand-danger": "#b3121d",
      "--brand-danger-tint": "#fdf1f1",
    },
    light: {},
    dark: {},
  };
}
