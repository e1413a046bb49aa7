import { waitBranchNames } from "../1-read/wait-branches.ts";
import type {
  AwaitLine,
  CompiledDocument,
  CompiledMail,
  CompiledProgram,
  CompiledSequence,
  DeliverySpec,
  Instruction,
  Mapping,
  Rule,
  WaitLimit,
  Words,
} from "../types/index.ts";
import { absolute, namesOfFlow } from "../1-read/relative.ts";
import { foldCondition, foldRule, type Constants } from "./fold.ts";
import type { BrandProject } from "./project.ts";

type Written = Record<string, unknown>;

/** What the lines of a flow's programs are compiled with. */
interface ProgramContext {
  project: BrandProject;
  /** Named rules put in their place, and folded. */
  rule(rule: Rule): Rule;
  /** As `foldCondition` has it. */
  condition(rule: Rule | undefined): Rule | undefined | false;
  /** A text of the flow by its key. */
  text(key: string, inPlace: unknown): Words | undefined;
}

/** Compiles what the server alone does for a flow: its programs and mails. Lines that never apply to the brand are left out. */
export function compileProgram(id: string, project: BrandProject, constants: Constants): CompiledProgram {
  const definition = project.flow(id);
  const apart = project.flowWording(id);
  const names = namesOfFlow(definition["rules"]);
  const place: ProgramContext = {
    project,
    rule: (rule) => foldRule(absolute(rule, names), constants),
    condition: (rule) => (rule === undefined ? undefined : foldCondition(absolute(rule, names), constants)),
    text: (key, inPlace) =>
      project.words(key, [project.brandKey(`flows.${id}.${key}`), apart[key], inPlace as string | undefined]),
  };
  const onContinue: CompiledProgram["onContinue"] = {};
  for (const [step, { onContinue: written }] of Object.entries(
    definition["steps"] as Record<string, { onContinue?: Written[] }>,
  )) {
    if (written) onContinue[step] = compileLines(written, place);
  }
  const mails: CompiledProgram["mails"] = {};
  for (const [name, mail] of Object.entries((definition["mails"] ?? {}) as Record<string, Written>)) {
    const words = (slot: string) =>
      project.words(slot, [
        project.brandKey(`flows.${id}.mails.${name}.${slot}`),
        apart[`mails.${name}.${slot}`],
        mail[slot] as string,
      ])!;
    mails[name] = {
      attach: (mail["attach"] as string[] | undefined) ?? [],
      to: place.rule(mail["to"]),
      subject: words("subject"),
      body: words("body"),
      answers: (mail["answers"] as boolean | undefined) ?? false,
      ...(mail["shows"] ? { shows: mail["shows"] as string[] } : {}),
      ...(mail["calendar"] ? { calendar: mail["calendar"] as string } : {}),
    } satisfies CompiledMail;
  }
  const onPress: CompiledProgram["onPress"] = {};
  const dialogs = (definition["dialogs"] ?? {}) as Record<
    string,
    { buttons: Record<string, { onPress: Written[] }> }
  >;
  for (const [dialog, { buttons }] of Object.entries(dialogs)) {
    onPress[dialog] = Object.fromEntries(
      Object.entries(buttons).map(([button, { onPress: lines }]) => [button, compileLines(lines, place)]),
    );
  }
  return {
    onContinue,
    onPress,
    mails,
    documents: compileDocuments(id, project),
    sequences: compileSequences(definition["sequences"]),
    ...(definition["retention"]
      ? { retention: definition["retention"] as NonNullable<CompiledProgram["retention"]> }
      : {}),
  };
}

function compileDocuments(id: string, project: BrandProject): CompiledProgram["documents"] {
  const apart = project.flowWording(id);
  const documents = (project.flow(id)["documents"] ?? {}) as Record<string, Written>;
  return Object.fromEntries(
    Object.entries(documents).map(([name, document]): [string, CompiledDocument] => {
      const words = (slot: string) =>
        project.words(slot, [
          project.brandKey(`flows.${id}.documents.${name}.${slot}`),
          apart[`documents.${name}.${slot}`],
          document[slot] as string | undefined,
        ]);
      const [body, closing, signature] = [words("body"), words("closing"), words("signature")];
      return [
        name,
        {
          format: document["format"] as CompiledDocument["format"],
          title: words("title")!,
          ...(body === undefined ? {} : { body }),
          answers: (document["answers"] as boolean | undefined) ?? false,
          ...(closing === undefined ? {} : { closing }),
          ...(signature === undefined ? {} : { signature }),
        },
      ];
    }),
  );
}

const compileSequences = (sequences: unknown): CompiledProgram["sequences"] =>
  Object.fromEntries(
    Object.entries((sequences ?? {}) as Record<string, Partial<CompiledSequence>>).map(([name, sequence]) => [
      name,
      {
        text: sequence.text ?? "{number}",
        digits: sequence.digits ?? 1,
        every: sequence.every ?? "never",
        given: sequence.given ?? "accepted",
      },
    ]),
  );

function compileLines(lines: Written[], place: ProgramContext): Instruction[] {
  return lines.flatMap((line) => {
    const when = place.condition(line["when"]);
    if (when === false) return [];
    const { when: _, ...rest } = line;
    return [{ ...compileLine(rest, place), ...(when === undefined ? {} : { when }) } as Instruction];
  });
}

function compileLine(line: Written, place: ProgramContext): Written {
  if ("refuse" in line) return { refuse: place.project.words("refuse", [line["refuse"] as string]) };
  if ("redirect" in line && "says" in line) {
    return { ...line, says: place.project.words("says", [line["says"] as string]) };
  }
  if ("call" in line) {
    return {
      ...line,
      with: compileMapping(line["with"] as Mapping | undefined, place),
      onFailure: compileLines((line["onFailure"] ?? []) as Written[], place),
    };
  }
  if ("submit" in line) {
    const { deliver = [], sequence } = line["submit"] as { deliver?: DeliverySpec[]; sequence?: string };
    return {
      submit: {
        ...(sequence === undefined ? {} : { sequence }),
        deliver: deliver.map((one) =>
          "call" in one ? { ...one, with: compileMapping(one.with, place) } : one,
        ),
      },
    };
  }
  if ("set" in line) {
    return { set: compileMapping(line["set"] as Mapping, place) };
  }
  if ("fill" in line) return { fill: compileRules(line["fill"], place) };
  if ("begin" in line) {
    return {
      begin: line["begin"],
      with: compileRules(line["with"], place),
      answers: compileRules(line["answers"], place),
    };
  }
  if ("await" in line) return { ...compileAwait(line, place) };
  return line;
}

function compileAwait(line: Written, place: ProgramContext): AwaitLine {
  const as = line["as"] as string;
  const words = ["title", "body", "check", "cancel", "code"].flatMap((slot) => {
    const text = place.text(`waits.${as}.${slot}`, line[slot]);
    return text === undefined ? [] : [[slot, text]];
  });
  const taken = waitBranchNames.flatMap((branch) =>
    line[branch] ? [[branch, compileLines(line[branch] as Written[], place)]] : [],
  );
  return {
    await: line["await"] as string,
    as,
    until: compileLimit(line["until"] as WrittenLimit, place),
    ...(Object.fromEntries([...words, ...taken]) as Pick<AwaitLine, "title" | "onCame" | "onTimeout">),
  };
}

interface WrittenLimit {
  minutes?: number;
  hours?: number;
  days?: number;
  day?: Rule;
  time?: Rule;
}

function compileLimit(
  { minutes = 0, hours = 0, days = 0, day, time }: WrittenLimit,
  place: ProgramContext,
): WaitLimit {
  if (day === undefined) return { minutes: minutes + 60 * (hours + 24 * days) };
  return { day: place.rule(day), ...(time === undefined ? {} : { time: place.rule(time) }) };
}

const compileRules = (rules: unknown, place: ProgramContext): Record<string, Rule> =>
  Object.fromEntries(
    Object.entries((rules ?? {}) as Record<string, Rule>).map(([name, rule]) => [name, place.rule(rule)]),
  );

const isConditional = (entry: unknown): entry is { value: Rule; when: Rule } =>
  typeof entry === "object" && entry !== null && "value" in entry && "when" in entry;

const isNested = (entry: unknown): entry is { object: Mapping; when?: Rule } =>
  typeof entry === "object" && entry !== null && "object" in entry;

function compileMapping(mapping: Mapping = {}, place: ProgramContext): Mapping {
  const compiled: Mapping = {};
  for (const [name, entry] of Object.entries(mapping)) {
    if (!isConditional(entry) && !isNested(entry)) {
      compiled[name] = place.rule(entry);
      continue;
    }
    const when = place.condition(entry.when);
    if (when === false) continue;
    if (isNested(entry)) {
      compiled[name] = {
        object: compileMapping(entry.object, place),
        ...(when === undefined ? {} : { when }),
      };
      continue;
    }
    const value = place.rule(entry.value);
    compiled[name] = when === undefined ? value : { value, when };
  }
  return compiled;
}
