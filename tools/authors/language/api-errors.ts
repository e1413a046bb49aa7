/** What follows from the catalogue of API errors: the keys of their sentences in the grammar, and the page about them. */
import { apiErrors, apiErrorSentences } from "../../../schemas/engine/all.ts";
import type { Edit } from "../../../schemas/engine/edit.ts";
import { propertiesOf, type Grammars, type Schema } from "./grammars.ts";

const listed = (names: readonly string[]): string =>
  names.length === 0 ? "" : `: ${names.map((name) => `{${name}}`).join(", ")}`;

/** The keys of the errors' sentences: a word of the wording file each, and none besides. */
export function wordingEdits(grammars: Grammars): Edit[] {
  const words = new Map(
    Object.entries(apiErrorSentences).map(([key, names]): [string, Schema] => [
      `errors.${key}`,
      {
        $ref: "#/definitions/words",
        description: `Lo que dice el error ${key.split(".", 1)[0]}, sin Markdown${listed(names)}.`,
      },
    ]),
  );
  const before = propertiesOf(grammars["wording"]!).map(([key]) => key);
  const left = before.filter((key) => key.startsWith("errors.") && !words.has(key));
  return [...left, ...words.keys()].map((key) => ({ at: ["properties", key], value: words.get(key) }));
}

export function errorPage(): string {
  const rows = Object.entries(apiErrors).map(
    ([code, { status, when }]) => `| \`${code}\` | ${status} | ${when} |`,
  );
  return `# Errors of the API

Made from \`schemas/engine/api-errors.ts\` by \`npm run check -- --fix\`.

Every refusal has the body \`{ error, message, requestId }\` (\`ApiProblem\` in \`schemas/engine/protocol.ts\`). \`error\` is one of these codes, for good; \`message\` is a sentence for people, in Spanish, and may change.

| code | status | when |
| --- | --- | --- |
${rows.join("\n")}

The sentences are data: \`errors.<code>\`, or \`errors.<code>.<which>\` where a code has several, in \`schemas/wording.es.json\`, and in a brand's \`wording.es.json\` where it says it in its own words. The server fills in placeholders such as \`{minutes}\`, and knows the brand by the host. A host that is nobody's is answered with the words of \`schemas/wording.es.json\` as they were when the server started; where no file has the sentence, with one for any error.

To add one, three files: its code (by status, then by name) and its sentence in \`schemas/engine/api-errors.ts\`, the words in \`schemas/wording.es.json\`, and where it is thrown, as \`new ApiError("<sentence>", { … })\`. A further sentence of a code takes the same. Then \`npm run check -- --fix\` makes this page and the keys of the grammar. \`tests/boundaries/api-errors.test.ts\` holds them together; a case beside the route's tests shows when it comes.
`;
}
