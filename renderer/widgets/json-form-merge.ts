import type { RJSFSchema } from "@rjsf/utils";
import { createDeduplicator, createIntersector } from "@x0k/json-schema-merge/lib/array";
import {
  createComparator,
  createMerger,
  createShallowAllOfMerge,
} from "@x0k/json-schema-merge/lib/json-schema/index";

const { compareSchemaDefinitions, compareSchemaValues } = createComparator();
const { mergeArrayOfSchemaDefinitions } = createMerger({
  intersectJson: createIntersector(compareSchemaValues),
  deduplicateJsonSchemaDef: createDeduplicator(compareSchemaDefinitions),
});
const merge = createShallowAllOfMerge(mergeArrayOfSchemaDefinitions);

/** Merges `allOf` as rjsf does by itself: what it does it with comes with forms of a JSON Schema alone. */
export const mergeAllOf = (schema: RJSFSchema): RJSFSchema => merge(schema) as RJSFSchema;
