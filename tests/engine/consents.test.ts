import { describe, expect, it, test } from "vitest";
import { fieldAt, plainWords, type CompiledField, type Words } from "../../schemas/engine/all.ts";
import { evidenceOf } from "../../server/evidence/context.ts";
import { matchScreen } from "../../server/definitions/match-screen.ts";
import { brandCodes } from "../support/brands.ts";
import { allExamples, evaluateExample } from "../support/examples.ts";
import { compiledBrand, preparedFlow } from "../support/definitions.ts";

/** Flows that ask somebody's data without asking for consent, and by what right. */
const withoutConsent: Record<string, string> = {
  "account-access":
    "who signs in is looked up among what they sent, which had its own consents; nothing is kept",
  "account-sign-out": "asks nothing of anybody",
  "appointment-change": "asks which hour: whose it is, the booking was told, with its consents",
  "branch-finder": "asks nothing of anybody",
  "catalogue-filters": "asks nothing of anybody",
  "vehicle-credit": "asks nothing of anybody",
  "sale-cancellation": "asks why, of whom has the link: the purchase had its consents",
  "service-survey": "is answered without a name",
  "complaints-book": "the law asks for the sheet (Código de Protección y Defensa del Consumidor, art. 150)",
  declaration: "the law asks for it (Ley 27693 and its rules: money laundering)",
  "test-drive": "in Chile, who asks for it is called back: measures before a contract, at his own request",
};

interface Agreed {
  brand: string;
  flow: string;
  field: CompiledField;
}

const brands = await Promise.all(
  brandCodes.map(async (brand) => ({ brand, revision: { ...(await compiledBrand(brand)), hash: "-" } })),
);

const consents = brands.flatMap(({ brand, revision }) =>
  Object.values(revision.public.flows).flatMap(({ flow, fields }) =>
    Object.values(fields)
      .filter(({ widget }) => widget === "consent")
      .map((field): [string, Agreed] => [`${brand} ${flow} ${field.path}`, { brand, flow, field }]),
  ),
);

/** Addresses of the links in words. */
const linksIn = (words: Words | undefined): string[] =>
  (Array.isArray(words) ? words : []).flatMap((node) => {
    if (typeof node === "string" || !("tag" in node)) return [];
    return [...(node.tag === "a" ? [node.href] : []), ...linksIn(node.children)];
  });

describe("a consent", () => {
  test.each(consents)(
    "%s: names what it is for, and leads to the terms that it names",
    (_, { brand, flow, field }) => {
      const { revision } = brands.find((one) => one.brand === brand)!;
      const text = plainWords(field.text!);
      expect(plainWords(field.label)).not.toBe("");
      expect(text).toMatch(/acepto|autorizo|quiero/i);
      const links = linksIn(field.text);
      if (/términos y condiciones/.test(text) || field.required !== false) expect(links).not.toEqual([]);
      for (const link of links) {
        const [path, anchor] = link.split("#");
        const screen = matchScreen(revision, path!)?.screen;
        const sections = (screen?.blocks ?? []).flatMap(
          ({ items }) => (items ?? []) as { anchor?: string; body?: Words }[],
        );
        expect([link, screen?.answers]).toEqual([link, 200]);
        expect(sections.length).toBeGreaterThan(5);
        if (anchor !== undefined) expect(sections.map((section) => section.anchor)).toContain(anchor);
        for (const { body } of sections.filter((section) => "anchor" in section))
          expect(plainWords(body!)).not.toBe("");
      }
      // Peru's law wants to be asked about the use of data itself: in this consent or in one beside it.
      const together = consents
        .filter(([, one]) => one.brand === brand && one.flow === flow)
        .map(([, one]) => plainWords(one.field.text!));
      if (brand === "WI") expect(together.join(" ")).toMatch(/tratamiento de mis datos|use mis datos/);
    },
  );

  test.each(brands)(
    "is asked for in every flow of $brand that takes somebody's data",
    ({ brand, revision }) => {
      const without = Object.values(revision.public.flows)
        .filter(({ fields }) => Object.values(fields).some(({ personal }) => personal))
        .filter(({ fields }) => !Object.values(fields).some(({ widget }) => widget === "consent"))
        .map(({ flow }) => flow.split("--", 1)[0]!)
        .filter((flow) => !Object.hasOwn(withoutConsent, flow) || (flow === "test-drive" && brand === "WI"));
      expect(without).toEqual([]);
    },
  );
});

const accepted = (await allExamples()).filter(
  ({ answers, content, expect: expected }) =>
    expected.continues && !content && Object.keys(answers).some((path) => path.endsWith(".terms")),
);

describe("the record of a consent", () => {
  test.each(accepted.map((example) => [`${example.brand} ${example.describe}`, example] as const))(
    "%s: holds what it is for and the words that were read",
    async (_, example) => {
      const prepared = await preparedFlow(example.brand, example.flow);
      const { evaluation, context } = evaluateExample(prepared, example);
      const given = Object.keys(evaluation.values).filter(
        (path) => fieldAt(prepared, path)?.widget === "consent" && evaluation.values[path] === true,
      );
      const step = given[0]!.split(".", 1)[0]!;
      const { consents: kept } = evidenceOf({ prepared, evaluation, ...context }, step, "1", "-");
      expect(kept.map(({ path }) => path)).toEqual(given.filter((path) => path.startsWith(step)));
      for (const { purpose, text, text_hash: hash, wording } of kept) {
        expect(purpose).not.toBe("");
        expect(text).toMatch(/acepto|autorizo/i);
        expect(text).not.toMatch(/[{}]/);
        expect([hash?.length, wording]).toEqual([64, expect.stringMatching(/^flows\.[\w.-]+\.text$/)]);
      }
    },
  );

  it("is looked at for every flow that asks for one", () => {
    const flows = new Set(consents.map(([, { flow }]) => flow.split("--", 1)[0]!));
    flows.delete("banner-form");
    expect([...flows].filter((flow) => !accepted.some((example) => example.flow === flow))).toEqual([]);
  });
});
