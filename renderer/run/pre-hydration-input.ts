/** What stands in a control: text, a tick, or the ticked ones of several. */
export type InputValue = string | boolean | string[];

/**
 * What a person typed or chose while the page was not alive yet, by field name. Only what differs from what the server
 * drew. Read before hydration, because React draws choices anew, and once more right after it.
 */
export function readPreHydrationInput(root: ParentNode): Record<string, InputValue> {
  const typed: Record<string, InputValue> = {};
  for (const element of root.querySelectorAll("form [name]")) {
    if (element instanceof HTMLInputElement && isBox(element)) {
      if (element.checked !== element.defaultChecked) typed[element.name] = boxesOf(root, element);
    } else if (element instanceof HTMLInputElement && element.type === "file") {
      // A file is sent first, by its own control.
      continue;
    } else if (element instanceof HTMLSelectElement) {
      const chosen = element.selectedOptions[0];
      if (chosen && !chosen.defaultSelected && element.value !== "") typed[element.name] = element.value;
    } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      if (element.value !== element.defaultValue) typed[element.name] = element.value;
    }
  }
  return typed;
}

const isBox = ({ type }: HTMLInputElement): boolean => type === "checkbox" || type === "radio";

/** A box alone is a yes; boxes with values are a choice among them. */
function boxesOf(root: ParentNode, { name, type, value, checked }: HTMLInputElement): InputValue {
  if (type === "checkbox" && value === "on") return checked;
  const same = [...root.querySelectorAll<HTMLInputElement>(`form [name="${CSS.escape(name)}"]`)];
  const ticked = same.filter((box) => box.checked).map((box) => box.value);
  return type === "radio" ? (ticked[0] ?? "") : ticked;
}
