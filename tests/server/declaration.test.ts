/** The declaration: what is sent and kept of it, who declares after it, its document, and that nothing hidden leaves. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  evaluate,
  plainWords,
  rowPath,
  type Answers,
  type CompiledField,
  type Page,
  type Prepared,
  type Revision,
} from "../../schemas/engine/all.ts";
import { listMails, readMail, type ReadMail } from "../../server/mail/files.ts";
import { drawPdf } from "../../server/documents/pdf.ts";
import {
  evaluateRule,
  fillFor,
  mapInput,
  programScope,
  type ProgramValues,
} from "../../server/evaluation/program-scope.ts";
import { chosenLabels, createArtifacts } from "../../server/runs/submission.ts";
import { report } from "../../server/dealers/services/report.ts";
import { serviceBrand } from "../../server/services/embedded/service.ts";
import { openApp, visitor, type TestApp } from "../support/app.ts";
import { compiledBrand, preparedFlow } from "../support/definitions.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { fewBrands } from "../support/few-brands.ts";
import { startStandIn, type Route } from "../support/stand-in.ts";
import { until } from "../support/until.ts";
import { answersOf, centerOf } from "./declaration-parts.ts";
import { projectReference, projectRoot, setClock } from "./parts.ts";
import { productOf, type Product } from "./program-parts.ts";
import { brandFile } from "../support/brand-file.ts";
import fc from "../support/properties.ts";

const natural = "declaration.naturalPerson";

const read = async <Content>(file: string): Promise<Content> =>
  JSON.parse(await readFile(join(projectRoot, file), "utf8")) as Content;

const textOf = (elements: PdfElement[]): string =>
  elements
    .map(({ text, children }) => `${text} ${textOf(children)}`)
    .join(" ")
    .replaceAll(/\s+/g, " ");

const tagsOf = (elements: PdfElement[]): string[] =>
  elements.flatMap(({ tag, children }) => [tag, ...tagsOf(children)]);

async function mailsOf(app: TestApp, count: number): Promise<ReadMail[]> {
  await until(
    async () => (await listMails(app.mails)).length === count,
    () => `there are not ${count} mails`,
  );
  const listed = await listMails(app.mails);
  return await Promise.all(listed.map(async ({ id }) => (await readMail(app.mails, id))!));
}

const mailTo = (mails: ReadMail[], address: string): ReadMail =>
  mails.find(({ to }) => JSON.stringify(to).includes(address))!;

const paperOf = ({ attachments }: ReadMail) => readPdf(attachments[0]!.bytes);

/** The product with a service in the place of the one that makes reports. */
async function openWithReport(report: Route = { body: { status: "ok" } }): Promise<Product> {
  const upstream = await startStandIn({ [path]: report });
  onTestFinished(() => upstream.stop());
  const app = await openApp({ env: { UPSTREAM_REPORT: upstream.url } });
  return productOf(app, upstream, visitor(app, "WI"));
}

const path = "POST /customer/api/report/generate-plaft-pdf";

const sent = ({ upstream }: Product) => upstream.requests.map(({ body }) => body as Sent);

interface Sent extends Record<string, unknown> {
  naturalPerson: Record<string, Record<string, unknown>>;
}

const married = {
  [`${natural}.personalData.civilStatus`]: "married",
  [`${natural}.personalData.spouseName`]: "Juan Ramos",
  [`${natural}.personalData.marriageUnion`]: "communityProperty",
};
const shared = {
  [`${natural}.benefitsData.vehicleOwner`]: "withCoOwner",
  [`${natural}.benefitsData.coOwnerName`]: "Eva Paz",
  [`${natural}.benefitsData.coOwnerDNINumber`]: "70605040",
};

it("is kept, mailed and taken as a document that says what was asked and answered", async () => {
  const clock = setClock("2026-11-21T23:42:00.000Z");
  const app = await openApp({ clock: clock.now });
  const product = productOf(app, undefined as never, visitor(app, "WI"));
  const run = await product.begin("declaration");
  const answers = { ...(await answersOf("no-longer-pep")), ...(await centerOf(30)) };
  const { answer } = await product.proceed(run, answers);
  expect(answer.outcome).toEqual({ go: "sent" });
  expect(answer.state.results).toMatchObject({
    submission: { number: "DJ-2026-000001", day: "2026-11-21", time: "18:42", revision: run.revision },
  });

  const mails = await mailsOf(app, 2);
  const receipt = mailTo(mails, "maria@correo.pe");
  expect(receipt.subject).toBe("Recibimos tu declaración DJ-2026-000001 · Wigo Motors");
  const taken = await product.who.ask("GET", `/api/runs/${run.run}/documents/declaration`);
  expect([taken.statusCode, taken.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(Buffer.from(receipt.attachments[0]!.bytes).equals(taken.rawPayload)).toBe(true);

  const paper = readPdf(taken.rawPayload);
  expect([paper.title, paper.language, paper.elements.map(({ tag }) => tag)]).toEqual([
    "Declaración jurada de conocimiento del cliente",
    "es-PE",
    ["Document"],
  ]);
  expect(new Set(tagsOf(paper.elements))).toEqual(
    new Set(["Document", "H1", "H2", "H3", "H4", "H5", "H6", "P", "Table", "TR", "TH", "TD"]),
  );
  const words = textOf(paper.elements);
  const { flow } = await preparedFlow("WI", "declaration");
  for (const said of [
    "DJ-2026-000001",
    "21 de noviembre de 2026 a las 18:42",
    `Revisión del formulario: ${run.revision}`,
    "¿Eres o has sido, en los últimos 5 años, una persona expuesta políticamente (PEP)? Sí",
    "Nombre María José",
    "Tipo de documento DNI Número de documento 45678912",
    "Familiar 2",
    "Teléfono celular +51 987 654 321",
    // The oath, word for word as the form has it.
    plainWords(flow.fields["declaration.truth"]!.text!),
    "Firma de quien declara María José Quispe Núñez",
  ])
    expect(words).toContain(said);
  expect(words).not.toContain("Persona jurídica");
  // Pages say which they are, and a heading whose table goes on stands again.
  expect(paper.pages).toBeGreaterThan(1);
  paper.artifacts.forEach((artifact, index) =>
    expect(artifact).toContain(`Página ${index + 1} de ${paper.pages}`),
  );
  expect(paper.artifacts.slice(1).every((artifact) => artifact.includes("DJ-2026-000001"))).toBe(true);
  expect(paper.artifacts.join(" ")).toContain("(continuación)");

  // The service makes one of its own of what it was sent, for whoever looks at declarations.
  const dealer = mailTo(mails, "cumplimiento@");
  expect(dealer.subject).toBe("Declaración de conocimiento del cliente: DJ-2026-000001");
  const theirs = paperOf(dealer);
  expect([theirs.language, theirs.title, theirs.pages]).toEqual([paper.language, paper.title, paper.pages]);
  // It says what the person's own does: the questions as they were asked, number, time, revision, and where to sign.
  expect(textOf(theirs.elements)).toBe(words);
  expect(await product.rows("submissions")).toMatchObject([{ state: "accepted", number: "DJ-2026-000001" }]);
});

it("is sent as its sections, as people read them: of a person, or of a company", async () => {
  const product = await openWithReport();
  const center = await centerOf(30);
  const send = async (example: string) =>
    await product.proceed(await product.begin("declaration"), { ...(await answersOf(example)), ...center });
  expect((await send("natural-accepted")).answer.outcome).toEqual({ go: "sent" });
  expect((await send("legal-accepted")).answer.outcome).toEqual({ go: "sent" });
  const [person, company] = sent(product);
  expect(person).toEqual({
    document: expect.objectContaining({ title: "Declaración jurada de conocimiento del cliente" }),
    centerCode: center["declaration.brand"],
    relationshipType: "main",
    personType: "Natural",
    naturalPerson: {
      personalData: {
        name: "María José",
        lastName: "Quispe Núñez",
        documentType: "DNI",
        documentNumber: "45678912",
        nationality: "Perú",
        civilStatus: "Soltera o soltero",
      },
      residenceData: {
        type: "Av. Los Olivos",
        numberResidence: "450",
        deptoIntNumber: "302",
        department: "Lima",
        province: "Lima",
        district: "Surquillo",
      },
      contactData: {
        occupation: "Trabajo dependiente",
        workCenter: "Clínica del Sur",
        landlinePhoneNumber: "014567890",
        phone: "+51 987 654 321",
        email: "maria@correo.pe",
      },
      benefitsData: {
        purposeRelationshipObligatedSubject: "Comprar un auto",
        haveBeenPEP: "No",
        haveBeenDirectCollaborator: "No",
        vehicleOwner: "Solo a mi nombre",
        beneficiaryIdentity: "Para mí",
        originOfTheFunds: "Sueldo, honorarios o pensión",
      },
    },
  });
  expect(company).toMatchObject({
    personType: "Legal",
    legalPerson: { personalData: { rucNumber: "20512333797" }, representative: { name: "Luis" } },
  });
  expect(Object.keys(company!)).not.toContain("naturalPerson");
});

it("is followed by the spouse's and the co-owner's, each its own, also after the window was closed", async () => {
  const app = await openApp();
  const product = productOf(app, undefined as never, visitor(app, "WI"));
  const own = { ...(await answersOf("natural-accepted")), ...(await centerOf(30)) };
  const onward = { redirect: "/plaft", failure: false };
  const main = await product.proceed(await product.begin("declaration"), { ...own, ...married, ...shared });
  expect(main.answer.outcome).toEqual(onward);

  // The window is closed, the server starts anew; whoever opens the page is where they were.
  const again = productOf(await app.reopen(), undefined as never, product.who);
  const opened = async (): Promise<Page> => {
    const who = visitor(again.app, "WI", product.who.cookie);
    again.who.ask = who.ask;
    return (await who.ask("GET", "/api/page?path=/plaft")).json();
  };
  const page = await opened();
  const [first] = (await again.rows("submissions")) as { number: string }[];
  const spouse = page.flow!.run!;
  expect(spouse).toMatchObject({
    results: { with: { relationship: "spouse", of: first!.number, place: "2", count: "3" } },
    answers: {
      [`${natural}.personalData.spouseName`]: "María José Quispe Núñez",
      [`${natural}.personalData.marriageUnion`]: "communityProperty",
      "declaration.brand": own["declaration.brand" as keyof typeof own],
    },
  });
  const html = await again.who.ask("GET", "/plaft");
  expect(html.body.replaceAll(/<[^>]*>/g, "").replaceAll("<!-- -->", "")).toContain("declaración 2 de 3");
  const related = (email: string, name: string) => ({
    ...Object.fromEntries(
      Object.entries(own).filter(([key]) => !/personType|vehicleOwner|civilStatus/.test(key)),
    ),
    [`${natural}.contactData.email`]: email,
    [`${natural}.personalData.name`]: name,
  });
  const second = await again.proceed(spouse, { ...spouse.answers, ...related("juan@correo.pe", "Juan") });
  expect(second.answer.outcome).toEqual(onward);

  const coOwner = (await opened()).flow!.run!;
  expect(coOwner).toMatchObject({
    results: { with: { relationship: "coOwner", of: first!.number, place: "3", count: "3" } },
    answers: {
      [`${natural}.personalData.documentType`]: "dni",
      [`${natural}.personalData.documentNumber`]: "70605040",
    },
  });
  const last = await again.proceed(coOwner, {
    ...coOwner.answers,
    ...related("eva@correo.pe", "Eva"),
    [`${natural}.personalData.civilStatus`]: "single",
  });
  expect(last.answer.outcome).toEqual({ go: "sent" });
  expect((await again.rows("submissions")).map(({ number }) => String(number).slice(-2))).toEqual([
    "01",
    "02",
    "03",
  ]);
  const mails = await mailsOf(again.app, 6);
  for (const [address, name] of [
    ["maria@", "María José"],
    ["juan@", "Juan"],
    ["eva@", "Eva"],
  ] as const)
    expect(textOf(paperOf(mailTo(mails, address)).elements)).toContain(
      `Firma de quien declara ${name} Quispe Núñez`,
    );
  // The line is at its end: the page begins anew for whoever buys.
  expect((await again.begin("declaration")).results).toEqual({
    with: {},
    run: { token: expect.any(String) },
  });
});

it.each([
  ["another status than ok", { body: { status: "error" } }],
  ["a failure", { status: 500, body: {} }],
])("%s leads to /404, nobody else is asked; the retry sends the same answers", async (_, report) => {
  const product = await openWithReport(report);
  const answers = { ...(await answersOf("natural-accepted")), ...shared, ...(await centerOf(30)) };
  const { answer } = await product.proceed(await product.begin("declaration"), answers);
  expect(answer.outcome).toEqual({ redirect: "/404", failure: true });
  expect((await product.rows("submissions")).map(({ state }) => state)).toEqual(["failed"]);
  expect(await product.rows("deliveries")).toEqual([]);
  const pageOf = async (who = product.who) => (await who.ask("GET", "/api/page?path=/404")).json();
  const blocksOf = ({ screen }: Page) => screen.blocks.map(({ block }) => block);
  const theirs = await pageOf();
  expect(theirs).toMatchObject({ failed: { path: "/plaft", run: { run: answer.state.run } } });
  expect([theirs.screen.title, blocksOf(theirs)]).toEqual([
    "No pudimos enviar tu solicitud · Wigo Motors",
    ["failure"],
  ]);
  const others = await pageOf(visitor(product.app, "WI"));
  expect([others.failed, others.screen.title, blocksOf(others)]).toEqual([
    undefined,
    "No encontramos esta página · Wigo Motors",
    ["siteSearch", "view", "view", "view", "cards"],
  ]);
  expect(await product.rows("linked_runs")).toEqual([]);

  product.upstream.set(path, { body: { status: "ok" } });
  const kept = await product.begin("declaration");
  expect(kept.answers).toMatchObject(shared);
  expect((await product.proceed(kept, kept.answers)).answer.outcome).toMatchObject({ redirect: "/plaft" });
  const [failed, retried] = sent(product);
  expect(retried).toEqual(failed);
  expect(await product.rows("submissions")).toMatchObject([{ state: "accepted" }]);
});

it("has a page for each that content opens, with one make and the branches that sell it", async () => {
  const app = await openApp();
  const product = productOf(app, undefined as never, visitor(app, "WI"));
  const listed = await product.who.ask("GET", "/api/plaft-pages");
  expect(listed.json()).toMatchObject([
    { slug: "plaft", path: "/plaft", blocks: [{ block: "flow", flow: "declaration" }] },
    { slug: "kinto", path: "/plaft/kinto", blocks: [{ block: "flow", flow: "declaration--kinto" }] },
  ]);
  expect((await visitor(app, "SI").ask("GET", "/api/plaft-pages")).statusCode).toBe(404);

  const run = await product.begin("declaration--kinto");
  const { companies } = await projectReference();
  const offices = companies
    .find(({ companyId }) => companyId === 30)!
    .cities.flatMap(({ branchOffices }) => branchOffices);
  const selling = offices.filter(({ brands }) => brands.includes("Mazda"));
  const notSelling = offices.find(({ brands }) => brands.length > 0 && !brands.includes("Mazda"))!;
  const answers = { ...(await answersOf("natural-accepted")), ...shared };
  const send = (office: (typeof offices)[number], make: string, of = run) =>
    product.proceed(of, {
      ...answers,
      "declaration.branch": office.name,
      "declaration.brand": `${office.centerCode}-${make}`,
    });
  const { vehicles } = await projectReference();
  const [mazda, hyundai] = ["Mazda", "Hyundai"].map(
    (make) => vehicles.find(({ name }) => name === make)!.code,
  );
  expect((await send(notSelling, mazda!)).answer).toMatchObject({
    outcome: { refuse: [{ path: "declaration.branch", code: "notOffered" }, {}] },
    options: { branches: selling.map(({ name }) => ({ value: name })) },
  });
  const both = selling.find(({ brands }) => brands.includes("Hyundai"))!;
  expect((await send(both, hyundai!)).answer).toMatchObject({
    outcome: { refuse: [{ path: "declaration.brand", code: "notOffered" }] },
  });
  // Who follows declares on the page that there is without content, and the numbers go on.
  expect((await send(both, mazda!)).answer.outcome).toEqual({ redirect: "/plaft", failure: false });
  const coOwner = await product.begin("declaration");
  expect(coOwner.results).toMatchObject({ with: { relationship: "coOwner", place: "2", count: "2" } });
  const last = await product.proceed(coOwner, {
    ...Object.fromEntries(
      Object.entries(answers).filter(([key]) => !/personType|vehicleOwner|coOwner/.test(key)),
    ),
    ...coOwner.answers,
  });
  expect(last.answer.outcome).toEqual({ go: "sent" });
  expect(
    (await product.rows("submissions")).map(({ flow, number }) => [flow, String(number).slice(-1)]),
  ).toEqual([
    ["declaration--kinto", "1"],
    ["declaration", "2"],
  ]);
});

it("is a Chilean brand's by its facts and words alone; a sentence is changed in one file", async () => {
  const file = "brands/SI/brand.json";
  const brand = await read<{ facts: { mailboxes: object }; screens: string[] }>(file);
  const { facts, screens } = brand;
  const mailboxes = { ...facts.mailboxes, compliance: "cumplimiento@salazar.example" };
  const own = { ...brand, facts: { ...facts, mailboxes }, screens: [...screens, "declaration"] };
  const key = "flows.declaration.declaration.naturalPerson.personalData.marriageUnion";
  const words = {
    $schema: "../../schemas/language/wording.schema.json",
    [`${key}.options.communityProperty`]: "Sociedad conyugal",
  };
  const wording = "schemas/flows/declaration/wording.es.json";
  const oath = "declaration.truth.text";
  const changed = { ...(await read<object>(wording)), [oath]: "Declaras **bajo juramento** todo esto." };
  const copy = {
    ...fewBrands(),
    [file]: JSON.stringify(own),
    "brands/SI/wording.es.json": JSON.stringify(words),
    [wording]: JSON.stringify(changed),
  };
  const app = await openApp({ copy });
  expect(app.definitions.diagnostics()).toEqual([]);
  const product = productOf(app, undefined as never, visitor(app, "SI"));
  expect((await product.who.ask("GET", "/plaft")).body).toContain(
    "<strong>bajo juramento</strong> todo esto",
  );
  const run = await product.begin("declaration");
  const answers = { ...(await answersOf("natural-accepted-si")), ...(await centerOf(1)) };
  const refused = await product.proceed(run, {
    ...answers,
    [`${natural}.personalData.documentNumber`]: "12.345.678-9",
  });
  expect(refused.answer.outcome).toMatchObject({
    refuse: [{ path: `${natural}.personalData.documentNumber` }],
  });
  expect((await product.proceed(run, { ...answers, ...married })).answer.outcome).toMatchObject({
    redirect: "/plaft",
  });
  const mails = await mailsOf(app, 2);
  const paper = paperOf(mails.find(({ subject }) => subject.startsWith("Recibimos"))!);
  expect(paper.language).toBe("es-CL");
  const written = textOf(paper.elements);
  for (const said of ["RUT", "Región", "Comuna", "Sociedad conyugal"]) expect(written).toContain(said);
  expect(written).not.toContain("Distrito");
  expect(textOf(paperOf(mailTo(mails, "cumplimiento@salazar.example")).elements)).toContain("Comuna");
});

const good = {
  centerCode: "PE-SUR-TOY",
  relationshipType: "main",
  personType: "Natural",
  naturalPerson: { personalData: { name: "Ana" }, residenceData: {}, contactData: {}, benefitsData: {} },
};

const paper = { number: "DJ-1", day: "2026-11-21", title: "Declaración", sections: [] };

it.each([
  ["no center", { centerCode: " " }, "centerCode"],
  ["an unknown person", { personType: "Other" }, "personType"],
  ["an unknown relationship", { relationshipType: "friend" }, "relationshipType"],
  ["a company that is a spouse", { personType: "Legal", relationshipType: "spouse" }, "naturales"],
  ["both persons", { legalPerson: {} }, "legalPerson"],
  ["nobody", { naturalPerson: undefined }, "naturalPerson"],
  ["a section too few", { naturalPerson: { personalData: {} } }, "residenceData"],
  ["a section that is a text", { naturalPerson: { ...good.naturalPerson, name: "Ana" } }, "name"],
  ["a section that is a list", { naturalPerson: { ...good.naturalPerson, relatives: [{}] } }, "relatives"],
  ["a document of no number", { document: { ...paper, number: "" } }, "number"],
  ["a document of something unknown", { document: { ...paper, to: "x@example.org" } }, "to"],
  ["a document of no rows", { document: { ...paper, sections: [{ title: "A", rows: [7] }] } }, "sections"],
  ["something unknown", { naturalPerson: { ...good.naturalPerson, benefitsData: { age: "7" } } }, "age"],
  ["a number", { naturalPerson: { ...good.naturalPerson, contactData: { phone: 7 } } }, "phone"],
])("the service refuses %s, and keeps and mails nothing", async (_what, change, named) => {
  const service = report({
    store: undefined as never,
    reference: await projectReference(),
    clock: setClock().now,
  });
  const route = service.routes.find(({ path: address }) => address.endsWith("generate-plaft-pdf"))!;
  const brand = serviceBrand("WI", brandFile("WI").facts, "#211a1b", () => ({
    name: "Wigo Motors",
    colour: "#211a1b",
  }));
  const answer = await route.handle({
    brand,
    params: {},
    query: {},
    headers: {},
    body: { ...good, ...change },
    key: "k",
  });
  // Without a store, whatever went on would throw.
  expect(answer).toMatchObject({ status: 400, body: { status: "error" } });
  expect(JSON.stringify(answer)).toContain(named);
});

describe("whatever is answered", async () => {
  const { public: shown, private: hidden } = await compiledBrand("WI");
  const revision: Revision = { brand: "WI", hash: "0".repeat(24), public: shown, private: hidden };
  const prepared = await preparedFlow("WI", "declaration");
  const fields = Object.values(prepared.flow.fields);
  const program = hidden.programs["declaration"]!;
  /** Eight digits of its own for each text, which every format lets pass. */
  const mark = (index: number): string => String(40_000_000 + index);
  const leaves = fields.flatMap((field) => (field.list === undefined ? [field] : [])).filter(isAsked);
  const inRows = fields.filter((field) => field.list !== undefined).filter(isAsked);
  const all = [
    ...leaves.map((field) => ({ field, at: field.path })),
    ...inRows.flatMap((field) =>
      ["r1", "r2"].map((row) => ({ field, at: rowPath(field.list!, row, field.path) })),
    ),
  ];
  const texts = new Map<string, string>();
  all.forEach(({ field, at }, index) => {
    if (field.type === "text") texts.set(at, mark(index));
  });
  const answerOf = ({ field, at }: (typeof all)[number]) => {
    if (field.type === "text") return fc.constantFrom(texts.get(at), undefined);
    if (field.type === "date") return fc.constantFrom("2024-05-10", undefined);
    return fc.constantFrom(...optionsOf(field, prepared));
  };
  const answers = fc
    .record({
      leaves: fc.tuple(...all.map(answerOf)),
      rows: fc.constantFrom([], ["r1"], ["r1", "r2"]),
      results: fc.constantFrom({ with: {} }, { with: { relationship: "spouse" } }),
    })
    .map(({ leaves: values, rows, results }) => ({
      results,
      answers: {
        ...Object.fromEntries(
          all.flatMap(({ at }, index) => (values[index] === undefined ? [] : [[at, values[index]]])),
        ),
        ...Object.fromEntries(
          fields.filter(({ type }) => type === "list").map(({ path: list }) => [list, rows]),
        ),
      } as Answers,
    }));

  /** All that would leave of these answers, as text: what is stored, the call, the mail, the document. */
  function leaving(given: Answers, results: Record<string, unknown>) {
    const today = "2026-11-21";
    const evaluation = evaluate(prepared, given, { today, data: {}, results });
    const submission = { number: "DJ", day: today, time: "10:00", revision: revision.hash };
    const values: ProgramValues = {
      prepared,
      evaluation,
      today,
      data: {},
      results: { ...results, submission },
    };
    const said: unknown[] = [evaluation.values, chosenLabels(values)];
    const paperOfThese = () => createArtifacts(revision, values, "DJ").document("declaration");
    for (const line of program.onContinue["declaration"]!) {
      if ("set" in line)
        for (const [name, rule] of Object.entries(line.set))
          values.results[name] = evaluateRule(rule, programScope(values));
      if ("call" in line)
        said.push(mapInput(line.with ?? {}, programScope(values, { document: paperOfThese })));
    }
    const { subject, body } = program.mails["receipt"]!;
    const document = paperOfThese();
    said.push(fillFor(values, subject), fillFor(values, body), document);
    return { evaluation, document, said: JSON.stringify(said) };
  }

  const isShown = (evaluation: ReturnType<typeof evaluate>, at: string): boolean =>
    evaluation.fields[at]?.visible === true && evaluation.values[at] !== undefined;

  it("no hidden value is stored, sent, mailed or drawn, and every shown one is", async () => {
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(answers, async ({ answers: given, results }) => {
        const { evaluation, document, said } = leaving(given, results);
        const paper =
          drawn++ % 20 === 0 ? textOf(readPdf(await drawPdf(document, new Date(0))).elements) : undefined;
        for (const [at, text] of texts) {
          const shownNow = isShown(evaluation, at);
          if (!shownNow) expect([at, said.includes(text)]).toEqual([at, false]);
          else
            expect([at, JSON.stringify(document.sections).replaceAll(/[ +]/g, "").includes(text)]).toEqual([
              at,
              true,
            ]);
          if (paper !== undefined)
            expect([at, paper.replaceAll(/[ +]/g, "").includes(text)]).toEqual([at, shownNow]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

it("only of who buys the spouse follows, and only they are told so", async () => {
  const prepared = await preparedFlow("WI", "declaration");
  const shown = (own: Answers, results: Record<string, unknown>) =>
    evaluate(
      prepared,
      { "declaration.personType": "Natural", ...own },
      { today: "2026-11-21", data: {}, results },
    ).fields[`${natural}.personalData.spouseNext`]!.visible;
  const apart = { ...married, [`${natural}.personalData.marriageUnion`]: "separateProperty" };
  expect([shown(married, { with: {} }), shown(apart, { with: {} })]).toEqual([true, false]);
  for (const relationship of ["spouse", "coOwner"])
    expect(shown(married, { with: { relationship } })).toBe(false);
});

const isAsked = ({ type }: CompiledField): boolean => ["text", "date", "choice"].includes(type);

/** Values to choose, of a field's own list or of a tree's first branches. */
function optionsOf({ options }: CompiledField, { flow }: Prepared): (string | undefined)[] {
  if (!options) return [undefined];
  if ("list" in options) return options.list.map(({ value }) => value);
  if ("tree" in options) return [flow.trees[options.tree]![0]!.value];
  return [undefined];
}
