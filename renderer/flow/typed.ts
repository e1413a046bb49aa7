/**
 * What a person typed or chose while the page was not alive yet, by field name. Only what differs from what the server
 * drew. Read before hydration, because React draws choices anew, and once more right after it.
 */
export function typedIn(root: ParentNode): Record<string, string | boolean> {
  const typed: Record<string, string | boolean> = {};
  for (const element of root.querySelectorAll("form [name]")) {
    if (element instanceof HTMLInputElement && element.type === "checkbox") {
      if (element.checked !== element.defaultChecked) typed[element.name] = element.checked;
    } else if (element instanceof HTMLSelectElement) {
      const chosen = element.selectedOptions[0];
      if (chosen && !chosen.defaultSelected && element.value !== "") typed[element.name] = element.value;
    } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      if (element.value !== element.defaultValue) typed[element.name] = element.value;
    }
  }
  return typed;
}
