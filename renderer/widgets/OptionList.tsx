import { memo, useLayoutEffect, useRef, useState, type CSSProperties } from "react";
import { useWords } from "../page/words.ts";
import classes from "./Combobox.module.css";
import type { Listed } from "./matching.ts";

export interface OptionListProps {
  id: string;
  labelledBy: string;
  open: boolean;
  all: readonly Listed[];
  /** Index of the one that Enter chooses. */
  at: number;
  /** What is chosen now. */
  value: string;
  typed: string | undefined;
  onChoose(one: Listed): void;
}

/** Pixels below the control under which the list opens above it, and that stay free at the window's edge. */
const [scarce, edge] = [280, 12];

/** What can be chosen, under the control or above it, wherever there is room. */
export function OptionList({ id, labelledBy, open, all, at, value, typed, onChoose }: OptionListProps) {
  const { fill } = useWords();
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ above: boolean; room: number }>();
  useLayoutEffect(() => {
    const box = list.current?.parentElement?.getBoundingClientRect();
    if (!open || !box) return;
    const [over, under] = [box.top - edge, innerHeight - box.bottom - edge];
    const above = under < scarce && over > under;
    setPlace({ above, room: Math.max(above ? over : under, 160) });
  }, [open]);
  useLayoutEffect(() => {
    const [box, active] = [list.current, list.current?.children[at]];
    if (!open || !box || !(active instanceof HTMLElement)) return;
    // Within the list alone: the page stays where it is.
    const { offsetTop: top, offsetHeight: height } = active;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
  }, [open, at, all]);

  const none = open && all.length === 0 && typed !== undefined;
  const style = { "--room": `${place?.room ?? 320}px` } as CSSProperties;
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-labelledby={labelledBy}
        // Some browsers take whatever scrolls into the order of Tab.
        tabIndex={-1}
        hidden={!open || all.length === 0}
        className={classes["list"]}
        data-above={place?.above || undefined}
        style={style}
        // The focus stays in the control.
        onMouseDown={(event) => event.preventDefault()}
      >
        {open &&
          all.map((one, index) => (
            <Choice
              key={one.option.value}
              id={`${id}-${index}`}
              one={one}
              active={index === at}
              chosen={one.option.value === value}
              onChoose={onChoose}
            />
          ))}
      </div>
      <div
        role="status"
        className={none ? classes["none"] : undefined}
        data-above={place?.above || undefined}
      >
        {none && fill("select.none", { text: typed })}
      </div>
    </>
  );
}

interface ChoiceProps {
  id: string;
  one: Listed;
  active: boolean;
  chosen: boolean;
  onChoose(one: Listed): void;
}

/** Drawn again only when it becomes the active one, or is it no more: there may be hundreds. */
const Choice = memo(
  ({ id, one, active, chosen, onChoose }: ChoiceProps) => (
    // The control has the focus, and the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      data-value={one.option.value}
      data-active={active || undefined}
      className={classes["option"]}
      onClick={() => onChoose(one)}
    >
      {one.label}
      {one.option.description !== undefined && <small>{one.option.description}</small>}
    </div>
  ),
  (before, now) =>
    before.id === now.id &&
    before.one === now.one &&
    before.active === now.active &&
    before.chosen === now.chosen,
);
