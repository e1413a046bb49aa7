import { useMemo, useState, type ChangeEvent, type CompositionEvent } from "react";
import { adorned } from "../controls/adorned.tsx";
import { box } from "../controls/box.ts";
import { formatNow, typedAnswer, variantNow } from "../../schemas/engine/evaluate.ts";
import { afterPointerUp } from "../run/after-pointer-up.ts";
import { MeantAddress } from "./MeantAddress.tsx";
import { retype } from "./retype.ts";
import type { WidgetProps } from "./types.ts";

/** One line of text, formatted while it is typed where the field has a format. */
export function TextInput({ path, field, state, problem, id, describedBy, onChange, onBlur }: WidgetProps) {
  const { variant } = state;
  const format = useMemo(() => formatNow(field, { variant }), [field, variant]);
  const keyboard = variantNow(field, variant)?.keyboard ?? field.keyboard;
  // No text of somebody's own making: a name, a number, an address. No dictionary knows better.
  const exact = Boolean(format ?? keyboard ?? field.autocomplete);
  /** What an input method is putting together: formatting it half-done would break it. */
  const [composing, setComposing] = useState<string>();
  /** A number as it is typed: `150,` is 150 already, and decimals may follow. */
  const [writing, setWriting] = useState<string>();
  const [isTyped, setTyped] = useState(false);
  const isWriting = writing !== undefined && typedAnswer(field, format, writing) === state.value;
  const value = isWriting ? writing : state.value === undefined ? "" : String(state.value);
  const shown = composing ?? (format ? format.show(value) : value);

  const take = (input: HTMLInputElement, kind: string): void => {
    if (!format) return onChange(typedAnswer(field, undefined, input.value));
    const caret = input.selectionStart ?? input.value.length;
    // One character more or less: what fills a form in may say that it is typed.
    const key = kind === "insertText" && Math.abs(input.value.length - shown.length) <= 1;
    const forward = kind === "deleteContentForward";
    const next = retype(format, value, { typed: input.value, caret, key, forward });
    // Set here, before React restores the controlled value: it then finds nothing to do and the caret stays.
    if (input.value !== next.shown) input.value = next.shown;
    if (document.activeElement === input) input.setSelectionRange(next.caret, next.caret);
    setWriting(next.value);
    onChange(typedAnswer(field, format, next.value));
  };

  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    setTyped(true);
    const native = event.nativeEvent as InputEvent;
    if (format && native.isComposing) setComposing(event.currentTarget.value);
    else take(event.currentTarget, native.inputType);
  };

  const compose = (event: CompositionEvent<HTMLInputElement>): void => {
    if (composing === undefined) return;
    setComposing(undefined);
    take(event.currentTarget, "insertCompositionText");
  };

  const input = adorned(
    <input
      id={id}
      name={path}
      type={keyboard === "tel" ? "tel" : "text"}
      className={box}
      value={shown}
      onChange={change}
      onCompositionEnd={compose}
      onBlur={() => {
        setWriting(undefined);
        afterPointerUp(() => setTyped(false));
        onBlur();
      }}
      disabled={!state.enabled}
      placeholder={field.placeholder}
      inputMode={keyboard ?? "text"}
      autoComplete={field.autocomplete}
      autoCapitalize={field.capitalize ?? (format ? "none" : undefined)}
      autoCorrect={exact ? "off" : undefined}
      spellCheck={exact ? false : undefined}
      aria-invalid={problem !== undefined}
      aria-required={state.required}
      aria-describedby={describedBy}
    />,
    { before: format?.prefix, after: format?.suffix },
  );
  if (!field.domains) return input;
  const isOpen = isTyped || state.problem !== undefined;
  const put = (address: string): void => {
    onChange(address);
    document.getElementById(id)?.focus();
  };
  return (
    <div>
      {input}
      <MeantAddress value={value} domains={field.domains} isOpen={isOpen} onTake={put} />
    </div>
  );
}
