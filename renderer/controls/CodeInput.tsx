import type { Ref } from "react";
import { codeDigits } from "../../schemas/engine/evaluate.ts";
import controls from "./controls.module.css";
import classes from "./code-input.module.css";

interface CodeInputProps {
  id: string;
  label: string;
  code: string;
  problem: string;
  ref?: Ref<HTMLInputElement>;
  onChange(code: string): void;
}

/** Where a code is typed that came by mail or message: spaces and other signs are no mistake. */
export function CodeInput({ id, label, code, problem, ref, onChange }: CodeInputProps) {
  return (
    <>
      <label htmlFor={id} className={controls["boxLabel"]}>
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        className={`${controls["box"]} ${classes["code"]}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, "").slice(0, codeDigits))}
        aria-invalid={problem === "" ? undefined : true}
        aria-describedby={problem === "" ? undefined : `${id}-problem`}
      />
      <p id={`${id}-problem`} className={controls["boxProblem"]} role="alert">
        {problem}
      </p>
    </>
  );
}
