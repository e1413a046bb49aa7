/** Answers in the address, and addresses that belong to a page. */
import { describe, expect, test } from "vitest";
import { belongs } from "../../renderer/run/load-page.ts";
import { withCampaign } from "../../renderer/page/links.ts";
import { answersInAddress, withBoundAnswers } from "../../renderer/run/bound-answers.ts";
import { localProblem } from "../../renderer/widgets/files.ts";
import type { FlowStore } from "../../renderer/run/store.ts";
import { holdsSecret } from "../../schemas/engine/all.ts";
import { triedFlow } from "../support/definitions.ts";
import { familyFlow } from "./support/family-flow.ts";
import { open } from "./support/open-run.ts";
import { smallPage } from "./support/small-flow.ts";

const bound = { "ask.name": "nombre", "ask.region": "region", "ask.city": "ciudad", "ask.agree": "acepta" };
const page = { screen: { ...smallPage.screen, bound }, params: { region: "north" } };

describe("answers in the address", () => {
  test("come from the query and from the route", () => {
    const { store } = open();
    const found = answersInAddress(store, page, "?nombre=Ana&ciudad=far&acepta=true&otra=x");
    expect(found).toEqual({
      "ask.name": "Ana",
      "ask.region": "north",
      "ask.city": "far",
      "ask.agree": true,
    });
  });

  test("take no answer's place, and nothing of them is an answer when it is empty", () => {
    const { store } = open({ answers: { "ask.name": "Eva" } });
    expect(answersInAddress(store, { ...page, params: {} }, "?nombre=Ana&ciudad=&acepta=si")).toEqual({});
  });

  test("that are not offered are cleared by the engine", () => {
    const { store } = open();
    store.setMany(answersInAddress(store, { ...page, params: { region: "nowhere" } }, ""));
    expect(store.answers()).toEqual({});
  });

  test("follow the answers, and leave the rest of the address as it is", () => {
    const { store } = open({ answers: { "ask.name": "Ana & Eva" } });
    const both = { bound: { "ask.name": "nombre", "ask.city": "ciudad" } };
    const there = { screen: { ...smallPage.screen, ...both }, params: {} };
    const write = (search: string) => withBoundAnswers({ path: "/x", search }, store, there);
    expect(write("?utm_source=x&ciudad=far")).toEqual({
      path: smallPage.screen.route,
      search: "?nombre=Ana+%26+Eva&utm_source=x",
    });
    store.set("ask.name", undefined);
    expect(write("?nombre=Ana")).toEqual({ path: smallPage.screen.route, search: "" });
  });
});

describe("what another page had chosen", () => {
  test("is read before what was answered, and leaves the address", () => {
    const { store } = open({ answers: { "ask.name": "Eva" } });
    const there = { screen: { ...smallPage.screen, bound, leaves: ["ask.name"] }, params: {} };
    expect(answersInAddress(store, there, "?nombre=Ana")).toEqual({ "ask.name": "Ana" });
    const left = withBoundAnswers({ path: "/x", search: "?nombre=Ana&utm_source=x" }, store, there);
    expect(left.search).toBe("?utm_source=x");
  });

  const car = { "version.unit": "gris", "version.wanted": "gris", "contact.branch": "7" };
  const credit = {
    "financing.wants": "simulate",
    "financing.type": "inteligente",
    "financing.downPayment": 30,
    "financing.dues": "37",
  };
  test.each([
    ["vehicle-reservation", car],
    ["vehicle-purchase", { ...car, ...credit }],
    ["vehicle-purchase-v2", { ...car, ...credit }],
  ])("is taken by %s, which keeps it out of the address", async (flow, chosen) => {
    const { prepared, revision } = await triedFlow("SI", flow);
    const screen = revision.public.brand.screens.find((one) => one.flow === flow)!;
    const store = { prepared, answers: () => ({}) } as FlowStore;
    const search =
      "?unidad=gris&sucursal=7&financiamiento=simulate&credito=inteligente&pie=30&cuotas=37&rut=1-9&utm_source=x";
    const found = answersInAddress(store, { screen, params: { auto: "1000027" } }, search);
    expect(found).toEqual({ "version.car": "1000027", ...chosen });
    expect(screen.leaves?.toSorted()).toEqual(Object.keys(chosen).toSorted());
    expect(holdsSecret([screen], screen.route.replace(":auto", "1000027"))).toBe(false);
  });
});

describe("an address belongs to a page", () => {
  const [at, params] = [{ ...smallPage.screen, route: "/autos/:car" }, { car: "7" }];
  test.each([
    ["/autos/7", true],
    ["/autos/7/gracias", true],
    ["/autos/8", false],
    ["/autos/8/gracias", false],
    ["/autos", false],
  ])("%s: %s", (path, expected) => {
    expect(belongs({ screen: at, params }, path)).toBe(expected);
  });

  const several = { ...at, routes: ["/autos/:car/oferta"], bound: { "ask.car": "car" } };
  test.each([
    ["/autos/7/oferta", true, true],
    ["/autos/7/gracias", true, true],
    ["/autos/8", false, true],
    ["/autos/8/gracias", false, true],
    ["/autos/7/oferta/gracias", false, false],
  ])("of several routes, %s: %s where it is what a run is about, else %s", (path, about, chosen) => {
    expect(belongs({ screen: { ...several, subject: "car" }, params }, path)).toBe(about);
    expect(belongs({ screen: several, params }, path)).toBe(chosen);
  });
});

describe("what of an address goes along", () => {
  const search = "?utm_source=x&utm=y&marca=kia&marca_otra=z";
  test.each([
    [undefined, "/p?utm_source=x&utm=y"],
    [["marca"], "/p?marca=kia"],
    [[], "/p"],
  ])("%j: %s", (keep, expected) => {
    expect(withCampaign("/p", search, keep)).toBe(expected);
  });

  test("is nothing that the address says itself", () => {
    expect(withCampaign("/p?utm_source=mine#h", "?utm_source=x&utm_medium=y")).toBe(
      "/p?utm_source=mine&utm_medium=y#h",
    );
  });
});

describe("a file before it is sent", () => {
  const field = familyFlow.fields["home.paper"]!;
  test.each([
    [{ size: 0, type: "application/pdf" }, "minimum"],
    [{ size: 4096, type: "application/pdf" }, "maximum"],
    [{ size: 10, type: "image/png" }, "enum"],
    [{ size: 10, type: "" }, undefined],
    [{ size: 10, type: "application/pdf" }, undefined],
  ])("%j: %s", (file, expected) => {
    expect(localProblem(field, file)?.words).toBe(expected);
  });
});
