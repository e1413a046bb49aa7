/** Answers in an address: one spelling for the same answers, and the same answers from it. */
import { describe, expect, it, test } from "vitest";
import {
  boundAddress,
  boundAnswers,
  createEvaluator,
  type Answers,
  type CompiledScreen,
  type PageAddress,
} from "../../schemas/engine/all.ts";
import fc, { propertyRuns } from "../support/properties.ts";
import { writtenFlow } from "../support/written-flow.ts";

const named = (...values: string[]) => ({ list: values.map((value) => ({ value, label: value })) });
const finder = await writtenFlow({
  flow: "written",
  title: "F",
  finder: true,
  steps: {
    f: {
      title: "F",
      sections: {
        only: {
          fields: {
            format: { kind: "choice", label: "A", required: false, options: named("papel", "digital") },
            subject: { kind: "choices", label: "B", required: false, options: named("a", "b,c", "50%", "ñ") },
            year: { kind: "number", label: "C", required: false },
            free: { kind: "checkbox", label: "D", text: "D", required: false },
          },
        },
      },
    },
  },
});
const screen: Pick<CompiledScreen, "bound" | "route" | "routes" | "parameters"> = {
  route: "/libros",
  routes: ["/libros/:formato", "/temas/:tema", "/temas/:tema/:formato"],
  parameters: { formato: { pattern: "^(papel|digital)$" } },
  bound: { "f.format": "formato", "f.subject": "tema", "f.year": "ano", "f.free": "disponible" },
};

/** What stands in the place of the routes' parameters, as a browser reads a path. */
function paramsOf(path: string): Record<string, string> {
  const parts = path.split("/").map(decodeURIComponent);
  for (const route of [screen.route, ...screen.routes!]) {
    const wanted = route.split("/");
    const fits = wanted.every((part, at) => part.startsWith(":") || part === parts[at]);
    if (!fits || wanted.length !== parts.length) continue;
    return Object.fromEntries(
      wanted.flatMap((part, at) => (part.startsWith(":") ? [[part.slice(1), parts[at]!]] : [])),
    );
  }
  throw new Error(`no route has ${path}`);
}

function read({ path, search }: PageAddress): Answers {
  const [params, query] = [paramsOf(path), new URLSearchParams(search)];
  return boundAnswers(finder, screen.bound!, (name) =>
    Object.hasOwn(params, name) ? [params[name]!] : query.getAll(name),
  );
}
const write = (answers: Answers, at: PageAddress = { path: "/libros", search: "" }): PageAddress =>
  boundAddress(screen, answers, at, paramsOf(at.path));

const answers = fc.record(
  {
    "f.format": fc.constantFrom("papel", "digital"),
    "f.subject": fc.uniqueArray(fc.string({ minLength: 1, unit: "grapheme" }), {
      minLength: 1,
      maxLength: 4,
    }),
    "f.year": fc.integer({ min: 0, max: 3000 }),
    "f.free": fc.constant(true),
  },
  { requiredKeys: [] },
);

describe("an address for answers", () => {
  test.each<[string, Answers, PageAddress]>([
    ["nothing", {}, { path: "/libros", search: "" }],
    ["a part of the path", { "f.format": "papel" }, { path: "/libros/papel", search: "" }],
    ["a value that no route takes", { "f.format": "audio" }, { path: "/libros", search: "?formato=audio" }],
    ["several values", { "f.subject": ["b", "a"] }, { path: "/libros", search: "?tema=a,b" }],
    [
      "one of several",
      { "f.subject": ["a"], "f.free": true },
      { path: "/temas/a", search: "?disponible=true" },
    ],
    [
      "two parts of the path",
      { "f.subject": ["a"], "f.format": "papel", "f.year": 1990 },
      { path: "/temas/a/papel", search: "?ano=1990" },
    ],
    ["a comma within a value", { "f.subject": ["b,c", "d"] }, { path: "/libros", search: "?tema=b%252Cc,d" }],
  ])("has %s", (_, given, expected) => {
    expect(write(given)).toEqual(expected);
    expect(read(expected)).toEqual({
      ...given,
      ...(given["f.subject"] ? { "f.subject": (given["f.subject"] as string[]).toSorted() } : {}),
    });
  });

  it("is the same however the address before was written, and keeps what is not its own", () => {
    const before = { path: "/libros", search: "?utm_source=x&ano=1990&tema=b&tema=a,b&disponible=si" };
    expect(write(read(before), before)).toEqual({
      path: "/libros",
      search: "?tema=a,b&ano=1990&utm_source=x",
    });
  });

  it("leaves out what is no answer: a number that is none, a value that is empty", () => {
    expect(read({ path: "/libros", search: "?ano=abc&tema=,&formato=" })).toEqual({});
  });

  it("gives the answers that it was written for, and is written for those again", () => {
    fc.assert(
      fc.property(answers, (given) => {
        const address = write(given);
        const again = read(address);
        const subjects = given["f.subject"];
        expect(again).toEqual({ ...given, ...(subjects ? { "f.subject": subjects.toSorted() } : {}) });
        expect(write(again, address)).toEqual(address);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe("several fields of one parameter", () => {
  it.each([
    [{ "f.pesos": 10 }, "?precio=10"],
    [{ "f.dollars": 7 }, "?precio=7"],
    [{}, ""],
  ])("%o: the one that is answered is in the address", (answers, search) => {
    const screen = { route: "/libros", bound: { "f.pesos": "precio", "f.dollars": "precio" } };
    const address = boundAddress(screen, answers, { path: "/libros", search: "?precio=3" }, {});
    expect(address).toEqual({ path: "/libros", search });
  });
});

describe("several values of which some are not offered", () => {
  it("keep the others", () => {
    const given = { "f.subject": ["a", "x"], "f.format": "audio" };
    const evaluator = createEvaluator(finder, given, { today: "2026-11-23", data: {}, results: {} });
    evaluator.change({});
    expect(evaluator.answers()).toEqual({ "f.subject": ["a"] });
  });
});
