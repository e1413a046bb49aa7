import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useWords } from "../page/words.ts";
import { box } from "../controls/box.ts";
import { iconButton } from "../controls/icon-button.ts";
import { Spinner } from "../controls/Spinner.tsx";
import classes from "./Combobox.module.css";
import { labelId } from "./FieldFrame.tsx";
import { fold, listed, matching, type Listed } from "./matching.ts";
import { OptionList } from "./OptionList.tsx";
import type { SearchableProps } from "./use-searchable.ts";

/** Options that a press of PageUp or PageDown passes. */
const page = 8;

/** A choice of one among many, searched by typing. What is not chosen from the list is no answer. */
export function Combobox(props: SearchableProps) {
  const { path, state, problem, id, describedBy, empty, onChange, onBlur } = props;
  const { text } = useWords();
  const loading = state.status === "loading";
  const all = useMemo(() => listed(state.options ?? []), [state.options]);
  /** What is being typed; without it, what is chosen stands there. */
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [moved, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);

  const value = typeof state.value === "string" ? state.value : "";
  const chosen = all.find(({ option }) => option.value === value)?.label ?? value;
  const shown = useMemo(() => (typed === undefined ? all : matching(all, typed)), [all, typed]);
  // There may be fewer than when it was moved there.
  const at = Math.min(moved, shown.length - 1);
  const unfolded = open && state.enabled;
  const listId = `${id}-list`;

  const close = (): void => {
    setOpen(false);
    setTyped(undefined);
    setAt(-1);
  };
  const show = (): void => {
    if (!open) setAt(shown.findIndex(({ option }) => option.value === value));
    setOpen(true);
  };
  const choose = ({ option }: Listed): void => {
    onChange(option.value);
    close();
  };
  const clear = (): void => {
    onChange(undefined);
    close();
    input.current?.focus();
  };
  const type = (now: string): void => {
    setTyped(now);
    setOpen(true);
    setAt(fold(now) === "" ? -1 : 0);
    if (now === "" && value !== "") onChange(undefined);
  };
  const leave = (): void => {
    const same = typed === undefined ? undefined : all.find(({ folded }) => folded === fold(typed));
    if (same) choose(same);
    else close();
    onBlur();
  };
  const steps: Record<string, (from: number) => number> = {
    ArrowDown: (from) => from + 1,
    ArrowUp: (from) => from - 1,
    PageDown: (from) => from + page,
    PageUp: (from) => from - page,
    Home: () => 0,
    End: () => shown.length - 1,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const active = unfolded ? shown[at] : undefined;
    const step = steps[key];
    if (step && (unfolded || key.startsWith("Arrow"))) {
      event.preventDefault();
      if (unfolded) setAt(Math.max(0, Math.min(shown.length - 1, step(at))));
      else show();
    } else if (key === "Enter") {
      // As in the platform's list, it sends nothing.
      event.preventDefault();
      if (active) choose(active);
      else if (unfolded) close();
      else show();
    } else if (key === "Escape" && unfolded) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === "Tab" && active && typed !== undefined) choose(active);
    else if (key === "Tab") close();
  };

  // What is chosen is there to be typed over.
  useLayoutEffect(() => {
    if (typed === undefined && document.activeElement === input.current) input.current?.select();
  }, [chosen, typed]);

  return (
    <div className={classes["combobox"]}>
      <input
        ref={input}
        id={id}
        name={path}
        role="combobox"
        aria-expanded={unfolded}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={unfolded && shown[at] ? `${listId}-${at}` : undefined}
        value={loading ? "" : (typed ?? chosen)}
        placeholder={empty}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        onClick={show}
        onBlur={leave}
        disabled={!state.enabled}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-required={state.required}
        aria-busy={loading}
        aria-describedby={describedBy}
        className={`${box} ${classes["input"]}`}
      />
      <span className={classes["side"]}>
        {value !== "" && state.enabled && (
          <button
            type="button"
            // With the keyboard, the text is deleted.
            tabIndex={-1}
            aria-label={text("remove")}
            className={`${iconButton} ${classes["clear"]}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={clear}
          >
            <Cross />
          </button>
        )}
        {loading ? <Spinner /> : <Chevron />}
      </span>
      <OptionList
        id={listId}
        labelledBy={labelId(id)}
        open={unfolded}
        all={shown}
        at={at}
        value={value}
        typed={typed}
        onChoose={choose}
      />
    </div>
  );
}

const Cross = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

function Chevron() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <path
        d="m5 7.5 5 5 5-5"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
