import { NavLink } from "react-router";
import type { CompiledSite, SavedListBadge } from "../../schemas/engine/evaluate.ts";
import { SavedIcon } from "../controls/SavedIcon.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { useSavedCount } from "../page/saved-lists.ts";
import type { CurrentPage } from "./use-page.ts";
import classes from "./badges.module.css";

/** Links of the header to what this device keeps, with how much it is. */
export function Badges({ site, brand }: { site: CompiledSite; brand: CurrentPage["page"]["brand"] }) {
  if (!site.badges) return null;
  return (
    <ul className={classes["badges"]} data-badges>
      {site.badges.map((badge) => (
        <Badge key={badge.savedList} badge={badge} icon={brand.savedLists?.[badge.savedList]?.icon} />
      ))}
    </ul>
  );
}

function Badge({
  badge: { savedList, label, to, hideEmpty },
  icon,
}: {
  badge: SavedListBadge;
  icon: Parameters<typeof SavedIcon>[0]["name"] | undefined;
}) {
  const count = useSavedCount(savedList);
  return (
    <li data-empty={count === 0 || undefined} data-hides={hideEmpty}>
      <NavLink to={to} className={classes["badge"]}>
        {icon !== undefined && <SavedIcon name={icon} />}
        {/* With the menu as a bar there is no room for more words. */}
        <span className={icon && visuallyHidden}>{label}</span>
        <span className={classes["count"]}>{count > 0 ? count : ""}</span>
      </NavLink>
    </li>
  );
}
