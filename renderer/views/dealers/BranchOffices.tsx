import { useEffect, useMemo, useRef, useState } from "react";
import { useHydrated, useMedia } from "../../page/device.ts";
import { Awaited, MapArea } from "../../bespoke/maps/MapArea.tsx";
import { BranchCard } from "./BranchCard.tsx";
import type { BranchOfficeRow } from "./branch-office.ts";
import classes from "./branches.module.css";
import type { ViewProps } from "../../page/view-props.ts";
import { useSelected } from "./use-selected.ts";

/** From here on, list and map stand beside each other. */
const wide = "(min-width: 1024px)";

/** Branch offices as a list with its map. On small screens one of both is shown. */
export default function BranchOffices({ value, own }: ViewProps) {
  const offices = value as BranchOfficeRow[];
  const alive = useHydrated();
  const isWide = useMedia(wide, false);
  const [shown, setShown] = useState<"list" | "map">("list");
  const [selected, select] = useSelected(offices);
  const places = useMemo(
    () =>
      offices.map(({ centerCode, name, commune, latitude, longitude }) => ({
        id: centerCode,
        name,
        label: commune,
        latitude,
        longitude,
      })),
    [offices],
  );
  const code = selected?.centerCode;
  /** The one that somebody asked to see on the map, as long as it is the chosen one. A new object each time. */
  const [located, setLocated] = useState<{ code: string }>();
  const turns = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (code === undefined) return;
    if (located?.code !== code) {
      document.getElementById(code)?.scrollIntoView({ block: "nearest" });
      return;
    }
    // Where the map takes the list's place, what was pressed is gone with the list, and the map far above.
    turns.current?.scrollIntoView({ block: "start" });
    turns.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus({ preventScroll: true });
  }, [code, located]);
  const choose = (office: BranchOfficeRow | undefined): void => {
    setLocated(undefined);
    select(office);
  };
  return (
    <>
      <div ref={turns} className={classes["switch"]} role="group" aria-label={own.text("view")}>
        {(["list", "map"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={shown === one} onClick={() => setShown(one)}>
            {own.text(one)}
          </button>
        ))}
      </div>
      <div className={classes["sides"]} data-shown={shown}>
        <ul className={classes["list"]}>
          {offices.map((office) => (
            <BranchCard
              key={office.uuid}
              office={office}
              own={own}
              isSelected={office === selected}
              onSelect={(isSelected) => choose(isSelected ? office : undefined)}
              onLocate={() => {
                select(office);
                setShown("map");
                setLocated({ code: office.centerCode });
              }}
            />
          ))}
        </ul>
        <div className={classes["aside"]}>
          {alive && (isWide || shown === "map") ? (
            <MapArea
              title={own.text("mapTitle")}
              groupLabel={(count, name) => own.fill("mapGroup", { count: String(count), name })}
              places={places}
              selected={code}
              onSelect={(chosen) => choose(offices.find(({ centerCode }) => centerCode === chosen))}
            />
          ) : (
            <Awaited />
          )}
        </div>
      </div>
    </>
  );
}
