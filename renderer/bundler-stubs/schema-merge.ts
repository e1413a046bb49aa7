/**
 * In the place of a library that rjsf merges `allOf` with. The schema of a step has none; forms of a JSON Schema bring
 * the library along and say so to rjsf: see `widgets/json-form-merge.ts`.
 */
const missing = (): never => {
  throw new Error("rjsf is to be told how to merge allOf");
};

export const createComparator = () => ({ compareSchemaDefinitions: missing, compareSchemaValues: missing });
export const createMerger = () => ({ mergeArrayOfSchemaDefinitions: missing });
export const createShallowAllOfMerge = () => missing;
