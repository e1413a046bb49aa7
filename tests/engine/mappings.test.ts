/** How what a call is given, its headers and retries are compiled. */
import { expect, it } from "vitest";
import { checkSources, compileBrand, readSources } from "../../schemas/engine/all.ts";
import { baseSources, changed } from "./broken-cases.ts";

const flow = "schemas/flows/visit/flow.json";
const service = "schemas/services/visits.json";
const note = `"value": { "var": "labels.subject.topic" },
              "when": { "!!": { "var": "subject.note" } }`;

const sources = changed(baseSources(), {
  [flow]: {
    replace: note,
    by: `"object": {
                "topic": { "var": "labels.subject.topic" },
                "rut": { "value": { "var": "person.identity" }, "when": { "==": [{ "var": "brand.country" }, "CL"] } },
                "dni": { "object": { "number": { "var": "person.identity" } }, "when": { "==": [{ "var": "brand.country" }, "PE"] } }
              },
              "when": { "!!": { "var": "subject.note" } }`,
  },
  [service]: {
    replace: `"timeout": 5000`,
    by: `"headers": { "x-country": { "cat": [{ "var": "brand.country" }, "-web"] } },
      "retries": { "times": 5, "on": [500] },
      "timeout": 5000`,
  },
});
const withObject = {
  ...sources,
  [service]: sources[service]!.replace('"note": { "type": "string" }', '"note": { "type": "object" }'),
};

it("an object is given entry by entry; what never applies to a brand is left out", () => {
  expect(checkSources(withObject).map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  const files = readSources(withObject).files;
  const given = (brand: string) => {
    const lines = compileBrand(files, brand).private.programs["visit"]!.onContinue["person"]!;
    const call = lines.find((line) => "call" in line)!;
    return "call" in call ? call.with?.["note"] : undefined;
  };
  const topic = { var: "labels.subject.topic" };
  const when = { "!!": [{ var: "subject.note" }] };
  expect(given("AA")).toEqual({ object: { topic, rut: { var: "person.identity" } }, when });
  expect(given("BB")).toEqual({
    object: { topic, dni: { object: { number: { var: "person.identity" } } } },
    when,
  });
});

it("headers are folded like the rest of a call, and retries go along", () => {
  const { "visits.book": call } = compileBrand(readSources(withObject).files, "BB").private.calls;
  expect(call).toMatchObject({
    headers: { "x-country": "PE-web" },
    retries: { times: 5, on: [500] },
  });
});

it("a token's rule, the captcha and the parts of a body go along, folded", () => {
  const own = changed(baseSources(), {
    [service]: {
      replace: `"calls": {`,
      by: `"calls": {
        "list": {
          "method": "POST",
          "path": "visits/list",
          "input": { "photo": {}, "token": { "type": "string" } },
          "authorization": { "scheme": "token", "token": { "if": [{ "==": [{ "var": "brand.country" }, "PE"] }, { "var": "input.token" }, null] } },
          "captcha": true,
          "multipart": { "files": { "photo": { "var": "input.photo" } }, "fields": { "country": { "var": "brand.country" } } },
          "retries": { "times": 1, "on": ["4XX", 500] },
          "timeout": 5000
        },
        "own": { "method": "GET", "path": "visits/own", "authorization": { "scheme": "bearer" }, "timeout": 5000 },`,
    },
  });
  expect(checkSources(own).map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  const { calls } = compileBrand(readSources(own).files, "BB").private;
  expect(calls["visits.list"]).toMatchObject({
    authorization: { scheme: "token", token: { if: [true, { var: "input.token" }, null] } },
    captcha: true,
    multipart: { files: { photo: { var: "input.photo" } }, fields: { country: "PE" } },
    retries: { times: 1, on: ["4XX", 500] },
  });
  expect(calls["visits.own"]!.authorization).toEqual({ scheme: "bearer" });
});

it("a call may be given what a document says, by its name; no header has it", () => {
  const withSheet = changed(baseSources(), {
    [flow]: {
      replace: `"mails"`,
      by: `"documents": { "sheet": { "format": "pdf", "title": "Hoja" } }, "mails"`,
    },
    [service]: {
      replace: `"timeout": 5000`,
      by: `"headers": { "x-note": { "var": "input.note" } }, "timeout": 5000`,
    },
  });
  const codes = (value: string, from = withSheet) =>
    checkSources(
      changed(from, {
        [flow]: {
          replace: note,
          by: `"value": { "var": "${value}" }, "when": { "!!": { "var": "subject.note" } }`,
        },
      }),
    )
      .map(({ code }) => code)
      .filter((code) => ["unknown-variable", "personal-in-header"].includes(code));
  expect(codes("documents.sheet", baseSources())).toEqual(["unknown-variable"]);
  expect(codes("documents.sheett")).toContain("unknown-variable");
  expect(codes("documents.sheet")).toEqual(["personal-in-header"]);
  expect(codes("answered.subject")).toEqual(["personal-in-header"]);
});
