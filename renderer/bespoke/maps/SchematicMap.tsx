import { useEffect, useRef, useState } from "react";
import { useWords } from "../../page/words.ts";
import { Button } from "../../controls/Button.tsx";
import classes from "./maps.module.css";
import { drawPlaces } from "./projection.ts";
import type { MapProps } from "./types.ts";

/**
 * A map of our own, where no provider's can be had: places by their latitude and longitude. Those that stand together are
 * one mark, and pressing it shows them apart.
 */
export default function SchematicMap({ places, selected, groupLabel, onSelect }: MapProps) {
  const { text, fill } = useWords();
  /** Ids of those that are shown, where that is not all. */
  const [near, setNear] = useState<string[]>();
  const there = near && places.filter(({ id }) => near.includes(id));
  const shown = there && there.length > 1 ? there : places;
  const { markers, scale } = drawPlaces(shown);
  const box = useRef<HTMLDivElement>(null);

  // What is chosen in the list is shown, and apart from those around it.
  const group = markers.find((marker) => marker.places.some(({ id }) => id === selected))?.places ?? [];
  const isHidden = selected !== undefined && !shown.some(({ id }) => id === selected);
  const apart = isHidden
    ? undefined
    : group.length > 1 && group.length < shown.length
      ? group.map(({ id }) => id)
      : near;
  useEffect(() => {
    setNear(apart);
    // Only what is chosen moves the map: who looks at all of them again is left there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected]);

  // The mark that was pressed is gone: the first of those that it stood for takes its place.
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    box.current?.querySelector<HTMLElement>("[data-marker]")?.focus();
  }, [near]);
  const show = (ids: string[] | undefined): void => {
    isPressed.current = true;
    setNear(ids);
  };

  return (
    <>
      <div ref={box} className={classes["schematic"]}>
        <svg className={classes["ground"]} viewBox="0 0 100 100" aria-hidden="true">
          <path
            className={classes["lines"]}
            d="M-100 20H200M-100 40H200M-100 60H200M-100 80H200M-80 0V100M-60 0V100M-40 0V100M-20 0V100M0 0V100M20 0V100M40 0V100M60 0V100M80 0V100M100 0V100M120 0V100M140 0V100M160 0V100M180 0V100"
          />
        </svg>
        {markers.map(({ places: all, x, y, labelled }) => {
          const [first] = all;
          if (!first) return null;
          const isGroup = all.length > 1;
          const isChosen = all.some(({ id }) => id === selected);
          const label = isGroup ? groupLabel(all.length, first.name) : `${first.name}, ${first.label}`;
          return (
            <button
              key={first.id}
              type="button"
              className={classes["marker"]}
              style={{ left: `${x}%`, top: `${y}%` }}
              data-marker={first.id}
              data-group={isGroup || undefined}
              aria-label={label}
              title={label}
              aria-pressed={isGroup ? undefined : isChosen}
              data-chosen={isChosen || undefined}
              onClick={() =>
                isGroup && all.length < shown.length ? show(all.map(({ id }) => id)) : onSelect(first.id)
              }
            >
              {isGroup ? all.length : <Pin />}
              {labelled && <span className={classes["label"]}>{first.label}</span>}
            </button>
          );
        })}
      </div>
      <svg className={classes["scale"]} viewBox="0 0 100 100" aria-hidden="true">
        <path d={`M4 93v2h${scale.length}v-2`} />
        <text x={5} y={91.5}>
          {fill("map.kilometres", { count: new Intl.NumberFormat("es").format(scale.kilometres) })}
        </text>
      </svg>
      <svg className={classes["north"]} viewBox="0 0 100 100" aria-hidden="true">
        <path d="M94 4l3 7-3-2-3 2Z" />
      </svg>
      {shown !== places && (
        <Button variant="white" size="sm" className={classes["back"]} onClick={() => show(undefined)}>
          {text("map.all")}
        </Button>
      )}
    </>
  );
}

export function Pin() {
  return (
    <svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true">
      <path
        className={classes["pin"]}
        d="M12 1.5a10.2 10.2 0 0 1 10.2 10.2C22.2 19 12 30.5 12 30.5S1.8 19 1.8 11.7A10.2 10.2 0 0 1 12 1.5Z"
      />
      <circle cx="12" cy="11.7" r="3.8" fill="#fff" />
    </svg>
  );
}
