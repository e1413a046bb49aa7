/** The id of what there is for one entry. No id that somebody writes has two hyphens together. */
export const ofEntry = (id: string, entry: string): string => `${id}--${entry}`;

/** The id of a flow or screen as it is written, of whatever entry it is. */
export const writtenId = (id: string): string => id.split("--", 1)[0]!;
