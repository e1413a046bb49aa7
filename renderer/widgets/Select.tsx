import { Input, Loader } from "@mantine/core";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../app/words.ts";
import { OptionsStatus } from "./OptionsStatus.tsx";
import { spoken } from "./FieldFrame.tsx";
import classes from "./widgets.module.css";
import type { WidgetProps } from "./types.ts";

/** A choice of one. The platform's own list: it is the best one on a phone, and for a screen reader. */
export function Select(props: WidgetProps) {
  const { path, field, state, problem, id, describedBy, onChange, onBlur } = props;
  const { text } = useWords();
  const loading = state.status === "loading";
  const value = typeof state.value === "string" ? state.value : "";
  const options = state.options ?? [];
  // While a list loads, what was chosen from it before stands for itself.
  const unlisted = value !== "" && !options.some((option) => option.value === value);
  return (
    <>
      <Input
        component="select"
        pointer
        id={id}
        name={path}
        size="lg"
        value={loading ? "" : value}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        onBlur={onBlur}
        disabled={!state.enabled}
        autoComplete={field.autocomplete}
        error={problem !== undefined}
        aria-required={state.required}
        attributes={spoken(describedBy, problem)}
        aria-busy={loading}
        classNames={{ input: classes["input"] }}
        rightSection={loading ? <Loader size={18} className={classes["late"]} /> : <Chevron />}
        rightSectionPointerEvents="none"
      >
        <option value="">{loading ? text("loading") : field.placeholder}</option>
        {unlisted && !loading && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {plainWords(option.label)}
          </option>
        ))}
      </Input>
      <OptionsStatus {...props} />
    </>
  );
}

export function Chevron() {
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
