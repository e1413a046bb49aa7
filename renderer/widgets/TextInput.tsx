import { Input } from "@mantine/core";
import { useMemo, useState, type ChangeEvent, type CompositionEvent } from "react";
import { formatOf } from "../../schemas/engine/evaluate.ts";
import { spoken } from "./FieldFrame.tsx";
import classes from "./widgets.module.css";
import { retype } from "./retype.ts";
import type { WidgetProps } from "./types.ts";

const capitals: Record<string, string> = { none: "none", words: "words", characters: "characters" };

/** One line of text, formatted while it is typed where the field has a format. */
export function TextInput({ path, field, state, problem, id, describedBy, onChange, onBlur }: WidgetProps) {
  const format = useMemo(() => (field.format ? formatOf(field.format) : undefined), [field.format]);
  /** What an input method is putting together: formatting it half-done would break it. */
  const [composing, setComposing] = useState<string>();
  const value = typeof state.value === "string" ? state.value : "";
  const shown = composing ?? (format ? format.show(value) : value);

  const take = (input: HTMLInputElement, forward: boolean): void => {
    if (!format) return onChange(input.value);
    const next = retype(format, input.value, input.selectionStart ?? input.value.length, forward);
    // Set here, before React restores the controlled value: it then finds nothing to do and the caret stays.
    if (input.value !== next.shown) input.value = next.shown;
    if (document.activeElement === input) input.setSelectionRange(next.caret, next.caret);
    onChange(next.value);
  };

  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const native = event.nativeEvent as InputEvent;
    if (format && native.isComposing) setComposing(event.currentTarget.value);
    else take(event.currentTarget, native.inputType === "deleteContentForward");
  };

  const compose = (event: CompositionEvent<HTMLInputElement>): void => {
    if (composing === undefined) return;
    setComposing(undefined);
    take(event.currentTarget, false);
  };

  return (
    <Input
      id={id}
      name={path}
      type={field.keyboard === "tel" ? "tel" : "text"}
      size="lg"
      value={shown}
      onChange={change}
      onCompositionEnd={compose}
      onBlur={onBlur}
      disabled={!state.enabled}
      placeholder={field.placeholder}
      inputMode={field.keyboard ?? "text"}
      autoComplete={field.autocomplete}
      autoCapitalize={field.capitalize ? capitals[field.capitalize] : field.format ? "none" : undefined}
      autoCorrect={field.format || field.keyboard ? "off" : undefined}
      spellCheck={field.format || field.keyboard ? false : undefined}
      error={problem !== undefined}
      aria-required={state.required}
      attributes={spoken(describedBy, problem)}
      classNames={{ input: classes["input"] }}
      {...(format?.prefix
        ? {
            leftSection: <span className={classes["prefix"]}>{format.prefix}</span>,
            leftSectionWidth: 62,
            leftSectionPointerEvents: "none" as const,
          }
        : {})}
    />
  );
}
