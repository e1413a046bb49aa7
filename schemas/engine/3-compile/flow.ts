import {
  expandFlow,
  withInner,
  type PlacedField,
  type PlacedSection,
  type PlacedStep,
  type FieldDefinition,
} from "../1-read/expand.ts";
import { absolute, namesOfFile } from "../1-read/relative.ts";
import { mapWidgets } from "../language/widgets.ts";
import type {
  CompiledDialog,
  CompiledField,
  CompiledFlow,
  CompiledSection,
  CompiledStep,
  Rule,
  WrittenFlowFile,
  WrittenFlowSection,
  WrittenFlowStep,
  WrittenFlowStepEvent,
} from "../types/index.ts";
import { nameOfPageQuery } from "../4-evaluate/page-options.ts";
import { visibility } from "./event.ts";
import { compileField } from "./field.ts";
import type { FlowContext } from "./field-context.ts";
import { foldCondition, foldRule, type Constants } from "./fold.ts";
import { namesInKind, resolveKind } from "./kind.ts";
import { compileTrees, underOf } from "./options.ts";
import type { BrandProject } from "./project.ts";

const drawsOnMap = ({ widget }: CompiledField): boolean => mapWidgets.some((one) => one === widget);

/** Compiles a flow's public part for one brand, and gives the constants that its rules were folded with. */
export function compileFlow(id: string, project: BrandProject): { flow: CompiledFlow; constants: Constants } {
  const definition = project.flow(id);
  const apart = project.flowWording(id);
  const words = (key: string, inPlace: string | undefined) =>
    project.words(key, [project.brandKey(`flows.${id}.${key}`), apart[key], inPlace]);
  const bodyOf = (key: string, body: string | undefined) => {
    const text = words(`${key}.body`, body);
    return text === undefined ? {} : { body: text };
  };
  // A step and a dialog have a title wherever it stands: the check asks for it.
  const titled = (key: string, title: string | undefined, body: string | undefined) => ({
    title: words(`${key}.title`, title)!,
    ...bodyOf(key, body),
  });

  const everything = expandFlow(project.flowFile(id), project.fragments, project.rows);
  const steps = everything.filter(({ value }) => project.appliesTo(value["onlyFor"]));
  const { asked, elsewhere, constants } = whatIsAsked(everything, steps, project);
  const names = namesOfFile(definition.rules);
  const place: FlowContext = { flow: id, project, constants, apart, validatorNames: new Map() };

  const fields: Record<string, CompiledField> = {};
  const compile = (placed: PlacedField[]): string[] =>
    placed.flatMap((one) => {
      if (!asked.has(one.path)) return [];
      const inner = one.fields.map(({ path }) => path).filter((path) => asked.has(path));
      fields[one.path] = compileField(place, one, inner);
      compile(one.fields);
      return [one.path];
    });

  const compileEvent = ({ event, with: said = {} }: WrittenFlowStepEvent) => ({
    event,
    with: Object.fromEntries(
      Object.entries(said).map(([name, rule]) => [name, foldRule(absolute(rule, names), constants)]),
    ),
  });

  const compiledSteps = steps.map(({ id: stepId, value, sections }, index): CompiledStep => {
    const step = value as WrittenFlowStep;
    const visibleWhen =
      step.visibleWhen === undefined
        ? undefined
        : foldCondition(absolute(step.visibleWhen, names), constants);
    const name = words(`${stepId}.name`, step.name);
    const home = step.ends ? words(`${stepId}.action`, step.action) : undefined;
    const compiledSections = sections.flatMap(({ id: sectionId, value: section, fields: placed }) => {
      const paths = compile(placed);
      const texts = section as WrittenFlowSection;
      const title = words(`${stepId}.${sectionId}.title`, texts.title);
      const compiled: CompiledSection = {
        id: sectionId,
        ...(title === undefined ? {} : { title }),
        ...bodyOf(`${stepId}.${sectionId}`, texts.body),
        fields: paths,
      };
      return paths.length === 0 ? [] : [compiled];
    });
    return {
      id: stepId,
      slug: index === 0 ? "" : (step.slug ?? stepId),
      ...(step.anchor === undefined ? {} : { anchor: step.anchor }),
      ...(name === undefined ? {} : { name }),
      ...titled(stepId, step.title, step.body),
      action: words(`${stepId}.action`, step.action ?? project.common["common.continue"])!,
      ...(home === undefined ? {} : { home }),
      ...(visibleWhen === undefined ? {} : { visibleWhen }),
      sections: compiledSections,
      ...(step.analytics === undefined ? {} : { analytics: compileEvent(step.analytics) }),
      ends: step.ends ?? false,
      ...(step.dialog ? { dialog: true as const } : {}),
    };
  });

  const dialogs = Object.entries(definition.dialogs ?? {}).map(([name, dialog]): [string, CompiledDialog] => {
    const key = `dialogs.${name}`;
    const buttons = Object.entries(dialog.buttons).map(([button, { label }]) => ({
      id: button,
      label: words(`${key}.buttons.${button}.label`, label)!,
    }));
    return [name, { ...titled(key, dialog.title, dialog.body), buttons }];
  });

  const { abandon } = definition;
  const abandonLabel =
    abandon && words("abandon.label", abandon.label ?? project.common["common.abandon.offer"]);

  return {
    flow: {
      flow: id,
      title: words("title", definition.title)!,
      ...(definition.finder ? { finder: true } : {}),
      ...(Object.values(fields).some(drawsOnMap) ? { map: true as const } : {}),
      steps: compiledSteps,
      fields,
      data: {
        ...compileData(definition.data, (rule) => foldRule(absolute(rule, names), constants), elsewhere),
        ...pageQueries(fields),
      },
      trees: compileTrees(id, fields, project),
      dialogs: Object.fromEntries(dialogs),
      problems: commonProblems(project),
      ...(project.booleans ? { booleans: project.booleans } : {}),
      ...(definition.captcha ? { captcha: definition.captcha } : {}),
      ...(abandon ? { abandon: { minutes: abandon.minutes, label: abandonLabel! } } : {}),
      ...(definition.expires ? { expires: definition.expires } : {}),
      ...(definition.subject === undefined ? {} : { subject: definition.subject }),
      ...compileHandoff(definition.handoff, fields),
    },
    constants,
  };
}

/** What a query of the screen gives, which that asks for. */
const ofPage = (page: string): CompiledFlow["data"][string] => ({ page, call: "", on: "load", with: {} });

/** What fields take from the queries of the screen that the flow is mounted on. */
const pageQueries = (fields: CompiledFlow["fields"]): CompiledFlow["data"] =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ options }) =>
      options && "rows" in options ? [[options.data, ofPage(nameOfPageQuery(options.data))] as const] : [],
    ),
  );

/** Minutes that a way to another device is open where the flow does not say. */
const handoffMinutes = 30;

/** Of the answers that may have the person's address, those that this brand is asked. */
function compileHandoff(
  handoff: WrittenFlowFile["handoff"],
  fields: CompiledFlow["fields"],
): Pick<CompiledFlow, "handoff"> {
  if (!handoff) return {};
  const { mail, email = [], minutes = handoffMinutes } = handoff;
  return { handoff: { mail, email: email.filter((path) => path in fields), minutes } };
}

/** `common.problems.<code>`, by code. */
function commonProblems(project: BrandProject): CompiledFlow["problems"] {
  const prefix = "common.problems.";
  return Object.fromEntries(
    Object.keys(project.common)
      .filter((key) => key.startsWith(prefix))
      .map((key) => [
        key.slice(prefix.length),
        project.words(key, [project.brandKey(key), project.common[key]])!,
      ]),
  );
}

const pathsOf = (steps: PlacedStep[]): string[] =>
  steps.flatMap(({ sections }) =>
    sections.flatMap(({ fields }) => fields.flatMap(withInner).map(({ path }) => path)),
  );

/** What this brand is asked and what it is never asked, by path, and the constants that its rules are folded with. */
function whatIsAsked(
  everything: PlacedStep[],
  steps: PlacedStep[],
  project: BrandProject,
): { asked: ReadonlySet<string>; elsewhere: ReadonlySet<string>; constants: Constants } {
  const all = pathsOf(everything);
  let elsewhere: ReadonlySet<string> = new Set();
  for (;;) {
    const never = elsewhere;
    // What is never asked has no answer: a rule that wants one of it may never hold either.
    const constants: Constants = (path) => (never.has(path) ? null : project.constant(path));
    const sections = steps.flatMap((step) => step.sections);
    const asked = new Set(sections.flatMap((section) => askedOf(section, project, constants)));
    elsewhere = new Set(all.filter((path) => !asked.has(path)));
    if (elsewhere.size === never.size) return { asked, elsewhere, constants };
  }
}

/** The paths of the fields of a section that this brand is asked: what holds them is asked too. */
function askedOf(section: PlacedSection, project: BrandProject, constants: Constants): string[] {
  if (!project.appliesTo(section.value["onlyFor"])) return [];
  const visit = (placed: PlacedField): string[] => {
    const field = placed.value as FieldDefinition;
    const written = visibility(field);
    const rule = written === undefined ? undefined : absolute(written, placed.names);
    const never = foldCondition(rule, constants) === false;
    if (!project.appliesTo(field.onlyFor) || never) return [];
    // Under an option of a choice that nobody is asked there is none to choose.
    const kind = resolveKind(field.kind, project);
    const names = { kind: namesInKind(kind, field, placed.names), field: placed.names };
    const above = underOf(kind, field, names);
    if (above !== undefined && constants(above) === null) return [];
    // What the flow reads if content asks for it, and this content does not.
    if (placed.row && !placed.row.words) return [];
    return [placed.path, ...placed.fields.flatMap(visit)];
  };
  return section.fields.flatMap(visit);
}

function compileData(
  data: WrittenFlowFile["data"] = {},
  read: (rule: Rule) => Rule,
  elsewhere: ReadonlySet<string>,
): CompiledFlow["data"] {
  const folded = (rules: Record<string, Rule> = {}): Record<string, Rule> =>
    Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, read(rule)]));
  return Object.fromEntries(
    Object.entries(data).map(([name, query]) => {
      const fills = Object.entries(query.fills ?? {}).filter(([path]) => !elsewhere.has(path));
      return [
        name,
        {
          ...(query.page === undefined
            ? { call: query.call, on: query.on ?? "change", with: folded(query.with) }
            : ofPage(query.page)),
          ...(query.optional ? { optional: query.optional } : {}),
          ...(query.when === undefined ? {} : { when: read(query.when) }),
          ...(fills.length === 0 ? {} : { fills: folded(Object.fromEntries(fills)) }),
        },
      ];
    }),
  );
}
