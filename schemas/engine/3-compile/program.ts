import { waitBranchNames } from "../1-read/wait-branches.ts";
import type {
  AdvanceCall,
  DeliverySpec,
  AwaitLine,
  CompiledDocument,
  CompiledMail,
  CompiledProgram,
  Instruction,
  Mapping,
  Rule,
  WaitLimit,
  Words,
  WrittenFlowAwaitInstruction,
  WrittenFlowButtonInstruction,
  WrittenFlowFile,
  WrittenFlowInstruction,
  WrittenFlowSubmitInstruction,
  WrittenFlowWaitLimit,
} from "../types/index.ts";
import { absolute, namesOfFile } from "../1-read/relative.ts";
import { foldCondition, foldRule, type Constants } from "./fold.ts";
import type { BrandProject } from "./project.ts";

/** A line of a program of a step or of a button: those of named programs stand in their places. */
type Line = Exclude<WrittenFlowInstruction, { do: string }> | WrittenFlowButtonInstruction;

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
  const names = namesOfFile(definition.rules);
  const place: ProgramContext = {
    project,
    rule: (rule) => foldRule(absolute(rule, names), constants),
    condition: (rule) => (rule === undefined ? undefined : foldCondition(absolute(rule, names), constants)),
    text: (key, inPlace) =>
      project.words(key, [project.brandKey(`flows.${id}.${key}`), apart[key], inPlace as string | undefined]),
  };
  const onContinue: CompiledProgram["onContinue"] = {};
  for (const [step, { onContinue: written }] of Object.entries(definition.steps ?? {})) {
    if (written) onContinue[step] = compileLines(written, place);
  }
  const mails: CompiledProgram["mails"] = {};
  for (const [name, mail] of Object.entries(definition.mails ?? {})) {
    const words = (slot: "subject" | "body" | "link.label", written: string | undefined) =>
      project.words(slot, [
        project.brandKey(`flows.${id}.mails.${name}.${slot}`),
        apart[`mails.${name}.${slot}`],
        written,
      ])!;
    mails[name] = {
      attach: mail.attach ?? [],
      to: place.rule(mail.to),
      subject: words("subject", mail.subject),
      body: words("body", mail.body),
      answers: mail.answers ?? false,
      ...(mail.shows ? { shows: mail.shows } : {}),
      ...(mail.calendar ? { calendar: mail.calendar } : {}),
      ...(mail.link
        ? { link: { label: words("link.label", mail.link.label), to: place.rule(mail.link.to) } }
        : {}),
    } satisfies CompiledMail;
  }
  const onPress: CompiledProgram["onPress"] = {};
  for (const [dialog, { buttons }] of Object.entries(definition.dialogs ?? {})) {
    onPress[dialog] = Object.fromEntries(
      Object.entries(buttons).map(([button, { onPress: lines }]) => [button, compileLines(lines, place)]),
    );
  }
  return {
    onContinue,
    onPress,
    mails,
    documents: compileDocuments(id, project),
    sequences: compileSequences(definition.sequences),
    ...(definition.onAdvance ? { onAdvance: compileCalls(definition.onAdvance, place) } : {}),
    ...(definition.retention ? { retention: definition.retention } : {}),
    ...(definition.sender ? { sender: definition.sender } : {}),
  };
}

/** Calls that nobody waits for, without those that are never made for this brand. */
const compileCalls = (
  calls: NonNullable<WrittenFlowFile["onAdvance"]>,
  place: ProgramContext,
): AdvanceCall[] =>
  calls.flatMap(({ call, with: given, when }) => {
    const condition = place.condition(when);
    if (condition === false) return [];
    return [
      { call, with: compileMapping(given, place), ...(condition === undefined ? {} : { when: condition }) },
    ];
  });

type WrittenDelivery = WrittenFlowSubmitInstruction["submit"]["deliver"][number];

const compileDeliveries = (deliver: readonly WrittenDelivery[], place: ProgramContext): DeliverySpec[] =>
  deliver.flatMap((one): DeliverySpec[] => {
    if (!("call" in one)) return [one];
    const after = compileDeliveries(one.after ?? [], place);
    return compileCalls([one], place).map((call) => ({
      ...call,
      ...(one.forEach ? { forEach: compileRules(one.forEach, place) } : {}),
      ...(after.length > 0 ? { after } : {}),
    }));
  });

function compileDocuments(id: string, project: BrandProject): CompiledProgram["documents"] {
  const apart = project.flowWording(id);
  const { documents = {} } = project.flow(id);
  return Object.fromEntries(
    Object.entries(documents).map(([name, document]): [string, CompiledDocument] => {
      const words = (slot: "title" | "body" | "closing" | "signature") =>
        project.words(slot, [
          project.brandKey(`flows.${id}.documents.${name}.${slot}`),
          apart[`documents.${name}.${slot}`],
          document[slot],
        ]);
      const [body, closing, signature] = [words("body"), words("closing"), words("signature")];
      return [
        name,
        {
          format: document.format,
          title: words("title")!,
          ...(body === undefined ? {} : { body }),
          answers: document.answers ?? false,
          ...(closing === undefined ? {} : { closing }),
          ...(signature === undefined ? {} : { signature }),
        },
      ];
    }),
  );
}

const compileSequences = (sequences: WrittenFlowFile["sequences"] = {}): CompiledProgram["sequences"] =>
  Object.fromEntries(
    Object.entries(sequences).map(([name, sequence]) => [
      name,
      {
        text: sequence.text,
        digits: sequence.digits,
        every: sequence.every,
        given: sequence.given ?? "accepted",
      },
    ]),
  );

function compileLines(
  lines: readonly (WrittenFlowInstruction | WrittenFlowButtonInstruction)[],
  place: ProgramContext,
): Instruction[] {
  return lines.flatMap((line) => {
    if ("do" in line) return [];
    const when = place.condition(line.when);
    if (when === false) return [];
    const { when: _, ...rest } = line;
    return [{ ...compileLine(rest, place), ...(when === undefined ? {} : { when }) } as Instruction];
  });
}

function compileLine(line: Line, place: ProgramContext): object {
  if ("refuse" in line) return { refuse: place.project.words("refuse", [line.refuse]) };
  if ("redirect" in line && line.says !== undefined) {
    return { ...line, says: place.project.words("says", [line.says]) };
  }
  if ("call" in line) {
    return {
      ...line,
      with: compileMapping(line.with, place),
      onFailure: compileLines(line.onFailure, place),
    };
  }
  if ("submit" in line) {
    const { deliver, sequence } = line.submit;
    return {
      submit: {
        ...(sequence === undefined ? {} : { sequence }),
        deliver: compileDeliveries(deliver, place),
      },
    };
  }
  if ("set" in line) {
    return { set: compileMapping(line.set, place) };
  }
  if ("fill" in line) return { fill: compileRules(line.fill, place) };
  if ("begin" in line) {
    return {
      begin: line.begin,
      with: compileRules(line.with, place),
      answers: compileRules(line.answers, place),
    };
  }
  if ("await" in line) return { ...compileAwait(line, place) };
  return line;
}

function compileAwait(line: WrittenFlowAwaitInstruction, place: ProgramContext): AwaitLine {
  const { as } = line;
  const words = (["title", "body", "check", "cancel", "open", "code"] as const).flatMap((slot) => {
    const text = place.text(`waits.${as}.${slot}`, line[slot]);
    return text === undefined ? [] : [[slot, text]];
  });
  const taken = waitBranchNames.flatMap((branch) => {
    const lines = line[branch];
    return lines ? [[branch, compileLines(lines, place)]] : [];
  });
  return {
    await: line.await,
    as,
    until: compileLimit(line.until, place),
    ...(line.page === undefined ? {} : { page: place.rule(line.page) }),
    ...(line.pageUntil === undefined ? {} : { pageUntil: place.rule(line.pageUntil) }),
    ...(Object.fromEntries([...words, ...taken]) as Pick<AwaitLine, "title" | "onCame" | "onTimeout">),
  };
}

function compileLimit(limit: WrittenFlowWaitLimit, place: ProgramContext): WaitLimit {
  if (!("day" in limit)) {
    const { minutes = 0, hours = 0, days = 0 } = limit;
    return { minutes: minutes + 60 * (hours + 24 * days) };
  }
  const { day, time } = limit;
  return { day: place.rule(day), ...(time === undefined ? {} : { time: place.rule(time) }) };
}

const compileRules = (rules: Record<string, Rule> = {}, place: ProgramContext): Record<string, Rule> =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, place.rule(rule)]));

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
