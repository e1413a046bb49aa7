import { describe, expect, it, test } from "vitest";
import { campaignParameters, keptParameters, trackingOf, trackingPaths } from "../../schemas/engine/all.ts";

const campaignIn = (query: string) => campaignParameters(new URLSearchParams(query));
const many = Array.from({ length: 40 }, (_, index) => `utm_${"x".repeat(index + 1)}=${index}`).join("&");

/** Addresses as advertisements and mails lead here, and as somebody may have made them. */
const addresses: Record<string, [query: string, kept: Record<string, string>]> = {
  "every name of the specification": [
    "?utm_source=diario&utm_medium=cpc&utm_campaign=verano&utm_term=autos&utm_content=a1&utm_id=7",
    {
      utm_source: "diario",
      utm_medium: "cpc",
      utm_campaign: "verano",
      utm_term: "autos",
      utm_content: "a1",
      utm_id: "7",
    },
  ],
  "ids of networks": [
    "?gclid=Cj0KCQ_a-b&gbraid=0AAA&wbraid=Clk&fbclid=IwAR1.x~y&msclkid=1a2b&ttclid=E.C.P.x",
    {
      gclid: "Cj0KCQ_a-b",
      gbraid: "0AAA",
      wbraid: "Clk",
      fbclid: "IwAR1.x~y",
      msclkid: "1a2b",
      ttclid: "E.C.P.x",
    },
  ],
  "other names of a campaign": [
    "?utm_source_platform=dv360&utm=x&utmost=1",
    { utm_source_platform: "dv360" },
  ],
  "nothing of what else stands there": ["?rut=12345678-5&marca=kia&gclidx=1&nombre=Ana", {}],
  "Spanish, and what stands between words": [
    "?utm_campaign=%20Ca%C3%B1a%20%09%0A2x1%20&utm_term=O%27Higgins",
    { utm_campaign: "Caña 2x1", utm_term: "O'Higgins" },
  ],
  "the first of two": ["?utm_source=a&utm_source=b", { utm_source: "a" }],
  "long numbers, which campaigns have": ["?utm_id=120210312345678901", { utm_id: "120210312345678901" }],
  "no e-mail address": [
    "?utm_source=ana%40correo.cl&utm_term=ana%2540correo.cl&utm_medium=mail",
    { utm_medium: "mail" },
  ],
  "no telephone number": ["?utm_term=%2B56%209%208765%204321&utm_id=1", { utm_id: "1" }],
  "no document": ["?utm_term=12.345.678-5&utm_content=rut%2012345678-k&utm_id=1", { utm_id: "1" }],
  "nothing empty, nothing of markup": ["?utm_source=&utm_medium=%20&utm_term=%3Cscript%3E&gclid=a%20b", {}],
  "nothing too long, and nothing cut": [
    `?utm_source=${"x".repeat(201)}&gclid=${"x".repeat(501)}&utm_medium=${"x".repeat(200)}`,
    { utm_medium: "x".repeat(200) },
  ],
  "no names of JavaScript's own": ["?__proto__=1&utm___proto__=1&constructor=1", {}],
};

describe("a campaign's parameters", () => {
  test.each(Object.entries(addresses))("are %s", (_, [query, kept]) => {
    expect(campaignIn(query)).toEqual(kept);
    // What was kept once is kept as it is.
    expect(campaignParameters(Object.entries(kept))).toEqual(kept);
  });

  it("are at most twenty", () => {
    expect(Object.keys(campaignIn(`?${many}`))).toHaveLength(20);
  });
});

describe("what goes along to another page", () => {
  const query = new URLSearchParams("?utm_source=x&gclid=y&utm_term=a%40b.cl&marca=kia&marca=mg&otro=1");
  test.each([
    [["utm"], "utm_source=x&gclid=y"],
    [["marca"], "marca=kia&marca=mg"],
    [["gclid", "otro"], "gclid=y&otro=1"],
    [["utm_term"], ""],
    [[], ""],
  ])("is, of %j, %s", (keep, expected) => {
    expect(new URLSearchParams(keptParameters(query, keep)).toString()).toBe(expected);
  });
});

describe("a tracking context", () => {
  it("holds what the address said, by the names of the specification", () => {
    const userId = "6c1f6a0e-0000-4000-8000-000000000000";
    const campaign = campaignIn("?utm_source=diario&utm_id=7&utm_source_platform=x&fbclid=abc");
    expect(trackingOf({ userId, campaign }, { language: "es", userAgent: "Mozilla/5.0" })).toEqual({
      userId,
      language: "es",
      userAgent: "Mozilla/5.0",
      utm: { source: "diario", id: "7" },
      clickIds: { fbclid: "abc" },
    });
  });

  it("cleans what a browser says, whatever it is", () => {
    const campaign = {
      utm_source: "ana@correo.cl",
      utm_medium: "<b>",
      utm_term: "invierno\ufffd",
      fbclid: "a b",
      other: "x",
    };
    expect(trackingOf({ campaign }, { userAgent: "x".repeat(5000) })).toEqual({
      userAgent: "x".repeat(400),
      utm: {},
      clickIds: {},
    });
    expect(trackingOf({})).toEqual({ utm: {}, clickIds: {} });
  });

  it("has no name that programs cannot read", () => {
    const all = Object.fromEntries(
      trackingPaths.flatMap((path) => {
        const [, group, name] = path.split(".");
        return name === undefined ? [] : [[group === "utm" ? `utm_${name}` : name, "x"]];
      }),
    );
    const { utm, clickIds } = trackingOf({ campaign: all });
    const read = trackingPaths.filter((path) => path.split(".").length === 3);
    expect(Object.keys(utm).length + Object.keys(clickIds).length).toBe(read.length);
  });
});
