import type { Page } from "../../schemas/engine/evaluate.ts";
import { mainOf } from "../theme/colours.ts";
import { brandProperties, fontFace } from "../theme/variables.ts";

/** What a page says of itself in its head, and the look of its brand. The address it is known by is the server's to say. */
export function PageHead({ page: { screen, brand, awaits }, nonce }: { page: Page; nonce: string }) {
  const main = mainOf(brand.theme.colours.primary);
  return (
    <>
      <title>{screen.title}</title>
      {screen.description !== undefined && <meta name="description" content={screen.description} />}
      {(!screen.indexed || awaits) && <meta name="robots" content="noindex" />}
      <meta name="theme-color" content={main} />
      <style nonce={nonce}>{`${fontFace(brand.theme)}:root{${written(brandProperties(brand.theme))}}`}</style>
      <link rel="icon" sizes="32x32" href="/favicon.ico" />
      <link
        rel="icon"
        type="image/svg+xml"
        href={`/assets/brands/${encodeURIComponent(brand.brand)}/icon.svg`}
      />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  );
}

const written = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
