import type { ReactNode } from "react";
import { Link } from "react-router";
import { weekdayNames, type CompiledBrand } from "../../schemas/engine/evaluate.ts";
import classes from "./header.module.css";
import { Badges } from "./Badges.tsx";
import { Menu } from "./Menu.tsx";
import { OpenNow } from "./OpenNow.tsx";
import badges from "./badges.module.css";
import { SavedIcon } from "../controls/SavedIcon.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { useWords } from "../page/words.ts";

const widestDay = weekdayNames.reduce((longest, name) => (name.length > longest.length ? name : longest));

/** The brand, when it can be reached, and the menu. Messages about the connection stand in it, within a landmark. */
export function Header({
  brand,
  opensSearch,
  children,
}: {
  brand: CompiledBrand;
  /** Whether the search comes over the page: before that code is there, its link and its form lead to a page of their own. */
  opensSearch: boolean;
  children: ReactNode;
}) {
  const { hours, opening, phone, search } = brand.site;
  const { text, fill } = useWords();
  const over = { "data-site-search": true, "aria-haspopup": opensSearch ? ("dialog" as const) : undefined };
  // It has its room before it comes, so that nothing moves then.
  const longest = opening && fill("site.opensOn", { day: widestDay, time: "00:00" });
  return (
    <header className={classes["header"]}>
      {(hours.length > 0 || phone || search) && (
        <div className={classes["strip"]}>
          <div className={classes["stripInner"]}>
            {hours.length > 0 && (
              <div className={classes["hours"]} data-room={longest}>
                {opening && (
                  <p className={classes["now"]}>
                    <OpenNow brand={brand} opening={opening} />
                  </p>
                )}
                <ul>
                  {hours.map((one) => (
                    <li key={one.days}>
                      {one.days} {one.hours}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {search && (
              <form action={search.to} className={classes["search"]}>
                <SavedIcon name="search" size={18} />
                <input
                  {...over}
                  name={search.parameter}
                  aria-label={text("siteSearch.label")}
                  placeholder={text("siteSearch.label")}
                  enterKeyHint="search"
                  maxLength={80}
                  autoComplete="off"
                />
              </form>
            )}
            {phone && <SiteLink to={phone.to}>{phone.label}</SiteLink>}
          </div>
        </div>
      )}
      <div className={classes["barBox"]}>
        <div className={classes["bar"]}>
          <Link to="/" className={classes["wordmark"]}>
            <img
              src={`/assets/brands/${encodeURIComponent(brand.brand)}/wordmark.svg`}
              alt={brand.name}
              width="200"
              height="40"
            />
          </Link>
          {search && (
            // Where the bar has the whole menu, its field stands above.
            <Link to={search.to} className={`${badges["badge"]} ${classes["toSearch"]}`} {...over}>
              <SavedIcon name="search" />
              <span className={visuallyHidden}>{search.label}</span>
            </Link>
          )}
          <Badges site={brand.site} brand={brand} />
          <Menu site={brand.site} />
        </div>
      </div>
      {children}
    </header>
  );
}
