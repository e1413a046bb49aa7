import { file, names } from "virtual:illustrations";
import type { BrandTheme } from "../../schemas/engine/evaluate.ts";

const size = { width: 320, height: 160 };

/**
 * A drawing; it says nothing that is not in the text beside it. The brand's theme may say which one a name is. One that
 * comes with the site is in the colours of where it is (`--drawing-…`), one of the brand in its own.
 * @throws {Error} when there is no drawing of that name.
 */
export function Illustration({
  name,
  theme,
  className,
}: {
  name: string;
  theme: BrandTheme;
  className?: string;
}) {
  const drawing = theme.illustrations[name] ?? name;
  // As an image, whatever a file holds neither runs nor loads anything.
  if (drawing.startsWith("/")) {
    const shape = { aspectRatio: "2 / 1", objectFit: "contain" } as const;
    return <img className={className} style={shape} src={drawing} alt="" {...size} />;
  }
  if (!names.includes(drawing)) throw new Error(`there is no illustration "${name}"`);
  return (
    <svg className={className} viewBox="0 0 320 160" {...size} aria-hidden="true" focusable="false">
      <use href={`${file}#${drawing}`} />
    </svg>
  );
}
