import { defaultsOf } from "../1-read/expand.ts";
import type { Names } from "../1-read/relative.ts";
import type { Check, CompiledField, Rule, ValueType } from "../types/index.ts";
import type { BrandProject } from "./project.ts";

interface WrittenOption {
  value: string;
  label?: string;
  description?: string;
  icon?: string;
  onlyFor?: unknown;
}

/** A choice's options as they are written, in a field or a kind. */
export interface WrittenOptions {
  list?: WrittenOption[];
  tree?: string;
  under?: string;
  data?: string;
  /** After those of the query. */
  also?: WrittenOption[];
  where?: Rule;
}

/** What a field and a kind may both say; the field's word counts. */
export interface Shared {
  widget?: string;
  format?: string | { operation: string; with?: Record<string, Rule> };
  keyboard?: CompiledField["keyboard"];
  autocomplete?: string;
  capitalize?: CompiledField["capitalize"];
  schema?: Record<string, unknown>;
  /** By keyword, or one word for whatever is wrong with the schema. */
  says?: string | Record<string, string>;
  checks?: Check[];
  variants?: (Pick<Shared, "schema" | "says" | "format" | "keyboard"> & { when: Rule })[];
  enabledWhen?: Rule;
  options?: string[] | WrittenOptions;
  /** File extensions without dot, and megabytes. */
  accepts?: string[];
  maxSize?: number;
  personal?: boolean;
}

export interface KindDefinition extends Shared {
  kind: string;
  type: ValueType;
  wording?: Record<string, string>;
  /** Whether its answers tell a person or a car from all others: by them a submission is found. */
  identifies?: boolean;
  parameters?: Record<string, unknown>;
  byFact?: { fact: string; kinds: Record<string, string> };
}

/** A raw-schema step's one field has no kind of its own. */
const rawKind: KindDefinition = { kind: "json", type: "json", widget: "jsonForm" };

/** A kind may stand for others, chosen by a fact of the brand. Without an id it is a raw-schema step's. */
export function resolveKind(id: string | undefined, project: BrandProject): KindDefinition {
  if (id === undefined) return rawKind;
  const kind = project.kind(id) as unknown as KindDefinition;
  if (!kind.byFact) return kind;
  const { fact, kinds } = kind.byFact;
  const chosen = kinds[String(project.facts[fact])];
  if (chosen === undefined) throw new Error(`kind "${id}" says nothing for the fact "${fact}" of this brand`);
  return resolveKind(chosen, project);
}

/** What relative names mean in a kind's rules: its parameters, given by the field. */
export const namesInKind = (
  kind: Pick<KindDefinition, "parameters">,
  field: { with?: Record<string, Rule> },
  names: Names,
): Names => ({
  with: { given: field.with ?? {}, defaults: defaultsOf(kind.parameters), names },
});
