import { RangeSlider } from "@mantine/core";
import { useState } from "react";
import { MantineScope } from "../mantine/MantineScope.tsx";
import classes from "./Range.module.css";

export interface RangeBarProps {
  /** The number of the last place; the first is 0. */
  last: number;
  value: [number, number];
  /** A place in words. */
  text(at: number): string;
  /** What each of the two points is called. */
  names: [least: string, most: string];
  isEnabled: boolean;
  /** Once they are let go, or moved with a key. */
  onChoose(value: [number, number]): void;
}

/** Two points on one scale: Mantine's, with styles of ours. */
export function RangeBar({ last, value, text, names, isEnabled, onChoose }: RangeBarProps) {
  /** Where they are while they are slid, from where they were. */
  const [slid, setSlid] = useState<{ from: string; to: [number, number] }>();
  const from = value.join();
  const moved = slid?.from === from ? slid.to : value;
  return (
    <MantineScope>
      <RangeSlider
        unstyled
        // How far what is filled reaches under the points: without a size it is not drawn at all.
        size={1}
        classNames={{
          root: classes["root"]!,
          trackContainer: classes["trackContainer"]!,
          track: classes["track"]!,
          bar: classes["filled"]!,
          thumb: classes["thumb"]!,
        }}
        min={0}
        max={last}
        minRange={0}
        step={1}
        label={null}
        value={moved}
        disabled={!isEnabled}
        thumbFromLabel={names[0]}
        thumbToLabel={names[1]}
        thumbValueText={text}
        onChange={(to) => setSlid({ from, to })}
        onChangeEnd={(chosen) => onChoose(chosen)}
      />
      <p className={classes["moved"]} aria-hidden="true">
        {text(moved[0])} – {text(moved[1])}
      </p>
    </MantineScope>
  );
}
