import type { CompiledSavedList } from "../../schemas/engine/evaluate.ts";

type Icon = NonNullable<CompiledSavedList["icon"]> | "search";

const paths: Record<Icon, string> = {
  heart:
    "M12 20.3 4.9 13.4a4.7 4.7 0 0 1 0-6.7 4.8 4.8 0 0 1 6.8 0l.3.4.3-.4a4.8 4.8 0 0 1 6.8 0 4.7 4.7 0 0 1 0 6.7Z",
  compare: "M4 5h6v14H4zM14 5h6v14h-6z",
  search: "m16 16 5 5m-3-10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
};

/** The drawing of a saved list, filled where what it stands for is in it; or of the site's search. */
export function SavedIcon({
  name,
  isFilled = false,
  size = 24,
}: {
  name: Icon;
  isFilled?: boolean;
  /** Pixels. */
  size?: number;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
