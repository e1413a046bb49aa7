import { defaultsOf } from "../1-read/expand.ts";
import type { Names } from "../1-read/relative.ts";
import type {
  Rule,
  ValueType,
  WrittenField,
  WrittenKindByFact,
  WrittenKindPreset,
  WrittenOption,
  WrittenParameter,
  WrittenWidget,
} from "../types/index.ts";
import type { BrandProject } from "./project.ts";

/** A choice's options, whichever source they say. */
export interface OptionsDefinition {
  list?: WrittenOption[];
  tree?: string;
  under?: string;
  data?: string;
  /** After those of the query. */
  also?: WrittenOption[];
  /** A query of the screen, where the rows are in what it gives, and what becomes of those that would find nothing. */
  page?: string;
  rows?: string;
  zero?: "shown" | "disabled" | "hidden";
  where?: Rule;
  enabledWhere?: Rule;
}

/** A kind, whether it stands for itself or for others. */
export interface KindDefinition
  extends Omit<WrittenKindPreset, "type" | "widget" | "schema" | "options">, Partial<WrittenKindByFact> {
  kind: string;
  type: ValueType;
  widget?: WrittenWidget;
  schema?: Record<string, unknown>;
  options?: WrittenField["options"];
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
  kind: { parameters?: Record<string, Partial<WrittenParameter>> },
  field: { with?: Record<string, Rule> },
  names: Names,
): Names => ({
  with: { given: field.with ?? {}, defaults: defaultsOf(kind.parameters), names },
});
