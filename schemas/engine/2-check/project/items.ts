/** What definition files define, as far as their grammars accept them. */
import type { FieldDefinition, PlacedField } from "../../1-read/expand.ts";
import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type {
  AcceptedPart,
  WrittenBrandFile,
  WrittenContentTypeField,
  WrittenContentTypeFile,
  WrittenEventFile,
  WrittenExampleFile,
  WrittenFlowButtonInstruction,
  WrittenFlowFile,
  WrittenFlowInstruction,
  WrittenFlowStep,
  WrittenFragmentFile,
  WrittenKindFile,
  WrittenOnlyFor,
  WrittenOptionsFile,
  WrittenPageExampleFile,
  WrittenSavedListFile,
  WrittenScreenBlock,
  WrittenScreenFile,
  WrittenServiceCall,
  WrittenServiceFile,
  WrittenValueSchema,
  WrittenVariant,
  WrittenViewFile,
  WrittenWordingFile,
} from "../../types/index.ts";

/** One definition file and what it defines. */
export interface Item<Written = unknown> {
  id: string;
  /** The flow or brand whose folder it is in. */
  owner: string;
  file: ReadFile;
  value: AcceptedPart<Written>;
}

export type Brand = Item<WrittenBrandFile>;
export type ContentTypeDefinition = Item<WrittenContentTypeFile>;
export type EventType = Item<WrittenEventFile>;
export type Example = Item<WrittenExampleFile>;
export type Fragment = Item<WrittenFragmentFile>;
export type Kind = Item<WrittenKindFile>;
export type OptionTree = Item<WrittenOptionsFile>;
/** An example of a page. */
export type PageExample = Item<WrittenPageExampleFile>;
export type SavedListDefinition = Item<WrittenSavedListFile>;
export type Screen = Item<WrittenScreenFile> & RuleNaming;
export type Service = Item<WrittenServiceFile>;
export type ViewDefinition = Item<WrittenViewFile>;

/** A line of a program, of a step's or a button's: what it does is said by the keys that it has. */
export type ProgramLine = AcceptedPart<WrittenFlowInstruction | WrittenFlowButtonInstruction>;

/** One of those that a program puts in line to be delivered. */
export type ProgramDelivery = NonNullable<NonNullable<ProgramLine["submit"]>["deliver"]>[number];

export type ScreenBlock = AcceptedPart<WrittenScreenBlock>;

export type CallDefinition = AcceptedPart<WrittenServiceCall>;

/** What a call takes or gives. */
export type ValueSchema = AcceptedPart<WrittenValueSchema>;

/** Where a call is made: a query of a flow or a screen, a line of a program, or a delivery. */
export type CallPlace = Pick<ProgramLine, "call" | "with"> &
  Pick<ProgramDelivery, "forEach"> & { optional?: string[] };

/** The queries of a flow or of a screen, by name. */
export type QueryDefinitions = Flow["value"]["data"] | Screen["value"]["data"];

export type ContentFieldDefinition = AcceptedPart<WrittenContentTypeField>;

/** For which brands something is: values by fact. */
export type OnlyFor = AcceptedPart<WrittenOnlyFor>;

/** A field where it stands: through the groups, lists and fragments that hold it. */
export interface Field extends Omit<PlacedField, "step" | "parent" | "list" | "fields"> {
  /** Index of its step. */
  step: number;
  parent?: Field;
  list?: Field;
  fields: Field[];
}

export type FieldValue = AcceptedPart<FieldDefinition>;

/** What a field, a kind and a variant of either can say. */
export type PresetPart = AcceptedPart<FieldDefinition | WrittenKindFile | WrittenVariant>;

export interface Step {
  id: string;
  index: number;
  at: JsonPath;
  value: AcceptedPart<WrittenFlowStep>;
}

/** A file of texts. */
export interface WordingFile extends ReadFile {
  value: AcceptedPart<WrittenWordingFile>;
}

/** What gives names to rules. */
export interface RuleNaming {
  /** Those that something reads, as far as it was checked. */
  usedRules: Set<string>;
}

export interface Flow extends Item<WrittenFlowFile>, RuleNaming {
  /** The project's. */
  kinds: Map<string, Kind>;
  steps: Step[];
  /** By path, those that groups and lists hold too; each after what holds it. */
  fields: Map<string, Field>;
  /** Those of its own folder, and the shared ones that it uses. */
  trees: Map<string, OptionTree>;
  wording?: WordingFile;
}
