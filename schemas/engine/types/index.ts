/** What the engine's parts hand to each other. Pure data: everything here but the validators can be written as JSON. */
export type * from "./answers.ts";
export type * from "./words.ts";
export type * from "./flow.ts";
export type * from "./program.ts";
export type * from "./revision.ts";
export type * from "./evaluation.ts";
export type * from "./authors.ts";
export type * from "./written.ts";
export type * from "./accepted.ts";
