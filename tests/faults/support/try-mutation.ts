import { build } from "../../../server/definitions/build.ts";
import { isOurMistake } from "../../../server/definitions/problems.ts";
import { evaluate, prepareFlow, validatorModule, type Revision } from "../../../schemas/engine/all.ts";
import type { Mutation } from "./mutated-definitions.ts";

const foreign = /\bundefined\b|\[object|must (be|have|NOT)|#\/|Cannot read|is not a function/;

const trace = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** What of the promises is broken by a mutation: green means published, and what is refused names a file and a line. */
export function problemsOf({ what, sources }: Mutation): { problems: string[]; isPublished: boolean } {
  try {
    const { diagnostics, brands } = build(sources, what);
    const refused = diagnostics.filter(({ severity }) => severity === "error");
    const told = refused.flatMap((diagnostic) => {
      const { code, file, line, excerpt, message, fix } = diagnostic;
      const lines = (sources[file] ?? "").replace(/^\uFEFF/, "").split(/\r\n|[\n\r]/);
      const bad = [
        ...(isOurMistake(diagnostic) ? [message] : []),
        ...(foreign.test(message + fix) ? [`foreign words: ${message} ${fix}`] : []),
        ...(file in sources && lines[line - 1] !== excerpt ? [`${file}:${line} is not what is shown`] : []),
      ];
      return bad.map((one) => `${what}\n  ${code}: ${one}`);
    });
    if (brands === undefined) {
      const problems = refused.length === 0 ? [`${what}\n  refused without a word`] : told;
      return { problems, isPublished: false };
    }
    const unserved = brands.flatMap(({ revision }) =>
      revision === undefined ? [] : served(JSON.parse(revision) as Revision, what),
    );
    return { problems: [...told, ...unserved], isPublished: true };
  } catch (error) {
    return { problems: [`${what}\n  ${trace(error)}`], isPublished: false };
  }
}

/** Compiled flows that were served before, as JSON: most flows of most mutations are as they were. */
const servedBefore = new Set<string>();

/** What serving needs of a revision beyond what publishing tried. */
function served({ public: { flows } }: Revision, what: string): string[] {
  return Object.values(flows).flatMap((flow) => {
    const text = JSON.stringify(flow);
    if (servedBefore.has(text)) return [];
    try {
      validatorModule(flow);
      evaluate(prepareFlow(flow), {}, { today: "2026-11-22", data: {}, results: {} });
      if (servedBefore.size < 1_000) servedBefore.add(text);
      return [];
    } catch (error) {
      return [`${what}\n  ${flow.flow} cannot be served: ${trace(error)}`];
    }
  });
}
