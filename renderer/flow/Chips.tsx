import { useRef } from "react";
import {
  boundAddress,
  plainWords,
  searchOf,
  shownAs,
  type Answer,
  type Page,
} from "../../schemas/engine/evaluate.ts";
import { useLocation } from "react-router";
import { pageParameters, useClearedAddress } from "../page/filter-address.ts";
import { routeParams } from "../page/route-params.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { useWords } from "../page/words.ts";
import { useFlow, useLeaf } from "../run/context.ts";
import { useFinderAnswers } from "../page/finder-answers.ts";
import classes from "./finder.module.css";

/** What is chosen in a finder: each is taken back by a link to the page without it, and all of it at once too. */
export function Chips({ page }: { page: Page }) {
  const { text } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const answers = useFinderAnswers() ?? page.flow?.found?.answers ?? {};
  const all = useClearedAddress(page);
  const paths = Object.keys(page.screen.bound ?? {}).filter(
    (path) => answers[path] !== undefined && answers[path] !== false,
  );
  // The one that had the focus goes.
  const keepFocus = (): void => box.current?.focus();
  return (
    <div ref={box} className={classes["chips"]} tabIndex={-1} role="group" aria-label={text("chips.label")}>
      {paths.length > 0 && (
        <ul>
          {paths.map((path) => (
            <ChipsOf key={path} page={page} path={path} onRemove={keepFocus} />
          ))}
          <li>
            <SiteLink to={all} className={classes["clear"]} onClick={keepFocus}>
              {text("chips.clear")}
            </SiteLink>
          </li>
        </ul>
      )}
    </div>
  );
}

/** The answer of one field: one for each of several values. */
function ChipsOf({ page, path, onRemove }: { page: Page; path: string; onRemove(): void }) {
  const { flow } = useFlow();
  const { value, options = [] } = useLeaf(path);
  const field = flow.fields[path];
  if (!field || value === undefined || value === false) return null;
  const label = plainWords(field.label);
  const group = field.parent === undefined ? undefined : flow.fields[field.parent];
  const named = (one: string): string => {
    const option = options.find((other) => other.value === one);
    return option ? plainWords(option.label) : one;
  };
  if (Array.isArray(value)) {
    return value.map((one) => {
      const left = value.filter((other) => other !== one);
      return (
        <Chip key={one} {...{ page, path, onRemove }} left={left.length > 0 ? left : undefined}>
          {named(one)}
        </Chip>
      );
    });
  }
  const words =
    field.type === "choice"
      ? named(String(value))
      : field.type === "boolean"
        ? plainWords(field.text ?? field.label)
        : `${group ? `${plainWords(group.label)}: ${label.toLowerCase()}` : `${label}:`} ${shownAs(value, field.format, undefined)}`;
  return (
    <Chip {...{ page, path, onRemove }} left={undefined}>
      {words}
    </Chip>
  );
}

interface ChipProps {
  page: Page;
  path: string;
  /** What is answered there without it. */
  left: Answer | undefined;
  onRemove(): void;
  children: string;
}

function Chip({ page: { screen }, path, left, onRemove, children }: ChipProps) {
  const { store } = useFlow();
  const { fill } = useWords();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  for (const name of pageParameters(screen)) query.delete(name);
  const { values } = store.evaluation();
  const { [path]: _, ...others } = values;
  const answers = left === undefined ? others : { ...others, [path]: left };
  const here = { path: pathname, search: searchOf(query) };
  const to = boundAddress(screen, answers, here, routeParams(screen, pathname) ?? {});
  return (
    <li>
      <SiteLink
        to={to.path + to.search}
        className={classes["chip"]}
        onClick={onRemove}
        aria-label={fill("chips.remove", { choice: children })}
      >
        <span>{children}</span>
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
        </svg>
      </SiteLink>
    </li>
  );
}
