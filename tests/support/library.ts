/** A site of another trade in the place of the dealers': only kinds and common words are the project's. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { booksByIds, oneBook, searchBooks } from "./books.ts";

const root = join(import.meta.dirname, "../..");

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** Where the definitions of the product are: its brands, forms and pages. */
export const productFolders = [
  "brands",
  ...["content", "flows", "fragments", "options", "saved-lists", "screens", "services"].map(
    (name) => `schemas/${name}`,
  ),
];

/** The changes to the project's definitions, by path: what dealers have is left out. */
export function libraryFiles(): Record<string, Uint8Array | null> {
  const left = productFolders.flatMap((folder) =>
    filesBelow(join(root, folder)).map((path) => `${folder}/${path}`),
  );
  const library = join(root, "fixtures/library");
  const own = filesBelow(library).filter((path) => path !== "README.md");
  return {
    ...Object.fromEntries(left.map((path) => [path, null])),
    ...Object.fromEntries(own.map((path) => [path, readFileSync(join(library, path))])),
  };
}

/** What the system of rooms answers. The room at eleven is taken by somebody else. */
export const rooms = {
  "GET /books": searchBooks,
  "GET /books-by-ids": booksByIds,
  ...Object.fromEntries(["1", "2", "3"].map((id) => [`GET /books/${id}`, oneBook(id)])),
  "GET /branches": {
    body: [
      { id: "norte", name: "Biblioteca Norte" },
      { id: "sur", name: "Biblioteca Sur" },
    ],
  },
  "GET /days": { body: [{ day: "2099-11-25" }, { day: "2099-11-26" }] },
  "GET /hours": { body: [{ hour: "10:00" }, { hour: "11:00" }] },
  "POST /bookings": ({ body }: { body: unknown }) =>
    (body as { hour: string }).hour === "11:00" ? { status: 409, body: {} } : { body: { code: "SALA-7" } },
};
