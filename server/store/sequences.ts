/** Numbers that follow each other without gaps. */
import type { CompiledSequence } from "../../schemas/engine/serve.ts";
import type { Queries } from "./store.ts";

export interface NamedSequence {
  /** Its id in the flow. */
  sequence: string;
  definition: CompiledSequence;
}

export interface SequenceNumber {
  /** What people read, e.g. `000000001-2026`. */
  number: string;
  sequence: string;
  /** The year in which it was counted, or empty where the sequence never begins again. */
  period: string;
  /** Its place in the period, beginning at 1. */
  position: number;
}

/**
 * The next number of a brand's and flow's sequence, in the caller's transaction: whoever takes that back gives the
 * number back too, and whoever comes meanwhile waits. `year` (four digits) is the current one in the brand's time zone.
 */
export async function nextNumber(
  db: Queries,
  { brand, flow, year, sequence, definition }: NamedSequence & { brand: string; flow: string; year: string },
): Promise<SequenceNumber> {
  const period = definition.every === "year" ? year : "";
  const { last: position } = await db
    .insertInto("sequences")
    .values({ brand, flow, sequence, period, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["brand", "flow", "sequence", "period"])
        .doUpdateSet((build) => ({ last: build("sequences.last", "+", 1) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  const digits = String(position).padStart(definition.digits, "0");
  const number = definition.text.replaceAll("{number}", digits).replaceAll("{year}", year);
  return { number, sequence, period, position };
}
