/** The errors of the API: what the server throws, what the docs tell, and what the browser compares with are one list. */
import { expect, test } from "vitest";
import { apiErrors } from "../../schemas/engine/api-errors.ts";
import { filesUnder, read } from "./project.ts";

const listed: Record<string, number> = apiErrors;

const codeIn = (folder: string): string =>
  filesUnder(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .map(read)
    .join("\n");

/** Codes with which errors are made, literally. */
const thrownIn = (code: string): Set<string> =>
  new Set([...code.matchAll(/new ApiError\(\s*"([^"]+)"/g)].map(([, error]) => error!));

/** Codes that an answer's `error` is compared with. */
const comparedIn = (code: string): Set<string> =>
  new Set([...code.matchAll(/(?<!typeof [\w.]*)\berror\s*[!=]==?\s*"([^"]+)"/g)].map(([, error]) => error!));

test("each error that is listed is thrown somewhere, and none besides", () => {
  expect([...thrownIn(codeIn("server"))].toSorted()).toEqual(Object.keys(listed).toSorted());
  expect([...thrownIn(`new ApiError("a", x); throw new ApiError(\n  "b-c",`)]).toEqual(["a", "b-c"]);
});

test("the docs tell of each error, with its status", () => {
  const rows = [...read("docs/api-errors.md").matchAll(/^\| `([^`]+)` +\| (\d{3}) +\|/gm)];
  expect(Object.fromEntries(rows.map(([, error, status]) => [error, Number(status)]))).toEqual(listed);
  expect(rows).toHaveLength(Object.keys(listed).length);
});

test("the browser handles errors that there are", () => {
  const compared = [...comparedIn(codeIn("renderer"))];
  expect(compared).toContain("stale");
  expect(compared.filter((error) => !Object.hasOwn(listed, error))).toEqual([]);
});
