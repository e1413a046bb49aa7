import type { CompiledMail, CompiledProgram, DeliverySpec, Instruction, Mapping, Rule } from "../types.ts";
import { foldCondition, foldRule, type Constants } from "./fold.ts";
import type { Project } from "./project.ts";

type Written = Record<string, unknown>;

/** Compiles what the server alone does for a flow: its programs and mails. Lines that never apply to the brand are left out. */
export function compileProgram(id: string, project: Project, constants: Constants): CompiledProgram {
  const definition = project.flow(id);
  const apart = project.flowWording(id);
  const onContinue: CompiledProgram["onContinue"] = {};
  for (const [step, { onContinue: written }] of Object.entries(
    definition["steps"] as Record<string, { onContinue?: Written[] }>,
  )) {
    if (written) onContinue[step] = compileLines(written, constants);
  }
  const mails: CompiledProgram["mails"] = {};
  for (const [name, mail] of Object.entries((definition["mails"] ?? {}) as Record<string, Written>)) {
    const words = (slot: string) =>
      project.words([
        project.brandKey(`flows.${id}.mails.${name}.${slot}`),
        apart[`mails.${name}.${slot}`],
        mail[slot] as string,
      ])!;
    mails[name] = {
      to: foldRule(mail["to"], constants),
      subject: words("subject"),
      body: words("body"),
      answers: (mail["answers"] as boolean | undefined) ?? false,
    } satisfies CompiledMail;
  }
  return { onContinue, mails };
}

function compileLines(lines: Written[], constants: Constants): Instruction[] {
  return lines.flatMap((line) => {
    const when = foldCondition(line["when"], constants);
    if (when === false) return [];
    const { when: _, ...rest } = line;
    return [{ ...compileLine(rest, constants), ...(when === undefined ? {} : { when }) } as Instruction];
  });
}

function compileLine(line: Written, constants: Constants): Written {
  if ("call" in line) {
    return {
      ...line,
      with: compileMapping(line["with"] as Mapping | undefined, constants),
      onFailure: compileLines((line["onFailure"] ?? []) as Written[], constants),
    };
  }
  if ("submit" in line) {
    const { deliver = [] } = line["submit"] as { deliver?: DeliverySpec[] };
    return {
      submit: {
        deliver: deliver.map((one) =>
          "call" in one ? { ...one, with: compileMapping(one.with, constants) } : one,
        ),
      },
    };
  }
  if ("set" in line) {
    const set = line["set"] as Record<string, Rule>;
    return {
      set: Object.fromEntries(Object.entries(set).map(([name, rule]) => [name, foldRule(rule, constants)])),
    };
  }
  return line;
}

const isConditional = (entry: unknown): entry is { value: Rule; when: Rule } =>
  typeof entry === "object" && entry !== null && "value" in entry && "when" in entry;

function compileMapping(mapping: Mapping = {}, constants: Constants): Mapping {
  const compiled: Mapping = {};
  for (const [name, entry] of Object.entries(mapping)) {
    if (!isConditional(entry)) {
      compiled[name] = foldRule(entry, constants);
      continue;
    }
    const when = foldCondition(entry.when, constants);
    if (when === false) continue;
    const value = foldRule(entry.value, constants);
    compiled[name] = when === undefined ? value : { value, when };
  }
  return compiled;
}
