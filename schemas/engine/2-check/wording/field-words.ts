import { named } from "../../1-read/relative.ts";
import { problemNames, fieldScope, slotScope, type WordingKeys } from "./flow-keys.ts";
import { fixText, isApart, isApartUnresolved, placeOfWords } from "./flow-texts.ts";
import { nearest } from "../report/nearest.ts";
import { checkWords, isShown, parametersIn } from "./placeholders.ts";
import { parametersOf, presetsOfField, type ChoiceOptions } from "../project/presets.ts";
import { typeOf, type Field, type Flow, type Project } from "../project/project.ts";
import { commonHasWords, hasItemWords, hasWords, namedProblems, neededSlots } from "./field-slots.ts";

/** Checks that a field has the words that its type needs, and the words of its problems and options. */
export function checkFieldWords(project: Project, flow: Flow, field: Field, keys: WordingKeys): void {
  const type = typeOf(project, field);
  if (type === undefined) return;
  for (const slot of neededSlots(project, field, type)) {
    // Content has the words of its questions.
    if (field.row && rowSlots.has(slot)) continue;
    if (!hasWords(project, flow, field, slot)) tellMissing(project, flow, field, slot);
  }
  for (const id of Object.keys(field.value.items ?? {})) {
    for (const slot of ["label", "text"] as const) {
      if (hasItemWords(flow, field, id, slot)) continue;
      tellMissing(project, flow, field, `items.${id}.${slot}`, ["items", id]);
    }
  }
  checkProblemWords(project, flow, field, keys);
  checkOptionWords(project, flow, field);
  checkKindParameters(project, field);
}

/** Words that a row of content can have. */
const rowSlots: ReadonlySet<string> = new Set(["label", "text"]);

const ownerOf = (flow: Flow, { path, fragment }: Field): string =>
  fragment === undefined ? `el campo "${path}"` : `el campo "${path}" del flujo "${flow.id}"`;

function tellMissing(
  project: Project,
  flow: Flow,
  field: Field,
  slot: string,
  at: (string | number)[] = [],
): void {
  if (isApartUnresolved(project, flow)) return;
  const values = { slot, owner: ownerOf(flow, field), where: placeOfWords(flow, field, "en el campo") };
  const fix = fixText(flow, `${field.path}.${slot}`);
  const options = { part: "key" as const, missingKey: fix, each: isApart(flow) };
  project.report.add(field.file, [...field.at, ...at], "missing-wording", values, options);
}

function checkProblemWords(project: Project, flow: Flow, field: Field, keys: WordingKeys): void {
  const { report } = project;
  const { file } = field;
  for (const [problem, text] of Object.entries(field.value.problems ?? {})) {
    const at = [...field.at, "problems", problem];
    const scope = fieldScope(project, flow, field);
    checkWords(project, file, text, at, { ...scope, names: [...scope.names, ...problemNames] });
    const kinds = presetsOfField(project, field);
    if (keys.has(`${field.path}.problems.${problem}`) || kinds.length === 0) continue;
    const reason = "el campo no puede tener ese problema";
    report.add(file, at, "unused-wording-key", { key: `problems.${problem}`, reason }, { part: "key" });
  }
  for (const { problem, at } of namedProblems(field.value)) {
    const slot = `problems.${problem}`;
    if (hasWords(project, flow, field, slot) || commonHasWords(project, `common.${slot}`)) continue;
    if (isApartUnresolved(project, flow)) continue;
    const where = placeOfWords(flow, field, 'en "problems" del campo');
    const values = { slot, owner: ownerOf(flow, field), where };
    const suggestion = nearest(problem, Object.keys(field.value.problems ?? {}));
    const fix = fixText(flow, `${field.path}.${slot}`);
    const each = isApart(flow);
    report.add(file, [...field.at, ...at], "missing-wording", values, { suggestion, missingKey: fix, each });
  }
}

function checkOptionWords(project: Project, flow: Flow, field: Field): void {
  const { options } = field.value;
  // Where no flow uses a fragment, none can have the words of its ids.
  if (!Array.isArray(options)) {
    for (const source of ["list", "also"] as const) {
      const at = [...field.at, "options", source];
      checkOptionTexts(project, flow, field, { all: options?.[source] ?? [], at, isList: false });
    }
  } else if (flow.owner !== "") {
    checkOptionTexts(project, flow, field, {
      all: options.map((value) => ({ value })),
      at: [...field.at, "options"],
      isList: true,
    });
  }
}

/** The words of options that are written one by one; of a list of ids alone, with `isList`. */
function checkOptionTexts(
  project: Project,
  flow: Flow,
  field: Field,
  { all, at, isList }: { all: NonNullable<ChoiceOptions["list"]>; at: (string | number)[]; isList: boolean },
): void {
  const { file } = field;
  for (const [index, one] of all.entries()) {
    const { value: id, label, description } = one;
    const key = `${field.path}.options.${String(id)}`;
    const scope = fieldScope(project, flow, field);
    // The same for everybody, as an example within a field is.
    checkWords(project, file, description, [...at, index, "description"], slotScope(scope, "placeholder"));
    if (label !== undefined) {
      checkWords(project, file, label, [...at, index, "label"], scope);
    } else if (!(key in (flow.wording?.value ?? {})) && !isApartUnresolved(project, flow)) {
      const values = {
        slot: `options.${String(id)}`,
        owner: ownerOf(flow, field),
        where: isList ? 'en wording.es.json, o en el campo con {"list": […]}' : placeOfWords(flow, field),
      };
      const place = isList ? [...at, index] : [...at, index, "value"];
      const each = isApart(flow);
      project.report.add(file, place, "missing-wording", values, { missingKey: fixText(flow, key), each });
    }
  }
}

/** What a field gives for a parameter that its kind's words show is something that words can show. */
function checkKindParameters(project: Project, field: Field): void {
  const { report } = project;
  const given = field.value.with ?? {};
  for (const kind of presetsOfField(project, field)) {
    const texts = Object.values(kind.value.wording ?? {});
    const shown = new Set(texts.flatMap(parametersIn));
    for (const name of Object.keys(given)) {
      if (!shown.has(name) || !Object.hasOwn(parametersOf(kind), name)) continue;
      const names = { with: { given, defaults: {}, names: field.names } };
      if (isShown(named(`with.${name}`, names))) continue;
      const values = { placeholder: `{with.${name}}`, what: "una regla" };
      report.add(field.file, [...field.at, "with", name], "unshowable-placeholder", values, { part: "key" });
    }
  }
}
