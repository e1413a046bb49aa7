/**
 * Why a file is not kept. `active`: it holds programs, or files inside itself. `mixed`: it is two formats at once. `locked`: nobody can
 * look into it. `damaged`: it is not as its format says. `pages`, `pixels`, `unpacked`: it holds more than is looked at.
 */
export type Refused = "active" | "mixed" | "locked" | "damaged" | "pages" | "pixels" | "unpacked";

export type ContentFault = Refused | undefined;

/** Pages of a document. */
export const maxPages = 200;
/** Pixels of a picture: 50 megapixels are more than any phone takes, and what they need to be shown is bearable. */
export const maxPixels = 50_000_000;
/** Bytes that all parts of an archive have when they are unpacked. */
export const maxUnpackedBytes = 100 * 1024 * 1024;
