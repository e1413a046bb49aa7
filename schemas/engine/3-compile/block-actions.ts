import type { CompiledBlock, CompiledScreen, Rule, WrittenScreenViewAction } from "../types/index.ts";
import { foldCondition } from "./fold.ts";
import type { BrandProject } from "./project.ts";

type Action = Pick<WrittenScreenViewAction, "document" | "when">;

/** What of a block holds links: itself, and its items. */
interface ActionHolder {
  action?: Action;
  actions?: Action[];
  items?: ActionHolder[];
}

/**
 * Links of a compiled block as the brand has them: without those that it never shows, and with when it shows the others. One
 * that offers a document is there when that is.
 */
export function settleActions(
  block: CompiledBlock,
  project: BrandProject,
  documents: CompiledScreen["documents"],
): void {
  const settled = (action: Action): Action[] => {
    const { when: own, ...rest } = action;
    const offered = action.document === undefined ? undefined : documents?.[action.document];
    if (action.document !== undefined && !offered) return [];
    const parts = [own, offered?.when].filter((one) => one !== undefined);
    const written: Rule | undefined = parts.length > 1 ? { and: parts } : parts[0];
    const when = foldCondition(written, project.constant);
    if (when === false) return [];
    return [{ ...rest, ...(when === undefined ? {} : { when }) }];
  };
  const settle = (holder: ActionHolder): void => {
    if (holder.action !== undefined) {
      const [action] = settled(holder.action);
      if (action) holder.action = action;
      else delete holder.action;
    }
    if (holder.actions !== undefined) holder.actions = holder.actions.flatMap(settled);
    if (Array.isArray(holder.items)) for (const item of holder.items) settle(item);
  };
  settle(block as ActionHolder);
}
