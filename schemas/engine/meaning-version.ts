/**
 * Enters every revision's hash: the same definitions with another meaning are another revision, and runs that began with
 * the one before go on with what they began with. Raise it when the same compiled definitions, answers and data give
 * another result; not for comments, names or speed. `tests/engine/meaning.test.ts` says when it has to be raised.
 */
export const meaningVersion = 1;
