import type { Flow } from "./project.ts";
import { asObject } from "./values.ts";

/**
 * Names that the programs of a flow leave; a call's also with `()`. With `before`, only those of steps before this one,
 * and what the buttons of dialogs set that these steps or this one open.
 */
export function allResults(flow: Flow, before = Infinity): Set<string> {
  const names = new Set<string>();
  const opened = new Set<string>();
  const visit = (lines: unknown, counts: boolean): void => {
    for (const line of Array.isArray(lines) ? lines : []) {
      const { as, set, onFailure, dialog } = asObject(line);
      if (typeof dialog === "string") opened.add(dialog);
      visit(onFailure, counts);
      if (!counts) continue;
      if (typeof as === "string") names.add(as).add(`${as}()`);
      for (const name of Object.keys(asObject(set))) names.add(name);
    }
  };
  for (const step of flow.steps) {
    if (step.index <= before) visit(step.value["onContinue"], step.index < before);
  }
  for (const [id, dialog] of Object.entries(asObject(flow.value["dialogs"]))) {
    if (before !== Infinity && !opened.has(id)) continue;
    for (const button of Object.values(asObject(asObject(dialog)["buttons"]))) {
      visit(asObject(button)["onPress"], true);
    }
  }
  return names;
}
