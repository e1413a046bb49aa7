/** The engine's door for authors' tools: changes to definition files that keep all the rest as it is. */
export { addScreens } from "./5-edit/add-screens.ts";
export { edit, type Edit } from "./5-edit/edit-text.ts";
export { fixSources, type Added } from "./5-edit/fix.ts";
export { printFile } from "./5-edit/print.ts";
