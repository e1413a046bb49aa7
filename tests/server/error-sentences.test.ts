/** What errors of the API say: the words of the brand, of the wording file, or of no file at all. */
import { describe, expect, it } from "vitest";
import { apiErrorSentences, sentenceOfAnyError } from "../../schemas/engine/all.ts";
import { sentenceOf, type ErrorSentences } from "../../server/http/error-sentences.ts";
import { ApiError } from "../../server/http/errors.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { compiledBrand } from "../support/definitions.ts";
import { fewBrands } from "../support/few-brands.ts";

const refusal = new ApiError("too-many.mail.many", { minutes: 5 });

describe("a sentence", () => {
  it.each<[string, (ErrorSentences | undefined)[], string]>([
    ["is the first that there is", [{ "too-many.mail.many": "En {minutes}." }, {}], "En 5."],
    ["is the next one's where the first has none", [{}, { "too-many.mail.many": "Espera." }], "Espera."],
    ["of an older revision is the file's", [undefined, { "too-many.mail.many": "Espera." }], "Espera."],
    ["is the one for any error where no file has it", [undefined, { busy: "x" }], sentenceOfAnyError],
    [
      "with a placeholder that nobody fills is none",
      [{ "too-many.mail.many": "{hours}" }, { "too-many.mail.many": "{minutes} {brand.name}" }],
      sentenceOfAnyError,
    ],
    ["is no property that every object has", [{}, {}], sentenceOfAnyError],
  ])("%s", (_what, words, said) => {
    expect(sentenceOf(refusal, ...words)).toBe(said);
  });

  it("fills nothing in what was sent", () => {
    const error = new ApiError("not-found.flow", { flow: "{flow} {brand.name} $&" });
    expect(sentenceOf(error, { "not-found.flow": "No existe «{flow}»." })).toBe(
      "No existe «{flow} {brand.name} $&».",
    );
  });

  it("is in every brand's revision, for every error", async () => {
    const { errors = {} } = (await compiledBrand("SI")).private;
    expect(Object.keys(errors).toSorted()).toEqual(Object.keys(apiErrorSentences).toSorted());
    const unfilled = Object.entries(apiErrorSentences).filter(([sentence, names]) => {
      const values = Object.fromEntries(names.map((name) => [name, `<${name}>`])) as { flow: string };
      return sentenceOf(new ApiError(sentence as "not-found.flow", values), errors) === sentenceOfAnyError;
    });
    expect(unfilled).toEqual([]);
  });
});

const wording = "schemas/wording.es.json";

const said = async (app: TestApp, host: string, url: string, payload?: object): Promise<string> =>
  (await app.server.inject({ method: payload ? "POST" : "GET", url, headers: { host }, payload })).json()
    .message;

const begin = { flow: "nothing", revision: "0".repeat(24) };

it("is the brand's own where it has one, and the file's for every other brand and for nobody's host", async () => {
  let app = await openApp({ copy: fewBrands("SM", "CO") });
  await app.edit(
    "brands/SM/wording.es.json",
    "{",
    '{ "errors.not-found.flow": "En {brand.name} no hay «{flow}».",',
  );
  await app.edit(wording, "No existe el formulario «{flow}».", "No hay ningún «{flow}».");
  await app.edit(wording, "La cabecera Host no es", "El Host no es");
  app = await app.reopen();
  expect(app.definitions.diagnostics()).toEqual([]);
  expect(await said(app, "sm.localhost", "/api/runs", begin)).toMatch(/^En .+ no hay «nothing»\.$/);
  expect(await said(app, "co.localhost", "/api/runs", begin)).toBe("No hay ningún «nothing».");
  expect(await said(app, "nobody.example", "/api/runs?flow=contact")).toBe("Este sitio no existe.");
  const page = await app.server.inject({ url: "/", headers: { host: "no host" } });
  expect(page.body).toMatch(/^El Host no es el nombre de un sitio con su puerto\. Código: /);
  expect(await said(app, "no host", "/api/runs?flow=contact")).toBe(
    "El Host no es el nombre de un sitio con su puerto.",
  );

  // What was published stays while the file is broken.
  await app.edit(wording, "{", "");
  app = await app.reopen();
  expect(app.definitions.diagnostics()).not.toEqual([]);
  expect(await said(app, "co.localhost", "/api/runs", begin)).toBe("No hay ningún «nothing».");
  expect(await said(app, "nobody.example", "/api/runs?flow=contact")).toBe(sentenceOfAnyError);
});
