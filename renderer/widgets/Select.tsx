import { useMemo } from "react";
import { plainWords, type Option } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { box } from "../controls/box.ts";
import { useMissingAnswer } from "../run/use-missing-answer.ts";
import { OptionsStatus, useAskedAgain } from "./OptionsStatus.tsx";
import { Searchable, useSearchable, type SearchableProps } from "./use-searchable.ts";
import type { WidgetProps } from "./types.ts";
import classes from "./widgets.module.css";

/** A choice of one: the platform's own list, or one that can be searched, where that is better. */
export function Select(props: WidgetProps) {
  const { path, field, state, id } = props;
  const { text } = useWords();
  const searchable = useSearchable(id, state.options?.length ?? 0);
  const awaited = useMissingAnswer(path, state.enabled);
  const askAgain = useAskedAgain(props);
  const about = state.options?.find(({ value }) => value === state.value)?.description;
  const described = [props.describedBy, about !== undefined && `${id}-about`].filter(Boolean).join(" ");
  const given = { ...props, describedBy: described === "" ? undefined : described };
  const empty = state.status === "loading" ? text("loading") : (awaited ?? field.placeholder);
  return (
    <>
      {searchable ? <Searchable {...given} empty={empty} /> : <Native {...given} empty={empty} />}
      {about !== undefined && (
        <p className={classes["about"]} id={`${id}-about`}>
          {about}
        </p>
      )}
      <OptionsStatus {...props} onRetry={askAgain} />
    </>
  );
}

const none: Option[] = [];

function Native({ path, field, state, problem, id, describedBy, empty, onChange, onBlur }: SearchableProps) {
  const loading = state.status === "loading";
  const value = typeof state.value === "string" ? state.value : "";
  const { options = none } = state;
  const offered = useMemo(
    () =>
      options.map((option) => (
        <option key={option.value} value={option.value}>
          {plainWords(option.label)}
        </option>
      )),
    [options],
  );
  // While a list loads, what was chosen from it before stands for itself.
  const unlisted = value !== "" && !options.some((option) => option.value === value);
  return (
    <select
      id={id}
      name={path}
      className={box}
      value={loading ? "" : value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      onBlur={onBlur}
      disabled={!state.enabled}
      autoComplete={field.autocomplete}
      aria-invalid={problem !== undefined}
      aria-required={state.required}
      aria-describedby={describedBy}
      aria-busy={loading}
    >
      <option value="">{empty}</option>
      {unlisted && !loading && <option value={value}>{value}</option>}
      {offered}
    </select>
  );
}
