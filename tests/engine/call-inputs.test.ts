/** What the checker proves of a call's inputs; what it refuses is in `fixtures/broken`. */
import { describe, expect, it } from "vitest";
import { checkSources } from "../../schemas/engine/all.ts";
import { baseSources, changed } from "./broken-cases.ts";

const flow = "schemas/flows/visit/flow.json";
const base = baseSources();

/** The payment is asked of who wants to buy; a call under `when` gets it as the name that it needs. */
const call = (when: object | undefined, name: object = { var: "subject.payment" }): string =>
  JSON.stringify({
    call: "visits.book",
    ...(when ? { when } : {}),
    with: { name, identity: { var: "person.identity" } },
    onFailure: [{ redirect: "/306" }],
  });

const refuse = (when: object): string => `${JSON.stringify({ refuse: "Falta.", when })}, `;
const buys = { "==": [{ var: "subject.area" }, "buy"] };
const payment = { var: "subject.payment" };

function codesWith(lines: string): string[] {
  const line = '{ "set": { "visits": { "+": [1, { "var": "booked.status" }] } } },';
  const sources = changed(base, { [flow]: { replace: line, by: `${line} ${lines},` } });
  return checkSources(sources).map(({ code }) => code);
}

describe("an input is proven", () => {
  it.each<[string, string]>([
    ["by the condition of its field", call(buys)],
    ["by a part of a condition", call({ and: [{ "!!": { var: "subject.topic" } }, buys] })],
    ["by a test of the answer", call({ "!!": payment })],
    ["by a comparison of the answer", call({ "==": [payment, "cash"] })],
    ["by its label's answer", call({ "!!": payment }, { var: "labels.subject.payment" })],
    ["by a line before that ends without it", refuse({ "!": payment }) + call(undefined)],
    ["by one that ends without any of several", refuse({ "!": { and: [payment, buys] } }) + call(undefined)],
    [
      "by one that ends where either holds",
      refuse({ or: [{ "!": payment }, { "!": buys }] }) + call(undefined),
    ],
    ["by a value in its place", call(undefined, { if: [payment, payment, "nothing"] })],
    ["by a default", call(undefined, { var: ["subject.payment", "nothing"] })],
    ["as a text that is put together", call(undefined, { cat: [payment, "."] })],
    ["through set", `{ "set": { "paid": { "var": "person.name" } } }, ${call(undefined, { var: "paid" })}`],
  ])("%s", (_, lines) => {
    expect(codesWith(lines)).toEqual([]);
  });
});

describe("an input is not proven", () => {
  it.each<[string, string]>([
    ["by nothing", call(undefined)],
    ["by the opposite", call({ "!": buys })],
    ["by one of two conditions", call({ or: [buys, { "!!": { var: "subject.topic" } }] })],
    ["by a line that ends where it is there", refuse(payment) + call(undefined)],
    ["in the other branch", call(undefined, { if: [buys, "nothing", payment] })],
    [
      "through set",
      `{ "set": { "paid": { "var": "subject.payment" } } }, ${call(undefined, { var: "paid" })}`,
    ],
  ])("%s", (_, lines) => {
    expect(codesWith(lines)).toEqual(["unproven-input"]);
  });
});
