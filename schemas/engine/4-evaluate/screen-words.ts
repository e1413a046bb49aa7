import type { BooleanWords, CompiledBlock, CompiledScreen, DataState, Rule, Words } from "../types/index.ts";
import { knownWords, type ReadName } from "./known-words.ts";
import { isWords } from "./words.ts";
import { compileRule, RuleError, ruleVariables, truth, valueAt, type CompiledRule } from "./rules.ts";

/** Reads what words name, and says how what is so is said. */
interface Reading {
  read: ReadName;
  booleans: BooleanWords | undefined;
}

export const dataReader =
  (data: Record<string, DataState>): ReadName =>
  (name) => {
    const [head, query = "", , ...path] = name.split(".");
    if (head !== "data") return undefined;
    const known = Object.hasOwn(data, query) ? data[query] : undefined;
    return known?.status === "ready" ? valueAt(known.value, path.join(".")) : null;
  };

const named = /\{data\.[A-Za-z0-9_.]+\}/g;

/** A line; without what is not there yet, and without what joined that to the rest. */
export const line = (text: string, { read, booleans }: Reading): string =>
  (knownWords(text, read, booleans) as string | undefined) ??
  text.replace(named, "").replace(/^[\s·|–—:,-]+|[\s·|–—:,-]+$/g, "");

/** Whatever a block holds, with its words filled. @throws {typeof absent} where something that they name is not there. */
function filled(value: unknown, reading: Reading): unknown {
  if (isWords(value)) return present(knownWords(value, reading.read, reading.booleans));
  if (Array.isArray(value)) return value.map((one) => filled(one, reading));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, reading)]));
}

const absent = new Error("a block names what is not there");

function present(words: Words | undefined): Words {
  if (words === undefined) throw absent;
  return words;
}

/** A block with what its words name; none as long as that is not there. */
function filledBlock(block: CompiledBlock, reading: Reading): CompiledBlock[] {
  try {
    return [filled(block, reading) as CompiledBlock];
  } catch (error) {
    if (error === absent) return [];
    throw error;
  }
}

interface Condition {
  rule: CompiledRule;
  /** The queries that it reads. */
  reads: string[];
}

/** What may be shown at times alone: a block, a link of one, a document or a section of one. */
interface Conditional {
  when?: Rule;
  /** Shown only where examples are. */
  example?: boolean;
}

const conditions = new WeakMap<Conditional, Condition>();

function conditionOf(block: Conditional, when: Rule): Condition {
  const before = conditions.get(block);
  if (before) return before;
  const reads = ruleVariables(when).flatMap((path) => /^data\.([^.]+)/.exec(path)?.[1] ?? []);
  const condition = { rule: compileRule(when), reads };
  conditions.set(block, condition);
  return condition;
}

/** Whether it is shown: not before what its condition reads is there, nor where nobody can work that out. */
export function isShown(
  block: Conditional,
  { data, today, route, visits = 1, examples = false }: ScreenSeen,
): boolean {
  if (block.example === true && !examples) return false;
  if (block.when === undefined) return true;
  const { rule, reads } = conditionOf(block, block.when);
  if (reads.some((name) => data[name]?.status !== "ready")) return false;
  const read = dataReader(data);
  try {
    return truth(
      rule({
        variable: (path) => {
          if (path === "today") return today;
          if (path === "visitor.visits") return visits;
          return path.startsWith("route.") ? valueAt(route, path.slice("route.".length)) : read(path);
        },
      }),
    );
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
}

/** Without what said when it is shown. */
function settled<Shown extends Conditional>(shown: Shown): Shown {
  if (shown.when === undefined) return shown;
  const { when: _, ...rest } = shown;
  return rest as Shown;
}

/** What of a block holds links: itself, and its items. */
interface ActionHolder extends Conditional {
  action?: Conditional;
  actions?: Conditional[];
  items?: ActionHolder[];
}

/** A block, or an item of one, with those links that are shown. */
function withActions<Holder extends ActionHolder>(holder: Holder, seen: ScreenSeen): Holder {
  const { action, actions, items } = holder;
  const kept = { ...holder };
  if (action !== undefined && isShown(action, seen)) kept.action = settled(action);
  else delete kept.action;
  if (actions !== undefined) kept.actions = actions.filter((one) => isShown(one, seen)).map(settled);
  if (Array.isArray(items))
    kept.items = items.filter((item) => isShown(item, seen)).map((item) => withActions(settled(item), seen));
  return kept;
}

/** Whether all items of a block are at other times: there is nothing of it to be seen then. */
const isEmptied = (before: ActionHolder, { items }: ActionHolder): boolean =>
  Array.isArray(items) && items.length === 0 && before.items?.length !== 0;

/** By what it is decided what of a screen is shown. */
export interface ScreenSeen {
  data: Record<string, DataState>;
  /** `yyyy-mm-dd`. */
  today: string;
  /** Parameters of the route. */
  route: Record<string, string>;
  /** How many visits of these days this is, 1 being the first; the first unless said. */
  visits?: number;
  /** Whether content that is an example is shown: not unless said. */
  examples?: boolean;
}

/** What a screen is filled with. */
export interface ScreenFilling extends ScreenSeen {
  booleans: BooleanWords | undefined;
}

/** A screen as it is read with what its queries gave, and with those blocks that are shown then. */
export function filledScreen(screen: CompiledScreen, filling: ScreenFilling): CompiledScreen {
  const reading: Reading = { read: dataReader(filling.data), booleans: filling.booleans };
  const { description, remembers, chat } = screen;
  return {
    ...screen,
    title: line(screen.title, reading),
    ...(description === undefined ? {} : { description: line(description, reading) }),
    ...(remembers === undefined ? {} : { remembers: { ...remembers, id: line(remembers.id, reading) } }),
    ...(chat === undefined
      ? {}
      : {
          chat: Object.fromEntries(Object.entries(chat).map(([name, text]) => [name, line(text, reading)])),
        }),
    // Of what is gone, or did not come, no name is known: the way ends before it.
    breadcrumbs: screen.breadcrumbs
      .map((crumb) => ({ ...crumb, label: line(crumb.label, reading) }))
      .filter(({ label }) => label !== ""),
    blocks: screen.blocks
      .filter((block) => isShown(block, filling))
      .flatMap((block) => {
        const shown = withActions(settled(block) as ActionHolder & CompiledBlock, filling);
        return isEmptied(block, shown) ? [] : filledBlock(shown, reading);
      }),
  };
}

/** Something of a screen that is shown at times alone, however deep it stands. */
const hasCondition = ({ when, example, action, actions = [], items }: ActionHolder): boolean =>
  when !== undefined ||
  example === true ||
  [...(action ? [action] : []), ...actions].some((one) => one.when !== undefined) ||
  (Array.isArray(items) && items.some(hasCondition));

const conditional = new WeakMap<CompiledScreen["blocks"], { any: boolean; visits: boolean }>();

/** Whether what is shown of a screen depends on anything, and whether it does on how often somebody was here. */
export function conditionsOf({ blocks }: Pick<CompiledScreen, "blocks">): { any: boolean; visits: boolean } {
  const before = conditional.get(blocks);
  if (before) return before;
  const any = blocks.some((block) => hasCondition(block));
  const visits = any && JSON.stringify(blocks).includes('"var":"visitor.visits"');
  const found = { any, visits };
  conditional.set(blocks, found);
  return found;
}
