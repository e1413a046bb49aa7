import type { CompiledField } from "../../schemas/engine/evaluate.ts";

const marks: Record<NonNullable<CompiledField["tone"]>, string> = {
  info: "M12 11v6M12 7v.01",
  success: "m7.5 12.5 3 3 6-7",
  warning: "M12 7v6M12 17v.01",
};

/** What sort of notice it is, for who does not see its colour. */
export const ToneMark = ({ tone }: { tone: keyof typeof marks }) => (
  <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
    <circle cx="12" cy="12" r="10" strokeWidth="1.75" />
    <path d={marks[tone]} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
