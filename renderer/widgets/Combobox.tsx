import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Combobox.css";
import { Combobox as Library, useVirtualizedCombobox } from "@mantine/core";
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useWords } from "../page/words.ts";
import { box } from "../controls/box.ts";
import { iconButton } from "../controls/Button.tsx";
import { Spinner } from "../controls/Spinner.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { MantineScope } from "../mantine/MantineScope.tsx";
import classes from "./Combobox.module.css";
import { labelId } from "./FieldFrame.tsx";
import { activeAmong, fold, listed, matching, type Listed } from "./matching.ts";
import type { SearchableProps } from "./use-searchable.ts";

/** Options that a press of PageUp or PageDown passes. */
const page = 8;

/** Pixels that stay free between the list and the window's edge. */
const edge = 12;

/** A choice of one among many, searched by typing: Mantine's. What is not chosen from the list is no answer. */
export const Combobox = (props: SearchableProps) => (
  <MantineScope>
    <Searched {...props} />
  </MantineScope>
);

function Searched(props: SearchableProps) {
  const { path, field, state, problem, id, describedBy, empty, onChange, onBlur } = props;
  const { text, fill } = useWords();
  const loading = state.status === "loading";
  const all = useMemo(() => listed(state.options ?? []), [state.options]);
  /** What is being typed; without it, what is chosen stands there. */
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  /** The value of the option that is active: empty where none is, undefined for the first that comes to fit. */
  const [moved, setMoved] = useState<string | undefined>("");
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const value = typeof state.value === "string" ? state.value : "";
  const chosen = all.find(({ option }) => option.value === value)?.label ?? value;
  const shown = useMemo(() => (typed === undefined ? all : matching(all, typed)), [all, typed]);
  const at = activeAmong(shown, moved);
  const setAt = (index: number): void => setMoved(shown[index]?.option.value ?? "");
  const unfolded = open && state.enabled;
  const [listId, optionId] = [`${id}-list`, (index: number) => `${id}-list-${index}`];
  const place = shown.findIndex(({ option }) => option.value === value);
  const none = unfolded && shown.length === 0 && typed !== undefined;

  const close = (): void => {
    setOpen(false);
    setTyped(undefined);
    setMoved("");
  };
  const show = (): void => {
    if (!open) setMoved(value);
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
    setMoved(fold(now) === "" ? "" : matching(all, now)[0]?.option.value);
    if (now === "" && value !== "") onChange(undefined);
  };
  const leave = (): void => {
    const same = typed === undefined ? undefined : all.find(({ folded }) => folded === fold(typed));
    if (same) choose(same);
    else close();
    onBlur();
  };
  const store = useVirtualizedCombobox({
    opened: unfolded,
    // What was typed stays until the control is left, or given up with Escape.
    onOpenedChange: (opened) => (opened ? show() : setOpen(false)),
    loop: false,
    totalOptionsCount: shown.length,
    getOptionId: optionId,
    selectedOptionIndex: at,
    setSelectedOptionIndex: setAt,
    activeOptionIndex: Math.max(place, 0),
    onSelectedOptionSubmit: (index) => choose(shown[index]!),
  });
  /** Keys that the library's list does not know. */
  const steps: Record<string, number> = {
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: shown.length - 1,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const active = unfolded ? shown[at] : undefined;
    const step = steps[key];
    if (step !== undefined && unfolded) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(shown.length - 1, step)));
    } else if (key === "Enter") {
      // As in the platform's list, it sends nothing.
      event.preventDefault();
      if (unfolded && !active) close();
      else if (!unfolded) show();
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
  useLayoutEffect(() => {
    const [scrolled, active] = [list.current, list.current?.children[at]];
    if (!unfolded || !scrolled || !(active instanceof HTMLElement)) return;
    // Within the list alone: the page stays where it is.
    const { offsetTop: top, offsetHeight: height } = active;
    if (top < scrolled.scrollTop) scrolled.scrollTop = top;
    else if (top + height > scrolled.scrollTop + scrolled.clientHeight) {
      scrolled.scrollTop = top + height - scrolled.clientHeight;
    }
  }, [unfolded, at, shown]);

  return (
    <Library
      store={store}
      onOptionSubmit={(submitted) => choose(all.find(({ option }) => option.value === submitted)!)}
      withinPortal={false}
      offset={4}
      zIndex={60}
      middlewares={{ shift: false, flip: { padding: edge }, size: { padding: edge, apply: limitHeight } }}
    >
      <div className={classes["combobox"]}>
        <Library.Target withAriaAttributes={false}>
          <input
            ref={input}
            id={id}
            name={path}
            role="combobox"
            aria-expanded={unfolded}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={unfolded && shown[at] ? optionId(at) : undefined}
            value={loading ? "" : (typed ?? chosen)}
            placeholder={empty}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onFocus={(event) => event.currentTarget.select()}
            onClick={show}
            onBlur={leave}
            disabled={!state.enabled}
            autoComplete={field.autocomplete ?? "off"}
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-required={state.required}
            aria-busy={loading}
            aria-describedby={describedBy}
            className={`${box} ${classes["input"]}`}
          />
        </Library.Target>
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
        <Library.Dropdown className={classes["dropdown"]}>
          <Library.Options
            ref={list}
            id={listId}
            labelledBy={labelId(id)}
            // Some browsers take whatever scrolls into the order of Tab.
            tabIndex={-1}
            hidden={shown.length === 0}
            className={classes["list"]}
          >
            {unfolded &&
              shown.map(({ option, label }, index) => (
                <Library.Option
                  key={option.value}
                  id={optionId(index)}
                  value={option.value}
                  selected={index === at}
                  aria-selected={option.value === value}
                  data-value={option.value}
                  className={classes["option"]}
                >
                  {label}
                  {option.description !== undefined && <small>{option.description}</small>}
                </Library.Option>
              ))}
          </Library.Options>
          {none && (
            <Library.Empty aria-hidden className={classes["none"]}>
              {fill("select.none", { text: typed })}
            </Library.Empty>
          )}
        </Library.Dropdown>
        <div role="status" className={visuallyHidden}>
          {none && fill("select.none", { text: typed })}
        </div>
      </div>
    </Library>
  );
}

/** What there is room for, above or below, is all that the list takes. */
function limitHeight({
  availableHeight,
  elements,
}: {
  availableHeight: number;
  elements: { floating: HTMLElement };
}): void {
  elements.floating.style.setProperty("--room", `${Math.max(availableHeight, 0)}px`);
}

const Cross = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

/** The one of the platform's list in its place. */
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
