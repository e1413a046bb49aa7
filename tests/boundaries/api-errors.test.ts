/** The errors of the API: what the server throws, what people read, and what the browser compares with are one list. */
import { expect, test } from "vitest";
import { apiErrors, apiErrorSentences } from "../../schemas/engine/api-errors.ts";
import { filesUnder, read } from "./project.ts";

const sentences: Record<string, readonly string[]> = apiErrorSentences;
const words = JSON.parse(read("schemas/wording.es.json")) as Record<string, string>;

const filesOfCode = (folder: string): string[] => filesUnder(folder).filter((path) => /\.tsx?$/.test(path));
const codeIn = (folder: string): string => filesOfCode(folder).map(read).join("\n");
const codeOf = (sentence: string): string => sentence.split(".", 1)[0]!;

/** The sentences with which errors are made: what comes before their values. */
const thrownIn = (code: string): Set<string> =>
  new Set(
    [...code.matchAll(/new ApiError\(([^,;)]*)/g)].flatMap(([, first]) =>
      [...first!.matchAll(/"([^"]+)"|`([^`]+)`/g)].flatMap(([, plain, template]) =>
        plain !== undefined ? [plain] : Object.keys(sentences).filter((one) => isMadeBy(template!, one)),
      ),
    ),
  );

/** Whether a template such as `too-many.${counted}.one` can make a sentence. */
const isMadeBy = (template: string, sentence: string): boolean =>
  new RegExp(`^${template.replaceAll(".", String.raw`\.`).replaceAll(/\$\{[^}]*\}/g, "[^.]+")}$`).test(
    sentence,
  );

/** Texts of code that people would read: of several words, beginning as a sentence or with a letter of Spanish. */
const spanishIn = (code: string): string[] =>
  [...code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").matchAll(/"([^"\n]*)"|`([^`]*)`/g)]
    .map(([, plain, template]) => plain ?? template!)
    .filter((text) => /\p{L} \p{L}/u.test(text) && /^[\p{Lu}¿¡«].*\.$|[áéíóúñ¿¡]/su.test(text));

/** Codes that an answer's `error` is compared with. */
const comparedIn = (code: string): Set<string> =>
  new Set([...code.matchAll(/(?<!typeof [\w.]*)\berror\s*[!=]==?\s*"([^"]+)"/g)].map(([, error]) => error!));

test("each sentence that is listed is thrown somewhere, and none besides", () => {
  expect([...thrownIn(codeIn("server"))].toSorted()).toEqual(Object.keys(sentences).toSorted());
  const some =
    'new ApiError("busy"); throw new ApiError(\n  left ? "b-c" : "d", x); new ApiError(`too-many.${a}.one`, {';
  expect([...thrownIn(some)]).toEqual([
    "busy",
    "b-c",
    "d",
    ...["address", "bytes", "document", "mail"].map((counted) => `too-many.${counted}.one`),
  ]);
});

test("each code has its sentence, and each sentence its code", () => {
  const codes = new Set(Object.keys(sentences).map(codeOf));
  expect([...codes].toSorted()).toEqual(Object.keys(apiErrors).toSorted());
});

test("each sentence has its words, and there are no others", () => {
  const written = Object.keys(words).flatMap((key) => /^errors\.(.+)/.exec(key)?.[1] ?? []);
  expect(written.toSorted()).toEqual(Object.keys(sentences).toSorted());
});

test("no code that throws errors of the API has a sentence", () => {
  const throwing = filesOfCode("server").filter((path) => read(path).includes("new ApiError("));
  expect(throwing.length).toBeGreaterThan(20);
  expect(throwing.flatMap((path) => spanishIn(read(path)).map((text) => [path, text]))).toEqual([]);
  expect(spanishIn('new ApiError("busy", "Ya estamos procesando."); f(`El código «${a}» no es`)')).toEqual([
    "Ya estamos procesando.",
    "El código «${a}» no es",
  ]);
});

test("the browser handles errors that there are", () => {
  const compared = [...comparedIn(codeIn("renderer"))];
  expect(compared).toContain("stale");
  expect(compared.filter((error) => !Object.hasOwn(apiErrors, error))).toEqual([]);
});
