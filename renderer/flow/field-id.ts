/** The id of a field's control, and the start of the ids of what describes it. */
export const fieldId = (path: string): string => path.replaceAll(".", "-");
