import { createElement, useEffect, useState, type ComponentType, type CSSProperties } from "react";
import { fillWords, plainWords, shownAs } from "../../schemas/engine/evaluate.ts";
import { whenUsed } from "../page/when-used.ts";
import { useWords } from "../page/words.ts";
import { useFlow, useLeaf } from "../run/context.ts";
import { Fieldset } from "./Fieldset.tsx";
import type { RangeBarProps } from "./RangeBar.tsx";
import { answersAt, placeOf, rangePlaces } from "./range-scale.ts";
import classes from "./Range.module.css";
import type { FrameProps } from "./types.ts";

let loaded: ComponentType<RangeBarProps> | undefined;

/** Two numbers, typed or slid to on one scale. What slides comes with the first sign of a person; till then they are typed. */
export function RangeFrame(props: FrameProps) {
  const { flow } = useFlow();
  const field = flow.fields[props.path];
  const [least, most] = field?.fields ?? [];
  const isRange = field?.range !== undefined && least !== undefined && most !== undefined;
  return (
    <Fieldset {...props}>
      {isRange && <Slid {...props} least={least} most={most} />}
      <div className={classes["typed"]}>{props.children}</div>
    </Fieldset>
  );
}

function Slid({ path, label, least, most }: FrameProps & { least: string; most: string }) {
  const { flow, store } = useFlow();
  const { fill, words } = useWords();
  const [Bar, setBar] = useState(() => loaded);
  useEffect(() => {
    if (Bar) return undefined;
    let isGone = false;
    whenUsed()
      .then(() => import("./RangeBar.tsx"))
      .then(
        ({ RangeBar }) => {
          loaded = RangeBar;
          if (!isGone) setBar(() => RangeBar);
        },
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [Bar]);
  const { range, below, above = words("range.above") } = flow.fields[path]!;
  const places = rangePlaces(range!);
  const [from, to] = [useLeaf(least), useLeaf(most)];
  const last = places.length - 1;
  const name = plainWords(label);
  const format = flow.fields[least]?.format;
  const text = (at: number): string => {
    const value = shownAs(places[at], format, undefined);
    const end = at === last ? above : at === 0 ? below : undefined;
    return end === undefined ? value : plainWords(fillWords(end, () => value));
  };
  const chosenPlaces = [placeOf(places, from.value, 0), placeOf(places, to.value, last)];
  const value: [number, number] = [Math.min(...chosenPlaces), Math.max(...chosenPlaces)];
  const drawn = { "--from": value[0] / last, "--to": value[1] / last } as CSSProperties;
  return (
    <div className={classes["slid"]}>
      <div className={classes["bar"]} style={drawn}>
        {Bar &&
          createElement(Bar, {
            last,
            value,
            text,
            names: [fill("range.least", { label: name }), fill("range.most", { label: name })],
            isEnabled: from.enabled && to.enabled,
            onChoose(chosen) {
              const [low, high] = answersAt(places, chosen);
              store.setMany({ [least]: low, [most]: high });
            },
          })}
      </div>
      <div className={classes["ends"]} aria-hidden="true">
        <span>{text(0)}</span>
        <span>{text(last)}</span>
      </div>
    </div>
  );
}
