import { use, useEffect } from "react";
import { Link } from "react-router";
import { loadAhead } from "../../run/load-ahead.ts";
import { LoadFor } from "../../run/load-page.ts";
import { useMedia } from "../../page/device.ts";
import { whenUsed } from "../../page/when-used.ts";
import { selfNavigation } from "../../page/self-navigation.ts";
import type { WordsReader } from "../../page/words.ts";
import { amountText, type CarDetailRow, type CarVersion } from "./car.ts";
import classes from "./car-detail.module.css";

/** The address of the page of a version. */
export const versionAddress = (
  { addressStart }: Pick<CarDetailRow, "addressStart">,
  { id, hasDps }: Pick<CarVersion, "id" | "hasDps">,
): string => `${addressStart}${id}${hasDps === true ? "/venta-especial" : ""}`;

/** The versions that are sold beside this one: each leads to its page, which takes this one's place without a jump. */
export function CarVersions({ car, own }: { car: CarDetailRow; own: WordsReader }) {
  const versions = car.versions ?? [];
  useVersionsAhead(car);
  // Where little is in sight at once, its address opens at what differs first.
  const isWide = useMedia("(min-width: 64rem)", true);
  if (versions.length < 2) return null;
  return (
    <nav className={classes["versions"]} aria-label={own.text("version")}>
      <p>{own.text("version")}</p>
      <ul>
        {versions.map((version) => (
          <li key={version.id}>
            <Link
              to={versionAddress(car, version) + (isWide ? "" : "#price-section")}
              aria-current={version.id === car.id ? "page" : undefined}
              {...selfNavigation}
            >
              <span>{version.detailModel}</span>
              {version.price !== undefined && (
                <span className={classes["amount"]}>{amountText(version.price, version.currency)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Other versions that are fetched ahead at most. */
const mostAhead = 4;

/** Fetches the other versions as soon as somebody is at the page: the price of the next one is at hand. */
function useVersionsAhead(car: CarDetailRow): void {
  const load = use(LoadFor);
  useEffect(() => {
    const others = (car.versions ?? []).filter(({ id }) => id !== car.id).slice(0, mostAhead);
    let isHere = true;
    void whenUsed().then(() => {
      if (!isHere || !load) return;
      for (const version of others) loadAhead(versionAddress(car, version), load);
    });
    return () => {
      isHere = false;
    };
  }, [car, load]);
}
