/** What the declaration sends, and who declares after it. Its page is a later matter: here one is made for it. */
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Page } from "../../schemas/engine/all.ts";
import { openApp, visitor } from "../support/app.ts";
import { startStandIn, type Route } from "../support/stand-in.ts";
import { projectRoot, temporaryFolder } from "./parts.ts";
import { productOf, type Product } from "./program-parts.ts";

const natural = "declaration.naturalPerson";

const answersOf = async (example: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(projectRoot, `schemas/flows/declaration/examples/${example}.json`), "utf8"))
    .answers;

/** The project with that page alone, so that other flows may be in the making. */
async function projectWithPage(): Promise<string> {
  const folder = await temporaryFolder();
  for (const part of ["schemas", "brands"]) {
    await cp(join(projectRoot, part), join(folder, part), { recursive: true });
  }
  for (const flow of ["service-booking"]) {
    await rm(join(folder, "schemas/flows", flow), { recursive: true, force: true });
  }
  const screen = { screen: "declaration", route: "/declaracion", title: "Declaración" };
  await writeFile(
    join(folder, "schemas/screens/declaration.json"),
    JSON.stringify({ ...screen, blocks: [{ block: "flow", flow: "declaration" }] }),
  );
  const file = join(folder, "brands/WI/brand.json");
  const brand = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...brand, screens: [...brand.screens, "declaration"] }));
  return folder;
}

async function open(report: Route = { body: { status: "ok" } }): Promise<Product> {
  const upstream = await startStandIn({
    "GET /branch-office/get-centers": {
      body: [{ branchOfficeName: "Surquillo" }, { branchOfficeName: "San Miguel" }],
    },
    "GET /branch-office/get-center-brands": { body: [{ name: "Toyota", leadCenterCode: "PE-SUR-TOY" }] },
    "POST /customer/api/report/generate-plaft-pdf": report,
  });
  onTestFinished(() => upstream.stop());
  const env = { UPSTREAM_REPORT: upstream.url, UPSTREAM_BRANCH_OFFICE: upstream.url };
  const app = await openApp({ env, copy: await projectWithPage() });
  expect(app.definitions.diagnostics()).toEqual([]);
  return productOf(app, upstream, visitor(app, "WI"));
}

const sent = ({ upstream }: Product) =>
  upstream.requests.filter(({ method }) => method === "POST").map(({ body }) => body as Sent);

interface Sent extends Record<string, unknown> {
  naturalPerson: Record<string, Record<string, unknown>>;
}

it(
  "sends the declaration as its sections, as people read them, and its number is of the sequence",
  { timeout: 20_000 },
  async () => {
    const product = await open();
    const reply = await product.proceed(await product.begin("declaration"), await answersOf("no-longer-pep"));
    expect(reply.answer.outcome).toEqual({ go: "sent" });
    expect(reply.answer.state.results["submission"]).toMatchObject({
      number: expect.stringMatching(/^DJ-\d{4}-000001$/),
    });
    const [body] = sent(product);
    expect(body).toMatchObject({
      centerCode: "PE-SUR-TOY",
      relationshipType: "main",
      personType: "Natural",
      naturalPerson: {
        personalData: { name: "María José", documentType: "DNI", documentNumber: "45678912" },
        residenceData: { department: "Lima", province: "Lima", district: "Surquillo" },
        contactData: { phone: "+51 987 654 321" },
        benefitsData: { haveBeenPEP: "Sí", relatives: [{ name: "Juan" }, { name: "Rosa" }] },
      },
    });
    expect(Object.keys(body!)).not.toContain("legalPerson");
  },
);

it("sends a company's declaration", { timeout: 20_000 }, async () => {
  const product = await open();
  const reply = await product.proceed(await product.begin("declaration"), await answersOf("legal-accepted"));
  expect(reply.answer.outcome).toEqual({ go: "sent" });
  const [body] = sent(product);
  expect(body).toMatchObject({
    personType: "Legal",
    legalPerson: { personalData: { rucNumber: "20512333797" }, representative: { name: "Luis" } },
  });
  expect(Object.keys(body!)).not.toContain("naturalPerson");
});

it("goes on with the spouse and then the co-owner, once each", { timeout: 20_000 }, async () => {
  const product = await open();
  const own = await answersOf("natural-accepted");
  const main = await product.proceed(await product.begin("declaration"), {
    ...own,
    [`${natural}.personalData.civilStatus`]: "married",
    [`${natural}.personalData.spouseName`]: "Juan Ramos",
    [`${natural}.personalData.marriageUnion`]: "communityProperty",
    [`${natural}.benefitsData.vehicleOwner`]: "withCoOwner",
    [`${natural}.benefitsData.coOwnerName`]: "Eva Paz",
    [`${natural}.benefitsData.coOwnerDNINumber`]: "70605040",
  });
  expect(main.answer.outcome).toEqual({ redirect: "/declaracion", failure: false });

  const spouse = await product.begin("declaration");
  expect(spouse).toMatchObject({
    results: { with: { relationship: "spouse" } },
    answers: {
      [`${natural}.personalData.spouseName`]: "María José Quispe Núñez",
      [`${natural}.personalData.marriageUnion`]: "communityProperty",
      "declaration.brand": "PE-SUR-TOY",
    },
  });
  const related = Object.fromEntries(
    Object.entries(own).filter(([path]) => !/personType|vehicleOwner|civilStatus/.test(path)),
  );
  const second = await product.proceed(spouse, { ...spouse.answers, ...related });
  expect(second.answer.outcome).toEqual({ redirect: "/declaracion", failure: false });

  const coOwner = await product.begin("declaration");
  expect(coOwner).toMatchObject({
    results: { with: { relationship: "coOwner" } },
    answers: {
      [`${natural}.personalData.documentType`]: "dni",
      [`${natural}.personalData.documentNumber`]: "70605040",
    },
  });
  const last = await product.proceed(coOwner, {
    ...coOwner.answers,
    ...related,
    [`${natural}.personalData.civilStatus`]: "single",
  });
  expect(last.answer.outcome).toEqual({ go: "sent" });
  expect(sent(product).map(({ relationshipType }) => relationshipType)).toEqual([
    "main",
    "spouse",
    "coOwner",
  ]);
});

it.each([
  ["another status than ok", { body: { status: "error" } }],
  ["a failure", { status: 500, body: {} }],
])("%s leads to /404, and nobody else is asked to declare", { timeout: 20_000 }, async (_, report) => {
  const product = await open(report);
  const { answer } = await product.proceed(await product.begin("declaration"), {
    ...(await answersOf("natural-accepted")),
    [`${natural}.benefitsData.vehicleOwner`]: "withCoOwner",
    [`${natural}.benefitsData.coOwnerName`]: "Eva Paz",
    [`${natural}.benefitsData.coOwnerDNINumber`]: "70605040",
  });
  expect(answer.outcome).toEqual({ redirect: "/404", failure: true });
  expect((await product.rows("submissions")).map(({ state }) => state)).toEqual(["failed"]);
  expect(await product.rows("deliveries")).toEqual([]);
  const pageOf = async (who = product.who) => (await who.ask("GET", "/api/page?path=/404")).json();
  const blocksOf = ({ screen }: Page) => screen.blocks.map(({ block }) => block);
  const theirs = await pageOf();
  expect(theirs).toMatchObject({ failed: { path: "/declaracion", run: { run: answer.state.run } } });
  expect([theirs.screen.title, blocksOf(theirs)]).toEqual([
    "No pudimos enviar tu solicitud · Wigo Motors",
    ["failure"],
  ]);
  const others = await pageOf(visitor(product.app, "WI"));
  expect([others.failed, others.screen.title, blocksOf(others)]).toEqual([
    undefined,
    "No encontramos esta página · Wigo Motors",
    ["hero"],
  ]);
  expect(await product.rows("linked_runs")).toEqual([]);
});
