import type { BrandTheme } from "../../schemas/engine/evaluate.ts";

const files = import.meta.glob<string>("./**/*.svg", { eager: true, query: "?url", import: "default" });
const byName = new Map(
  Object.entries(files).map(([path, file]) => [path.split("/").at(-1)!.replace(".svg", ""), file]),
);

/**
 * A drawing in the colours of where it stands (`--drawing-…`); it says nothing that is not in the text beside it. The brand's theme may say
 * which one a name is.
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
  const file = byName.get(theme.illustrations[name] ?? name);
  if (file === undefined) throw new Error(`there is no illustration "${name}"`);
  return (
    <svg
      className={className}
      viewBox="0 0 320 160"
      width="320"
      height="160"
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${file}#drawing`} />
    </svg>
  );
}
