import type {
  CompiledScreen,
  CompiledScreenData,
  Rule,
  ScreenData,
  WrittenScreenFile,
} from "../types/index.ts";
import { foldRule } from "./fold.ts";
import type { BrandProject } from "./project.ts";

/** What of the visitor an input is: the rule that reads it reads nothing else. */
export function visitorRead(rule: Rule): string | undefined {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return undefined;
  const path = [(rule as Record<string, unknown>)["var"]].flat()[0];
  return typeof path === "string" && path.startsWith("visitor.") ? path.slice("visitor.".length) : undefined;
}

/** The call that tells that somebody looks at a page. */
export function compileOpened(
  { call, with: given }: NonNullable<WrittenScreenFile["opened"]>,
  project: BrandProject,
): NonNullable<CompiledScreen["opened"]> {
  const { with: rules, visitor } = compileScreenData({ opened: { call, with: given } }, project)!["opened"]!;
  return { call, with: rules, ...(visitor ? { visitor } : {}) };
}

/** Compiles the queries of a screen for one brand. What only the server knows is told apart: nobody else fills it in. */
export function compileScreenData(
  data: WrittenScreenFile["data"],
  project: BrandProject,
): ScreenData | undefined {
  if (!data) return undefined;
  const fold = (rule: Rule): Rule => foldRule(rule, project.constant);
  return Object.fromEntries(
    Object.entries(data).map(([name, query]): [string, CompiledScreenData] => {
      const inputs = Object.entries(query.with ?? {});
      const visitor = inputs.flatMap(([input, rule]) => {
        const read = visitorRead(rule);
        return read === undefined ? [] : [[input, read] as const];
      });
      return [
        name,
        {
          call: query.call,
          on: "change",
          with: Object.fromEntries(
            inputs
              .filter(([, rule]) => visitorRead(rule) === undefined)
              .map(([input, rule]) => [input, fold(rule)]),
          ),
          ...(visitor.length === 0 ? {} : { visitor: Object.fromEntries(visitor) }),
          ...(query.optional ? { optional: query.optional } : {}),
          ...(query.when === undefined ? {} : { when: fold(query.when) }),
          ...(query.deferred ? { deferred: true as const } : {}),
          ...(query.required ? { required: true } : {}),
          ...(query.gone === undefined ? {} : { gone: fold(query.gone) }),
          ...(query.moved === undefined ? {} : { moved: fold(query.moved) }),
        },
      ];
    }),
  );
}
