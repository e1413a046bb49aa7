/** How one text is typed, stored and shown. */
export interface TextFormat {
  /**
   * The stored value of anything typed or pasted. Cleaning twice changes nothing more. What the format cannot read is kept
   * as it is, so that it is refused: it is never cut or thinned into something that is right.
   */
  clean(typed: string): string;
  /** What people read. `clean(show(x))` is `x` for every stored value. */
  show(stored: string): string;
  /** Whether a stored value was read, whole or on the way to it; else it is what somebody typed. */
  fits(stored: string): boolean;
  /** A part of what is shown without the signs that `show` put in, where `clean` would not read around them. */
  bare?(shown: string): string;
  /** What can be typed at all: a key that writes anything else does nothing. */
  keys?: RegExp;
  /** Letters and digits after which keys write no more. */
  length?: number;
  /** Of a number: how many it may have at most. */
  decimals?: number;
  /** Shown before the text, and no part of it. */
  prefix?: string;
  /** Shown after the text, and no part of it. */
  suffix?: string;
}

export interface FormatReading extends Omit<TextFormat, "clean" | "show" | "fits"> {
  /** The stored value of a text; undefined where it holds something that has no place in it. */
  read(typed: string): string | undefined;
  show?(stored: string): string;
}

export function textFormat({ read, show = (stored) => stored, ...more }: FormatReading): TextFormat {
  const fits = (stored: string): boolean => read(stored) === stored;
  return {
    ...more,
    fits,
    clean: (typed) => read(typed) ?? typed.trim(),
    // What was not read must not look as if it had been.
    show: (stored) => (fits(stored) ? show(stored) : stored),
  };
}

export type MakeFormat = (parameters: Record<string, unknown>) => FormatReading;

/** Leaves signs out, and takes the text only where what is left is of a form. */
export const without =
  (left: RegExp, form: RegExp) =>
  (typed: string): string | undefined => {
    const text = typed.replace(left, "");
    return form.test(text) ? text : undefined;
  };
