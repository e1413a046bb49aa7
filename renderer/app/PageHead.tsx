import type { Page } from "../../schemas/engine/evaluate.ts";
import { mainOf } from "../theme/colours.ts";
import { brandProperties } from "../theme/variables.ts";

/** What a page says of itself in its head, and the look of its brand. The address it is known by is the server's to say. */
export function PageHead({ page: { screen, brand }, nonce }: { page: Page; nonce: string }) {
  const main = mainOf(brand.theme.colours.primary);
  return (
    <>
      <title>{screen.title}</title>
      {screen.description !== undefined && <meta name="description" content={screen.description} />}
      {!screen.indexed && <meta name="robots" content="noindex" />}
      <meta name="theme-color" content={main} />
      <style nonce={nonce}>{`:root{${written(brandProperties(brand.theme))}}`}</style>
      <link rel="icon" type="image/svg+xml" href={icon(brand.name, main, brand.theme.colours.accent)} />
    </>
  );
}

const written = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");

/** The brand's initial on its colour: small enough to stand in the page itself. */
function icon(name: string, main: string, accent: string): string {
  const initial = /\p{L}/u.exec(name)?.[0]?.toUpperCase() ?? "";
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${main}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="#fff">${initial}</text><circle cx="26" cy="26" r="3" fill="${accent}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}
