/**
 * The drawings of controls, which options may name too: a file each in `icons/`, of one path. Lines of one weight, in the
 * colour of the text.
 */
const files = import.meta.glob<string>("./icons/**/*.svg", { eager: true, query: "?raw", import: "default" });
const paths = new Map(
  Object.entries(files).map(([file, drawing]) => [
    file.split("/").at(-1)!.replace(".svg", ""),
    / d="([^"]+)"/.exec(drawing)?.[1],
  ]),
);

/** `size` in pixels. @throws {Error} when there is no drawing of that name. */
export function Icon({ name, size = 28 }: { name: string; size?: number }) {
  const path = paths.get(name);
  if (path === undefined) throw new Error(`there is no drawing "${name}"`);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
