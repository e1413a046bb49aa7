import { useId, useState, type FormEvent, type KeyboardEvent, type MouseEvent } from "react";
import { useNavigate } from "react-router";
import { searchOf } from "../../schemas/engine/evaluate.ts";
import { box } from "../controls/box.ts";
import { Button, iconButton } from "../controls/Button.tsx";
import { useModal } from "../controls/use-modal.ts";
import { visuallyHidden } from "../controls/classes.ts";
import { isPagePath } from "../page/links.ts";
import { useWords } from "../page/words.ts";
import type { SiteSearch } from "./SearchOver.tsx";
import classes from "./search-dialog.module.css";
import { useSuggestions, type Suggestion, type SuggestionGroup } from "./use-suggestions.ts";

export interface SearchDialogProps {
  search: SiteSearch;
  /** What was typed before it opened. */
  initial: string;
  onClose: () => void;
}

/** Where the arrows went, among what: other suggestions that come meanwhile are not what somebody went to. */
interface Moved {
  groups: readonly SuggestionGroup[];
  at: number;
  to?: string | undefined;
}

/** A field that searches the site, over any page, with what it would find; what is typed is sent to the page with the results. */
export default function SearchDialog({ search, initial, onClose }: SearchDialogProps) {
  const id = useId();
  const modal = useModal(onClose);
  const navigate = useNavigate();
  const { text, fill } = useWords();
  const [typed, setTyped] = useState(initial);
  const { groups, status } = useSuggestions(search, typed);
  const all = groups.flatMap(({ suggestions }) => suggestions);
  const [moved, setMoved] = useState<Moved>({ groups, at: -1 });
  /** Which suggestion the arrows are at, of all groups one after another; -1 for what is typed. */
  const at = moved.groups === groups ? moved.at : all.findIndex(({ to }) => to === moved.to);
  const setAt = (next: number): void => setMoved({ groups, at: next, to: all[next]?.to });
  const active = all[at];

  const go = (to: string): void => {
    onClose();
    if (isPagePath(to)) void navigate(to);
    else location.assign(to);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (active) go(active.to);
    else if (typed.trim() !== "") go(search.to + searchOf([[search.parameter, typed.trim()]]));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const step = steps[event.key];
    if (step === undefined || all.length === 0) return;
    event.preventDefault();
    // From the last one back to what is typed, and on from there.
    const next = ((step + 1 + all.length + 1) % (all.length + 1)) - 1;
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const follow = (event: MouseEvent, to: string): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  const said = {
    idle: "",
    loading: "",
    failed: text("siteSearch.failed"),
    empty: fill("siteSearch.none", { text: typed.trim() }),
    ready: all.length === 1 ? text("siteSearch.one") : fill("siteSearch.many", { count: String(all.length) }),
  }[status];
  let number = 0;
  const option = ({ title, note, to }: Suggestion) => {
    const own = number++;
    return (
      <a
        key={to}
        id={`${id}-${own}`}
        href={to}
        role="option"
        aria-selected={own === at}
        tabIndex={-1}
        className={classes["option"]}
        onClick={(event) => follow(event, to)}
      >
        <span>{title}</span>
        {note !== undefined && <small>{note}</small>}
      </a>
    );
  };
  return (
    <dialog
      ref={modal}
      aria-label={search.label}
      className={classes["dialog"]}
      // Beside it, the page: a press there closes it, in browsers that know that.
      {...{ closedby: "any" }}
    >
      <form method="get" action={search.to} role="search" className={classes["form"]} onSubmit={onSubmit}>
        <label htmlFor={id} className={visuallyHidden}>
          {text("siteSearch.label")}
        </label>
        <input
          id={id}
          // It is what the dialog was opened for.
          autoFocus
          type="text"
          inputMode="search"
          enterKeyHint="search"
          name={search.parameter}
          maxLength={80}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder={text("siteSearch.label")}
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${id}-${at}` : undefined}
          className={box}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(-1);
          }}
          // After what was typed before, not before it.
          onFocus={({ currentTarget }) => {
            const { length } = currentTarget.value;
            currentTarget.setSelectionRange(length, length);
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit">{search.label}</Button>
        <button type="button" className={iconButton} aria-label={text("close")} onClick={onClose}>
          <svg width="24" viewBox="0 0 24 24" stroke="currentColor" strokeWidth="1.8" aria-hidden>
            <path d="m6 6 12 12m0-12L6 18" />
          </svg>
        </button>
      </form>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={text("siteSearch.suggestions")}
        className={classes["list"]}
        aria-busy={status === "loading" || undefined}
        hidden={all.length === 0}
      >
        {groups.map(({ name, suggestions }, index) => (
          <div key={name} role="group" aria-labelledby={`${id}-group-${index}`}>
            <div id={`${id}-group-${index}`} className={classes["group"]} aria-hidden>
              {name}
            </div>
            {suggestions.map(option)}
          </div>
        ))}
      </div>
      <p role="status" className={all.length > 0 ? visuallyHidden : classes["status"]}>
        {said}
      </p>
    </dialog>
  );
}
