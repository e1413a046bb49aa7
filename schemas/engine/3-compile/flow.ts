import type {
  CompiledField,
  CompiledFlow,
  CompiledSection,
  CompiledStep,
  OptionSource,
  Rule,
  TreeOption,
} from "../types.ts";
import { compileField, type FieldDefinition } from "./field.ts";
import { foldCondition, foldRule, type Constants } from "./fold.ts";
import type { Project } from "./project.ts";
import { fillKnown } from "./words.ts";

interface StepDefinition {
  title: string;
  body?: string;
  slug?: string;
  action?: string;
  visibleWhen?: Rule;
  ends?: boolean;
  onlyFor?: unknown;
  sections?: Record<string, SectionDefinition>;
}

interface SectionDefinition {
  title?: string;
  body?: string;
  onlyFor?: unknown;
  fields: Record<string, FieldDefinition>;
}

interface DataDefinition {
  call: string;
  on?: "load" | "change" | "press";
  with?: Record<string, Rule>;
  when?: Rule;
}

/** Compiles a flow's public part for one brand, and gives the constants that its rules were folded with. */
export function compileFlow(id: string, project: Project): { flow: CompiledFlow; constants: Constants } {
  const definition = project.flow(id);
  const apart = project.flowWording(id);
  const steps = Object.entries(definition["steps"] as Record<string, StepDefinition>).filter(([, step]) =>
    project.appliesTo(step.onlyFor),
  );
  const words = (key: string, inPlace: string | undefined) =>
    project.words([project.brandKey(`flows.${id}.${key}`), apart[key], inPlace]);

  const asked = askedFields(steps, project);
  // What another brand is asked is never answered here.
  const everywhere = allPaths(definition["steps"] as Record<string, StepDefinition>);
  const constants: Constants = (path) =>
    everywhere.has(path) && !asked.has(path) ? null : project.constant(path);

  const fields: Record<string, CompiledField> = {};
  const validatorNames = new Map<string, string>();
  const compiledSteps = steps.map(([stepId, step], index): CompiledStep => {
    const sections: CompiledSection[] = [];
    for (const [sectionId, section] of Object.entries(step.sections ?? {})) {
      const paths: string[] = [];
      for (const fieldId of Object.keys(section.fields)) {
        const path = `${stepId}.${fieldId}`;
        const field = asked.get(path);
        const compiled =
          field && compileField({ flow: id, path, field, project, constants, apart, validatorNames });
        if (!compiled) continue;
        fields[path] = compiled;
        paths.push(path);
      }
      if (paths.length === 0) continue;
      const [title, body] = [
        words(`${stepId}.${sectionId}.title`, section.title),
        words(`${stepId}.${sectionId}.body`, section.body),
      ];
      sections.push({
        id: sectionId,
        ...(title === undefined ? {} : { title }),
        ...(body === undefined ? {} : { body }),
        fields: paths,
      });
    }
    const body = words(`${stepId}.body`, step.body);
    const visibleWhen = foldCondition(step.visibleWhen, constants);
    return {
      id: stepId,
      slug: index === 0 ? "" : (step.slug ?? stepId),
      title: words(`${stepId}.title`, step.title)!,
      ...(body === undefined ? {} : { body }),
      action: words(`${stepId}.action`, step.action ?? project.common["common.continue"])!,
      ...(visibleWhen === undefined ? {} : { visibleWhen }),
      sections,
      ends: step.ends ?? false,
    };
  });

  return {
    flow: {
      flow: id,
      title: words("title", definition["title"] as string)!,
      steps: compiledSteps,
      fields,
      data: compileData(definition["data"] as Record<string, DataDefinition>, constants),
      trees: compileTrees(id, fields, project),
      problems: commonProblems(project),
    },
    constants,
  };
}

/** `common.problems.<code>`, by code. */
function commonProblems(project: Project): CompiledFlow["problems"] {
  const prefix = "common.problems.";
  return Object.fromEntries(
    Object.keys(project.common)
      .filter((key) => key.startsWith(prefix))
      .map((key) => [key.slice(prefix.length), project.words([project.brandKey(key), project.common[key]])!]),
  );
}

const allPaths = (steps: Record<string, StepDefinition>): Set<string> =>
  new Set(
    Object.entries(steps).flatMap(([step, { sections = {} }]) =>
      Object.values(sections).flatMap(({ fields }) => Object.keys(fields).map((field) => `${step}.${field}`)),
    ),
  );

function askedFields(steps: [string, StepDefinition][], project: Project): Map<string, FieldDefinition> {
  const asked = new Map<string, FieldDefinition>();
  for (const [step, { sections = {} }] of steps) {
    for (const { onlyFor, fields } of Object.values(sections)) {
      if (!project.appliesTo(onlyFor)) continue;
      for (const [id, field] of Object.entries(fields)) {
        const never = foldCondition(field.visibleWhen, project.constant) === false;
        if (project.appliesTo(field.onlyFor) && !never) asked.set(`${step}.${id}`, field);
      }
    }
  }
  return asked;
}

function compileData(data: Record<string, DataDefinition> = {}, constants: Constants): CompiledFlow["data"] {
  return Object.fromEntries(
    Object.entries(data).map(([name, query]) => [
      name,
      {
        call: query.call,
        on: query.on ?? "change",
        with: Object.fromEntries(
          Object.entries(query.with ?? {}).map(([input, rule]) => [input, foldRule(rule, constants)]),
        ),
        ...(query.when === undefined ? {} : { when: foldRule(query.when, constants) }),
      },
    ]),
  );
}

interface TreeDefinition {
  label: string;
  options?: Record<string, TreeDefinition>;
}

function compileTrees(
  flow: string,
  fields: Record<string, CompiledField>,
  project: Project,
): CompiledFlow["trees"] {
  const named = Object.values(fields).flatMap(({ options }) => treeOf(options));
  return Object.fromEntries(
    [...new Set(named)].map((tree) => {
      const options = project.tree(flow, tree)["options"] as Record<string, TreeDefinition>;
      return [tree, compileTree(options, `flows.${flow}.options.${tree}`, project)];
    }),
  );
}

const treeOf = (options: OptionSource | undefined): string[] =>
  options && "tree" in options ? [options.tree] : [];

function compileTree(options: Record<string, TreeDefinition>, key: string, project: Project): TreeOption[] {
  return Object.entries(options).map(([value, { label, options: under }]) => ({
    value,
    label: fillKnown(project.brandKey(`${key}.${value}`) ?? label, project.known),
    ...(under ? { options: compileTree(under, `${key}.${value}`, project) } : {}),
  }));
}
