import type { CompiledScreen, DataState, Rule, ScreenHead } from "../types/index.ts";
import { compileRule, RuleError, ruleVariables, truth, type CompiledRule, type RuleScope } from "./rules.ts";
import { prepareScreen, scopeOfScreen, type PreparedScreen, type ScreenSources } from "./screen-data.ts";

type RuleKey = "heading" | "title" | "description" | "picture" | "indexed";

interface PreparedRule {
  rule: CompiledRule;
  /** The queries that it reads. */
  queries: string[];
}

/** The rules of a screen's head made functions. */
export interface PreparedHead {
  queries: PreparedScreen;
  rules: Partial<Record<RuleKey, PreparedRule>>;
}

export const queriesRead = (rule: Rule): string[] =>
  ruleVariables(rule).flatMap((path) => /^data\.([^.]+)/.exec(path)?.[1] ?? []);

export function prepareHead({ head = {}, data = {} }: Pick<CompiledScreen, "head" | "data">): PreparedHead {
  const prepared = (rule: Rule | undefined): PreparedRule | undefined =>
    rule === undefined ? undefined : { rule: compileRule(rule), queries: queriesRead(rule) };
  const rules = Object.fromEntries(
    (["heading", "title", "description", "picture", "indexed"] as const).flatMap((key) => {
      const rule = prepared(head[key]);
      return rule ? [[key, rule] as const] : [];
    }),
  );
  return { queries: prepareScreen(data), rules };
}

/** What a page says of itself now. What is not there, its screen says. */
export interface HeadNow {
  heading?: string;
  title?: string;
  description?: string;
  picture?: string;
  /** Whether search engines may show it; undefined where nobody knows yet, or no rule says so. */
  indexed?: boolean;
}

/** Whether what a query gave is known: what is late or has failed may be there the next time. */
export const isSettled = (data: Record<string, DataState>, name: string): boolean =>
  ["ready", "empty", "idle"].includes(data[name]?.status ?? "");

/** A rule that reads what is not there yet, or that cannot be evaluated, says nothing. */
export function headNow({ queries, rules }: PreparedHead, sources: ScreenSources): HeadNow {
  const ofScreen = scopeOfScreen(queries, sources);
  const valueOf = (key: RuleKey, scope: RuleScope): unknown => {
    const own = rules[key];
    if (!own?.queries.every((name) => isSettled(sources.data, name))) return undefined;
    try {
      return own.rule(scope) ?? undefined;
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      // Nobody lets a page be found of which it cannot be said whether it may be.
      return key === "indexed" ? false : undefined;
    }
  };
  const textOf = (key: RuleKey, scope: RuleScope): string | undefined => {
    const value = valueOf(key, scope);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  };
  /** Rules read what those before them gave. */
  const after = (scope: RuleScope, name: string, text: string | undefined): RuleScope => ({
    variable: (path) => (path === name ? (text ?? null) : scope.variable(path)),
  });
  const heading = textOf("heading", ofScreen);
  const withHeading = after(ofScreen, "heading", heading);
  const title = textOf("title", withHeading);
  const withTitle = after(withHeading, "title", title);
  const [description, picture] = [textOf("description", withTitle), textOf("picture", withTitle)];
  const indexed = valueOf("indexed", withTitle);
  return {
    ...(heading === undefined ? {} : { heading }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(picture === undefined ? {} : { picture }),
    ...(indexed === undefined ? {} : { indexed: truth(indexed) }),
  };
}

/** Whether search engines cannot be told yet if they may show a page: a rule says so that reads what is not there. */
export const isIndexUnknown = ({ head }: Pick<ScreenHeadHolder, "head">, now: HeadNow): boolean =>
  head?.indexed !== undefined && now.indexed === undefined;

type ScreenHeadHolder = { head?: ScreenHead };
