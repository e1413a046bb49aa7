import type { FieldDefinition, PlacedField } from "../1-read/expand.ts";
import { absolute, type Names } from "../1-read/relative.ts";
import type { Rule } from "../types/index.ts";
import { foldCondition, type Constants } from "./fold.ts";
import type { KindDefinition } from "./kind.ts";
import type { BrandProject } from "./project.ts";

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
