import {
  fitsKind,
  leafKeywords,
  presetsOf,
  typeOfKind,
  type Project,
} from "../../schemas/engine/describe.ts";

type Definition = Record<string, unknown>;

const grammar = "schemas/language/definitions.schema.json";

/** The keywords that `schema` of a field of a kind may have: those that the checker takes. */
function keywordsOf(project: Project, kind: string): readonly string[] {
  const presets = presetsOf(project, kind);
  const type = typeOfKind(presets[0]);
  return type === undefined ? [] : leafKeywords(type).filter((keyword) => fitsKind(keyword, presets));
}

/** What the grammar says of each keyword, but that it is not to be offered: it does not know the kinds. */
function described(files: Record<string, { value?: unknown }>): Definition {
  const definitions = (files[grammar]?.value as { definitions?: Record<string, Definition> } | undefined)
    ?.definitions;
  const properties = (definitions?.["leafSchema"]?.["properties"] ?? {}) as Record<string, Definition>;
  return Object.fromEntries(
    Object.entries(properties).map(([keyword, said]) => [
      keyword,
      Object.fromEntries(Object.entries(said).filter(([key]) => key !== "doNotSuggest")),
    ]),
  );
}

/** A field, with the keywords to choose from in `schema`, its own and that of its variants. */
function offering(keywords: Definition): Definition {
  const schema = { properties: keywords };
  return { properties: { schema, variants: { items: { properties: { schema } } } } };
}

/** For editors: any field, by its kind. All keywords are offered while the kind is none that there is. */
export function keywordOffers(project: Project, files: Record<string, { value?: unknown }>): object {
  const all = described(files);
  const kinds = [...project.kinds.keys()];
  const byKeywords = Map.groupBy(kinds, (kind) => keywordsOf(project, kind).join(" "));
  // The grammar offers the key, and the kinds.
  const isOneOf = (some: string[]): object => ({ kind: { enum: some, doNotSuggest: true } });
  const those = (names: string): Definition =>
    Object.fromEntries(Object.entries(all).filter(([keyword]) => names.split(" ").includes(keyword)));
  return {
    allOf: [
      ...[...byKeywords].map(([names, some]) => ({
        if: { required: ["kind"], properties: isOneOf(some) },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: offering(those(names)),
      })),
      { if: { properties: isOneOf(kinds) }, else: offering(all) },
    ],
  };
}
