import { createTheme } from "@mantine/core";

const [surface, line, edge] = ["var(--brand-surface)", "var(--brand-line)", "var(--brand-edge)"];
const [quiet, ink] = ["var(--brand-quiet)", "var(--brand-ink)"];
const [tint, main, deep] = ["var(--brand-tint)", "var(--brand-main)", "var(--brand-deep)"];
const [dangerTint, danger] = ["var(--brand-danger-tint)", "var(--brand-danger)"];

/**
 * Mantine's theme of every brand: its values are the brand's custom properties (`../theme/variables.ts`), which are on
 * the page already. So there is one source, and nothing is loaded or computed per brand. A brand has fewer shades than
 * Mantine's ten: neighbours share one.
 */
export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: 6,
  colors: {
    brand: [tint, tint, tint, main, main, main, main, deep, deep, deep],
    gray: [surface, surface, line, line, edge, quiet, quiet, quiet, ink, ink],
    red: [dangerTint, dangerTint, dangerTint, danger, danger, danger, danger, danger, danger, danger],
  },
  white: "#fff",
  black: ink,
  fontFamily: "var(--brand-font)",
  defaultRadius: "var(--brand-radius)",
});
