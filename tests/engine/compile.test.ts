import { beforeAll, describe, expect, it } from "vitest";
import {
  compileRule,
  compileValidators,
  fillWords,
  plainWords,
  prepare,
  validatorModule,
  type CompiledFlow,
  type Revision,
  type Validators,
  type WordNode,
} from "../../schemas/engine/all.ts";
import { foldCondition, foldRule } from "../../schemas/engine/3-compile/fold.ts";
import { compileWords } from "../../schemas/engine/3-compile/words.ts";
import { writeRevision } from "../../server/definitions/build.ts";
import { brandCodes } from "../support/brands.ts";
import { compiledBrand } from "../support/definitions.ts";
import fc from "../support/properties.ts";

const known = (name: string): string | undefined =>
  ({ "brand.name": "*Autos* <b>", "word.plate": "patente" })[name];

describe("words", () => {
  it.each([
    ["plain text", "plain text"],
    ["a {word.plate} here", "a patente here"],
    ["", ""],
    ["{brand.name}", "*Autos* <b>"],
    ["**fuerte**", [{ tag: "strong", children: ["fuerte"] }]],
    ["hola {request.name}", ["hola ", { var: "request.name" }]],
    ["[ver](/terminos)", [{ tag: "a", href: "/terminos", children: ["ver"] }]],
    [
      "uno\n\ndos",
      [
        { tag: "p", children: ["uno"] },
        { tag: "p", children: ["dos"] },
      ],
    ],
    [
      "- a\n- *b*",
      [
        {
          tag: "ul",
          children: [
            { tag: "li", children: ["a"] },
            { tag: "li", children: [{ tag: "em", children: ["b"] }] },
          ],
        },
      ],
    ],
  ])("compiles %j", (text, words) => {
    expect(compileWords(text, known)).toEqual(words);
  });

  it.each([
    "<script>alert(1)</script>",
    "![x](/y.png)",
    "# Title",
    "`code`",
    "[x](javascript:alert(1))",
    "[x](//evil)",
  ])("refuses %j", (text) => {
    expect(() => compileWords(text, known)).toThrow();
  });

  it("never lets what is filled in become markup", () => {
    const words = compileWords("**{a}** {b}", known);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        const tags = (nodes: WordNode[]): number =>
          nodes.filter((node) => typeof node === "object" && "tag" in node).length;
        const filled = fillWords(words, () => typed) as WordNode[];
        expect(tags(filled)).toBe(1);
        expect(plainWords(filled)).toBe(`${typed} ${typed}`.trim().replace(/\n{3,}/g, "\n\n"));
      }),
    );
  });
});

describe("folding", () => {
  const constants = (path: string): unknown => ({ "brand.country": "CL", "brand.none": null })[path];
  const isChile = { "==": [{ var: "brand.country" }, "CL"] };
  const answered = { "!!": [{ var: "s.a" }] };

  it.each([
    [isChile, true],
    [{ "!": isChile }, false],
    [{ and: [isChile, answered] }, answered],
    [{ and: [{ "!": isChile }, answered] }, false],
    [{ or: [isChile, answered] }, true],
    [{ or: [answered, { "!": isChile }] }, { or: [answered, false] }],
    [{ "==": [{ var: "s.a" }, { var: "brand.country" }] }, { "==": [{ var: "s.a" }, "CL"] }],
    [
      { some: [{ var: "s.list" }, { "==": [{ var: "brand.country" }, 1] }] },
      { some: [{ var: "s.list" }, { "==": [{ var: "brand.country" }, 1] }] },
    ],
    [{ "!!": { var: "brand.none" } }, false],
    ["text", "text"],
  ])("%j", (rule, folded) => {
    expect(foldRule(rule, constants)).toEqual(folded);
  });

  it("says whether a condition always or never holds", () => {
    expect([
      foldCondition(isChile, constants),
      foldCondition({ "!": isChile }, constants),
      foldCondition(undefined, constants),
    ]).toEqual([undefined, false, undefined]);
  });

  it("changes no meaning", () => {
    const leaf = fc.constantFrom<unknown>({ var: "brand.country" }, { var: "s.a" }, "CL", true, 0);
    const { rule } = fc.letrec<{ rule: unknown }>((tie) => ({
      rule: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .tuple(fc.constantFrom("and", "or", "==", "!=", "if"), tie("rule"), tie("rule"))
          .map(([name, a, b]) => ({ [name]: [a, b] })),
        tie("rule").map((one) => ({ "!": [one] })),
      ),
    }));
    fc.assert(
      fc.property(rule, fc.constantFrom(null, "CL", "x", 0, 3), (generated, answer) => {
        const scope = { variable: (path: string) => (path === "s.a" ? answer : constants(path)) };
        expect(compileRule(foldRule(generated, constants))(scope)).toEqual(compileRule(generated)(scope));
      }),
    );
  });
});

describe("a brand", () => {
  let [chile, peru]: Omit<Revision, "hash">[] = [];
  beforeAll(async () => {
    [chile, peru] = await Promise.all([compiledBrand("SI"), compiledBrand("WI")]);
  });
  const field = (brand: typeof chile, path: string) => brand!.public.flows["contact"]!.fields[path]!;

  it("resolves kinds, vocabulary and words by its facts", () => {
    expect([field(chile, "request.identity").kind, field(peru, "request.identity").kind]).toEqual([
      "rut",
      "dni",
    ]);
    expect([field(chile, "request.plate").label, field(peru, "request.plate").label]).toEqual([
      "Patente",
      "Placa",
    ]);
    expect(field(peru, "request.phone").format).toEqual({ operation: "phone", with: { country: "PE" } });
    expect(plainWords(field(peru, "request.terms").text!)).toContain("29733");
    expect(plainWords(field(chile, "request.terms").text!)).toContain("Salazar Israel");
  });

  it("keeps programs, mails, recipients and calls out of the public part", () => {
    const open = JSON.stringify(chile!.public);
    for (const secret of [
      "onContinue",
      "mailboxes",
      "sendEmail",
      "send-email",
      "crm.webForm",
      "servicio.clientes@salazarisrael.example",
      "no-responder@salazarisrael.example",
    ]) {
      expect(open).not.toContain(secret);
    }
  });

  it("says of each flow whether it draws on a map", () => {
    const { flows } = chile!.public;
    expect(flows["service-booking"]!.map).toBe(true);
    for (const { map, fields } of Object.values(flows)) {
      expect(map).toBe(Object.values(fields).some(({ widget }) => widget === "places") || undefined);
    }
  });

  it("drops what is never for it", () => {
    const mapping = (brand: typeof chile) =>
      Object.keys((brand!.private.programs["contact"]!.onContinue["request"]![1] as { with: object }).with);
    expect(mapping(chile)).toContain("rut");
    expect(mapping(chile)).not.toContain("dni");
    expect(mapping(peru)).toContain("dni");
  });

  it("has a hash that changes with the content and with what it means", () => {
    const { hash } = writeRevision(chile!, 1);
    expect(hash).toMatch(/^[0-9a-f]{24}$/);
    expect(writeRevision(chile!, 1).hash).toBe(hash);
    expect(writeRevision(chile!, 2).hash).not.toBe(hash);
    expect(writeRevision(structuredClone({ ...chile!, brand: "X" }), 1).hash).not.toBe(hash);
    const version = { source: "a", items: [] };
    expect(writeRevision(chile!, 1, [["a.json", {}]]).hash).not.toBe(hash);
    expect(writeRevision(chile!, 1, [], version).hash).not.toBe(hash);
  });

  it("is written with its hash", () => {
    const { hash, text } = writeRevision(chile!, 1);
    expect(JSON.parse(text)).toEqual({ hash, ...chile! });
    expect(text).toBe(JSON.stringify({ hash, ...chile! }));
  });
});

describe("validators", () => {
  const load = async (flow: CompiledFlow): Promise<Validators> =>
    (await import(`data:text/javascript,${encodeURIComponent(validatorModule(flow))}`)) as Validators;

  it.each(brandCodes)("of %s: the browser's module says what the server's say", async (brand) => {
    const flow = (await compiledBrand(brand)).public.flows["contact"]!;
    const [server, browser] = [compileValidators(flow), await load(flow)];
    expect(Object.keys(browser).toSorted()).toEqual(Object.keys(server).toSorted());
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 600, size: "max" }),
      fc.emailAddress(),
      fc.stringMatching(/^[0-9A-Z]{5,9}$/),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(...Object.keys(server)), (one, name) => {
        expect(browser[name]!(one)).toBe(server[name]!(one));
        const keywords = (validators: Validators) => validators[name]!.errors?.map(({ keyword }) => keyword);
        expect(keywords(browser)).toEqual(keywords(server));
      }),
      { numRuns: 500 },
    );
    expect(prepare(flow, browser).graph).toEqual(prepare(flow, server).graph);
  });

  it("need neither eval nor imports", async () => {
    const text = validatorModule((await compiledBrand("SI")).public.flows["contact"]!);
    expect(text).not.toMatch(/\brequire\(|\bimport\b|\beval\(|new Function/);
  });
});
