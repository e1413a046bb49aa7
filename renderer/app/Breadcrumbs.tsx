import { Link } from "react-router";
import type { Page } from "../../schemas/engine/evaluate.ts";
import classes from "./layout.module.css";
import { useHydrated } from "../page/device.ts";
import { resultsSeen } from "../page/results-seen.ts";
import { useIsShownAtStep } from "../page/shown-at-step.ts";
import { useWords } from "../page/words.ts";

/** The way to a page from the first one, for pages that have one. */
export function Breadcrumbs({ page }: { page: Page }) {
  const { text } = useWords();
  const isHydrated = useHydrated();
  const isShown = useIsShownAtStep(page);
  const { blocks } = page.screen;
  const first = blocks.find(isShown);
  const breadcrumbs = page.screen.breadcrumbs.filter(isShown);
  if (breadcrumbs.length === 0) return null;
  return (
    <nav
      aria-label={text("navigation.breadcrumbs")}
      className={classes["breadcrumbs"]}
      // Above the column of a form, it begins where that begins.
      data-narrow={(first?.block === "flow" && first["recap"] === undefined) || undefined}
    >
      <ol>
        {breadcrumbs.map(({ label, to, back }) => {
          const seen = isHydrated && back !== undefined && resultsSeen(to!);
          return (
            <li key={label}>
              {to === undefined ? (
                <span aria-current="page">{label}</span>
              ) : (
                <Link to={seen || to}>{seen ? back : label}</Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
