/** What the engine's parts hand to each other. Pure data: everything here but the validators can be written as JSON. */
export type * from "./types/answers.ts";
export type * from "./types/words.ts";
export type * from "./types/flow.ts";
export type * from "./types/program.ts";
export type * from "./types/revision.ts";
export type * from "./types/evaluation.ts";
export type * from "./types/authors.ts";
