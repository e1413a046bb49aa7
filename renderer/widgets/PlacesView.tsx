import { useMemo } from "react";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { MapArea } from "../bespoke/maps/MapArea.tsx";
import { useHydrated } from "../page/device.ts";
import { useWords } from "../page/words.ts";
import { Select } from "./Select.tsx";
import type { WidgetProps } from "./types.ts";
import classes from "../bespoke/maps/maps.module.css";

/** A choice whose options are places: the list of a choice, and a map on which each can be pressed. The list has them all. */
export default function PlacesView(props: WidgetProps) {
  const { state, field, onChange } = props;
  const { fill } = useWords();
  const isAlive = useHydrated();
  const places = useMemo(
    () =>
      (state.options ?? []).flatMap(({ value, label, description, place }) =>
        place === undefined
          ? []
          : [{ id: value, name: plainWords(label), label: description ?? plainWords(label), ...place }],
      ),
    [state.options],
  );
  return (
    <div className={classes["places"]}>
      <Select {...props} />
      {isAlive && state.enabled && places.length > 0 && (
        <MapArea
          title={fill("map.title", { label: plainWords(field.label) })}
          groupLabel={(count, name) => fill("map.group", { count: String(count), name })}
          places={places}
          selected={typeof state.value === "string" ? state.value : undefined}
          onSelect={onChange}
        />
      )}
    </div>
  );
}
