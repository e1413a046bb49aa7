import type { PlacedField } from "../1-read/expand.ts";
import { absolute, type Names } from "../1-read/relative.ts";
import type { CompiledField, Rule } from "../types/index.ts";
import { foldCondition, type Constants } from "./fold.ts";
import type { KindDefinition, Shared } from "./kind.ts";
import type { BrandProject } from "./project.ts";

export interface FieldDefinition extends Shared {
  kind?: string;
  with?: Record<string, Rule>;
  label?: string;
  hint?: string;
  placeholder?: string;
  text?: string;
  row?: string;
  add?: string;
  problems?: Record<string, string>;
  required?: boolean;
  requiredWhen?: Rule;
  visibleWhen?: Rule;
  computed?: Rule;
  min?: number;
  max?: number;
  ordered?: boolean;
  tone?: CompiledField["tone"];
  items?: Record<string, { label: string; text: string; visibleWhen?: Rule; onlyFor?: unknown }>;
  event?: NonNullable<CompiledField["event"]>;
  document?: string;
  looksUp?: string;
  resets?: string[];
  formerly?: string;
  onlyFor?: unknown;
  ui?: Record<string, unknown>;
}

/** What the fields of one flow are compiled with. */
export interface FlowContext {
  flow: string;
  project: BrandProject;
  constants: Constants;
  /** The flow's words that stand apart. */
  apart: Record<string, string>;
  /** Names given to leaf schemas so far in this flow, by the schema as JSON. */
  validatorNames: Map<string, string>;
}

/** One field with its kind, and what its rules and words are read with. */
export interface FieldContext extends FlowContext {
  placed: PlacedField;
  field: FieldDefinition;
  kind: KindDefinition;
  /** What relative names mean in the kind's rules and words. */
  kindNames: Names;
}

/** A condition with facts worked out; false where it can never hold. */
export const condition = (
  { constants }: FieldContext,
  rule: Rule | undefined,
  names: Names,
): Rule | undefined | false =>
  rule === undefined ? undefined : foldCondition(absolute(rule, names), constants);
