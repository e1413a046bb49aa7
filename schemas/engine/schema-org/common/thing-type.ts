/** What a property of a thing can be: a plain value, or a thing of a type. */
export type PropertyRange = "Text" | "Number" | "Boolean" | "Date" | "URL" | (string & {});

/** A type of schema.org, as far as pages tell of it. */
export interface ThingType {
  /** It has the properties of this one too. */
  extends?: string;
  properties: Record<string, PropertyRange[]>;
  /** Without these, search engines have no use for it. */
  needs?: string[];
}
