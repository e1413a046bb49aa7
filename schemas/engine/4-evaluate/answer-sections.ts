/** Questions and answers as people read them: by step, section, group and row. */
import type {
  Answer,
  Answers,
  CompiledField,
  CompiledFlow,
  CompiledStep,
  FileAnswer,
  WordNode,
  Words,
} from "../types/index.ts";
import { fileSize } from "./answer-text.ts";
import { jsonSections } from "./json-answers.ts";
import { plainWords } from "./words.ts";

/** A heading and what stands under it. Everything here is text: none of it becomes markup. */
export interface AnswerSection {
  title?: string;
  /** 1 is a step or a section; groups, lists and their rows are deeper. 1 where it is left out. */
  level?: number;
  rows: { label: string; value: string; total?: true | undefined }[];
}

/** What was answered, and how it is said. */
export interface Answered {
  flow: CompiledFlow;
  /** Ids of the steps that were asked, in order. */
  steps: string[];
  /** Effective answers by full path. */
  answers: Answers;
  /** How a person reads the answer at a full path. */
  label(path: string): string;
  /** Fills the placeholders of words. */
  fill(words: Words): Words;
}

/** Without headings under which nothing stands. */
export const withAnswers = (sections: AnswerSection[]): AnswerSection[] =>
  sections.filter(({ rows, level = 1 }, index) => {
    if (rows.length > 0) return true;
    const after = sections.slice(index + 1);
    const end = after.findIndex((next) => (next.level ?? 1) <= level);
    return after.slice(0, end === -1 ? undefined : end).some((next) => next.rows.length > 0);
  });

/** Where a field stands: by what the paths of its definition begin, and by what those of its answers do. */
interface PathPrefix {
  defined: string;
  actual: string;
}

const outside: PathPrefix = { defined: "", actual: "" };

const pathIn = (place: PathPrefix, path: string): string => place.actual + path.slice(place.defined.length);

/** The sections that have an answer. Steps get a heading where there are several. */
export function answerSections(answered: Answered): AnswerSection[] {
  const steps = answered.flow.steps
    .filter(({ id }) => answered.steps.includes(id))
    .map((step) => ({ title: say(answered, step.title, outside), inside: sectionsOfStep(answered, step) }))
    .filter(({ inside }) => inside.length > 0);
  if (steps.length <= 1) return withoutRepeated(steps.flatMap(({ inside }) => inside));
  return withoutRepeated(
    steps.flatMap(({ title, inside }) => [
      { title, level: 1, rows: [] },
      ...inside.map((section) => ({ ...section, level: (section.level ?? 1) + 1 })),
    ]),
  );
}

/** A heading right under one that says the same, such as that of a step's only section, is the same heading. */
function withoutRepeated(sections: AnswerSection[]): AnswerSection[] {
  const kept: AnswerSection[] = [];
  for (const section of sections) {
    const above = kept.at(-1);
    const isRepeated =
      above?.title !== undefined &&
      section.title === above.title &&
      above.rows.length === 0 &&
      (section.level ?? 1) > (above.level ?? 1);
    if (isRepeated) kept[kept.length - 1] = { ...above, rows: section.rows };
    else kept.push(section);
  }
  return kept;
}

/** The sections of one step that have an answer. */
export const sectionsOfStep = (answered: Answered, { sections }: CompiledStep): AnswerSection[] =>
  sections.flatMap((section) => {
    const heading = section.title === undefined ? undefined : say(answered, section.title, outside);
    return fieldSections(answered, section.fields, outside, heading, 1);
  });

/** One section for the fields in a row, one for each group, list and row among them; none where nothing was answered. */
function fieldSections(
  answered: Answered,
  fields: string[],
  place: PathPrefix,
  title: string | undefined,
  level: number,
): AnswerSection[] {
  const sections: AnswerSection[] = [];
  let open: AnswerSection | undefined;
  for (const defined of fields) {
    const field = answered.flow.fields[defined]!;
    const path = pathIn(place, defined);
    const below = nested(answered, field, path, place, level + 1);
    if (below) {
      sections.push(...below);
      open = undefined;
    } else if (answered.answers[path] !== undefined && field.type !== "display") {
      // After a group its heading stands again: what follows is not the group's.
      if (!open)
        sections.push((open = { ...(title && sections.length > 0 ? { title } : {}), level, rows: [] }));
      open.rows.push(rowOf(answered, field, path, place));
    }
  }
  if (sections.length === 0 || title === undefined || title === "") return sections;
  const [first, ...rest] = sections as [AnswerSection, ...AnswerSection[]];
  return first.level === level ? [{ ...first, title }, ...rest] : [{ title, level, rows: [] }, ...sections];
}

/** What stands under a field that holds others; undefined for one that does not. */
function nested(
  answered: Answered,
  field: CompiledField,
  path: string,
  place: PathPrefix,
  level: number,
): AnswerSection[] | undefined {
  const title = say(answered, field.label, place);
  const { fields = [] } = field;
  if (field.type === "group") return fieldSections(answered, fields, place, title, level);
  const answer = answered.answers[path];
  if (field.type === "json")
    return answer === undefined ? [] : jsonSections(field.schema, answer, level, answered.flow.booleans);
  if (field.type !== "list") return undefined;
  const rows = Array.isArray(answer) ? answer : [];
  const sections = rows.flatMap((row, index) => {
    const inRow = { defined: field.path, actual: `${path}.${row}` };
    const heading = say(answered, numbered(field.row ?? [{ var: "number" }], index + 1), inRow);
    return fieldSections(answered, fields, inRow, heading, level + 1);
  });
  return sections.length > 0 ? [{ title, level, rows: [] }, ...sections] : [];
}

function rowOf(
  answered: Answered,
  field: CompiledField,
  path: string,
  place: PathPrefix,
): AnswerSection["rows"][number] {
  const answer = answered.answers[path]!;
  const value = field.type === "file" ? fileText(answer) : answered.label(path);
  // Of a consent, what it said belongs to the answer.
  const said = field.text === undefined ? [] : [say(answered, field.text, place)];
  const label = say(answered, field.label, place);
  return { label, value: [value, ...said].join(". "), total: field.total };
}

function fileText(answer: Answer): string {
  const { name, size } = answer as unknown as FileAnswer;
  return `${name} (${fileSize(size)})`;
}

/** The text of words. Inside a row, what they name of the row is that row's. */
const say = (answered: Answered, words: Words, place: PathPrefix): string =>
  plainWords(
    answered.fill(
      mapPlaceholders(words, (node) =>
        place.defined !== "" && node.var.startsWith(`${place.defined}.`)
          ? { ...node, var: pathIn(place, node.var) }
          : node,
      ),
    ),
  );

const numbered = (words: Words, number: number): Words =>
  mapPlaceholders(words, (node) => (node.var === "number" ? String(number) : node));

type Placeholder = Extract<WordNode, { var: string }>;

export function mapPlaceholders(words: Words, change: (node: Placeholder) => WordNode): Words {
  const changed = (node: WordNode): WordNode => {
    if (typeof node === "string") return node;
    if ("var" in node) return change(node);
    return { ...node, children: node.children.map(changed) };
  };
  return typeof words === "string" ? words : words.map(changed);
}
