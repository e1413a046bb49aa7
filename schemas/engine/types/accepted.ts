/**
 * What of a definition its grammar accepts. Where a file has mistakes, what is of the wrong type is left out of it, and what
 * is missing is missing: so any key may not be there. Of an object that can have several shapes, the keys of any may be.
 */
export type AcceptedPart<Written> = unknown extends Written
  ? Written
  :
      | Exclude<Written, object>
      | AcceptedList<Extract<Written, readonly unknown[]>>
      | AcceptedObject<Exclude<Extract<Written, object>, readonly unknown[]>>;

type AcceptedList<Written extends readonly unknown[]> = [Written] extends [never]
  ? never
  : AcceptedPart<Written[number]>[];

type AcceptedObject<Written> = [Written] extends [never]
  ? never
  : string extends KeyOf<Written>
    ? Record<string, AcceptedPart<ValueAt<Written, string>>>
    : { [Key in KeyOf<Written>]?: AcceptedPart<ValueAt<Written, Key>> };

type KeyOf<Written> = Written extends unknown ? keyof Written : never;

type ValueAt<Written, Key> = Written extends unknown
  ? Key extends keyof Written
    ? Written[Key]
    : never
  : never;
