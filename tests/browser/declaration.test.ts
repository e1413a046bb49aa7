/** The declaration in a browser: whoever declares, who follows, what went wrong, and the document; phone and desktop. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Answers, RunState } from "../../schemas/engine/all.ts";
import { axe } from "../support/axe.ts";
import type { TestPage, Viewport } from "../support/browser.ts";
import { alive } from "../support/contact-form.ts";
import { compiledBrand, root } from "../support/definitions.ts";
import { fillIn, shownProblems } from "../support/fill-in.ts";
import { readPdf, type PdfElement } from "../support/pdf-reader.ts";
import { anyOf } from "../support/covering.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn } from "../support/stand-in.ts";

const route = "POST /customer/api/report/generate-plaft-pdf";
const works = { body: { status: "ok" } };
const standIn = await startStandIn({
  [route]: works,
  "GET /branch-office/get-centers": { body: [{ branchOfficeName: "Surquillo" }] },
  "GET /branch-office/get-center-brands": { body: [{ name: "Toyota", leadCenterCode: "PE-SUR-TOY" }] },
});
afterAll(() => standIn.stop());
const product = await startProduct({
  env: { UPSTREAM_REPORT: standIn.url, UPSTREAM_BRANCH_OFFICE: standIn.url },
});
const flow = (await compiledBrand("WI")).public.flows["declaration"]!;

beforeEach(() => {
  standIn.set(route, works);
  standIn.forget();
});

const natural = "declaration.naturalPerson";
const [personal, contact, benefits] = ["personalData", "contactData", "benefitsData"].map(
  (section) => `${natural}.${section}`,
);

const exampleOf = (name: string): Answers =>
  JSON.parse(readFileSync(join(root, `schemas/flows/declaration/examples/${name}.json`), "utf8")).answers;

const married = {
  [`${personal}.civilStatus`]: "married",
  [`${personal}.spouseName`]: "Juan Ramos Soto",
  [`${personal}.marriageUnion`]: "communityProperty",
};
const shared = {
  [`${benefits}.vehicleOwner`]: "withCoOwner",
  [`${benefits}.coOwnerName`]: "Eva Paz",
  [`${benefits}.coOwnerDNINumber`]: "70605040",
};

const send = (page: TestPage) => page.getByRole("button", { name: "ENVIAR" });
const dialog = (page: TestPage) => page.getByRole("dialog", { name: "Recibimos tu declaración" });
const sent = () =>
  standIn.requests.filter(({ method }) => method === "POST").map(({ body }) => body as Answers);
const numbersOf = (email: string) =>
  product.rows("select number, state from submissions where answers like ? order by number", `%"${email}"%`);

async function open(viewport: Viewport): Promise<TestPage> {
  const page = await product.open("WI", "/plaft", viewport);
  await alive(page);
  return page;
}

/** What somebody answered before, on another day: kept by the server, and there when the page is opened again. */
async function answered(page: TestPage, answers: Answers): Promise<void> {
  await page.evaluate(async (text: string) => {
    const ask = async (method: string, path: string, body: object): Promise<Response> =>
      await fetch(path, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const run: RunState = await (
      await ask("POST", "/api/runs", { flow: "declaration", revision: "-" })
    ).json();
    const { status } = await ask("PATCH", `/api/runs/${run.run}/answers`, {
      version: run.version,
      answers: JSON.parse(text) as object,
    });
    if (status >= 300) throw new Error(`answers were not kept: ${status}`);
    // What this page keeps for a refresh knows nothing of them.
    sessionStorage.clear();
    localStorage.clear();
  }, JSON.stringify(answers));
  await page.reload();
  await alive(page);
}

/** Of whoever follows, what is not given by the first declaration. */
const related = (name: string, email: string): Answers => ({
  ...Object.fromEntries(
    Object.entries(exampleOf("natural-accepted")).filter(
      ([path]) => !/personType|vehicleOwner|civilStatus|branch|brand$/.test(path),
    ),
  ),
  [`${personal}.name`]: name,
  [`${contact}.email`]: email,
});

const textOf = (elements: PdfElement[]): string =>
  elements.map(({ text, children }) => `${text} ${textOf(children)}`).join(" ");

test("a person on a phone: what is missing is named, a failure keeps all, the retry ends in the dialog", async () => {
  const page = await open("phone");
  await send(page).click();
  await page.getByRole("alert").waitFor();
  expect(new Set(await shownProblems(page))).toEqual(
    new Set(["declaration.personType", "declaration.branch"]),
  );
  const email = "maria@correo.example";
  const answers = { ...exampleOf("no-longer-pep"), [`${contact}.email`]: email };
  await fillIn(page, flow, "declaration", { ...answers, [`${personal}.documentNumber`]: "4567891" });
  await send(page).click();
  await expect.poll(() => shownProblems(page)).toEqual([`${personal}.documentNumber`]);
  await page.getByText("El campo debe tener 8 dígitos").first().waitFor();
  await axe(page);
  await page.locator(`[name="${personal}.documentNumber"]`).fill("45678912");
  // What hangs on an answer is forgotten with it.
  await page.locator(`[name="${natural}.residenceData.department"]`).selectOption("arequipa");
  await expect.poll(() => page.locator(`[name="${natural}.residenceData.district"]`).isDisabled()).toBe(true);
  await fillIn(page, flow, "declaration", {
    [`${natural}.residenceData.department`]: "lima",
    [`${natural}.residenceData.province`]: "lima",
    [`${natural}.residenceData.district`]: "surquillo",
  });

  standIn.set(route, { body: { status: "error" } });
  await send(page).click();
  await page.waitForURL("**/404");
  await page.getByRole("heading", { level: 1, name: "No pudimos enviar tu solicitud" }).waitFor();
  standIn.set(route, works);
  await page.getByRole("button", { name: "Inténtalo de nuevo" }).click();
  await page.waitForURL("**/plaft/enviada");
  await dialog(page).waitFor();
  await axe(page);
  const [submission, ...more] = numbersOf(email) as { number: string; state: string }[];
  expect([submission!.state, more]).toEqual(["accepted", []]);
  await dialog(page).getByText(`Tu número de atención es ${submission!.number}`).waitFor();
  const bodies = sent();
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);

  // The document can be taken; the dialog closed, the page says the same, also after a refresh.
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("link", { name: "Descargar en PDF" }).click(),
  ]);
  const paper = readPdf(readFileSync(await download.path()));
  expect([paper.language, textOf(paper.elements).includes(submission!.number)]).toEqual(["es-PE", true]);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await page.reload();
  await page.getByText(`Tu número de atención es ${submission!.number}`).waitFor();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  page.clean();
});

test("a company on a desktop", async () => {
  const page = await open("desktop");
  await fillIn(page, flow, "declaration", exampleOf("legal-accepted"));
  await axe(page);
  await send(page).click();
  await page.waitForURL("**/plaft/enviada");
  await dialog(page).getByText("Gracias, Luis").waitFor();
  expect(sent()).toMatchObject([
    { personType: "Legal", legalPerson: { personalData: { rucNumber: "20512333797" } } },
  ]);
  page.clean();
});

const later: [string, Viewport, Answers, string[]][] = [
  ["the spouse", "phone", married, ["Esta declaración es de: El o la cónyuge"]],
  ["the co-owner", "desktop", shared, ["copropietario"]],
];

test.each(anyOf(later))(
  "%s declares after who buys, by another way: a window closed in between",
  async (who, viewport, more) => {
    const first = await open(viewport);
    const email = `${who.replace(" ", ".")}@correo.example`;
    await answered(first, { ...exampleOf("natural-accepted"), ...more });
    await send(first).click();
    await first.getByText("declaración 2 de 2").waitFor();
    const page = await product.newTab(first);
    await first.close();
    await page.goto(product.server.url("WI", "/plaft"));
    await alive(page);
    await page.getByText("declaración 2 de 2").waitFor();
    await expect.poll(() => page.getByText("¿Quién compra?").count()).toBe(0);
    await answered(page, {
      ...related("Sol", email),
      ...(more === shared ? { [`${personal}.civilStatus`]: "single" } : {}),
    });
    await send(page).click();
    await dialog(page).getByText("Gracias, Sol").waitFor();
    const bodies = sent() as unknown as { relationshipType: string }[];
    expect(bodies.map(({ relationshipType }) => relationshipType)).toEqual([
      "main",
      more === married ? "spouse" : "coOwner",
    ]);
    expect(numbersOf(email)).toHaveLength(1);
    // After the last one, the page is for the next who buys.
    await page.goto(product.server.url("WI", "/plaft"));
    await page.getByText("¿Quién compra?").waitFor();
    page.clean();
  },
);

test("the spouse and then the co-owner, each with a number and a mail of their own", async () => {
  const page = await open("desktop");
  await answered(page, {
    ...exampleOf("natural-accepted"),
    ...married,
    ...shared,
    [`${contact}.email`]: "uno@correo.example",
  });
  await send(page).click();
  await page.getByText("declaración 2 de 3").waitFor();
  await page.getByText("El o la cónyuge de quien compra").waitFor();
  await axe(page);
  await answered(page, related("Dos", "dos@correo.example"));
  await send(page).click();
  await page.getByText("declaración 3 de 3").waitFor();
  await page.getByText("El copropietario o la copropietaria del vehículo").waitFor();
  await answered(page, {
    ...related("Tres", "tres@correo.example"),
    [`${personal}.civilStatus`]: "single",
  });
  await send(page).click();
  await dialog(page).getByText("Gracias, Tres").waitFor();
  const bodies = sent() as unknown as { relationshipType: string }[];
  expect(bodies.map(({ relationshipType }) => relationshipType)).toEqual(["main", "spouse", "coOwner"]);
  await product.delivered();
  for (const email of ["uno", "dos", "tres"].map((name) => `${name}@correo.example`)) {
    const [submission] = numbersOf(email) as { number: string }[];
    const mails = product.smtp.messages.filter(({ to }) => to.includes(email));
    expect(mails.map(({ email: { subject } }) => subject)).toEqual([
      `Recibimos tu declaración ${submission!.number} · Wigo Motors`,
    ]);
  }
  page.clean();
});

test("a spouse's declaration that waits makes way for the next person at the same device", async () => {
  const page = await open("phone");
  const anew = page.getByRole("button", { name: "Empezar una nueva", exact: true });
  await expect.poll(() => anew.count()).toBe(0);
  await answered(page, {
    ...exampleOf("natural-accepted"),
    ...married,
    [`${contact}.email`]: "deja@correo.example",
  });
  await send(page).click();
  await page.getByText("declaración 2 de 2").waitFor();
  await page.locator(`[name="${personal}.name"]`).fill("Juana");
  await page.locator(`[name="${personal}.lastName"]`).fill("Ramos Vega");
  await anew.click();
  await page.getByRole("dialog", { name: "¿Empezar de nuevo?" }).waitFor();
  await axe(page);
  await page.keyboard.press("Escape");
  await page.getByText("declaración 2 de 2").waitFor();
  await anew.click();
  await page.getByRole("button", { name: "Sí, empezar de nuevo" }).click();
  await page.getByText("¿Quién compra?").waitFor();
  await alive(page);
  const names = /Juan|Ramos|María José|Quispe|deja@correo/;
  await expect.poll(() => page.content()).not.toMatch(names);
  await expect
    .poll(() => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])))
    .not.toMatch(names);
  await expect.poll(() => anew.count()).toBe(0);
  // Nor where the receipt of who declared first was.
  await page.goto(product.server.url("WI", "/plaft/enviada"));
  await page.getByText("¿Quién compra?").waitFor();
  await expect.poll(() => page.content()).not.toMatch(names);
  expect(numbersOf("deja@correo.example")).toMatchObject([{ state: "accepted" }]);
  page.clean();
});

test("from the first question to the dialog by keyboard alone", async () => {
  const page = await open("desktop");
  const answers = exampleOf("natural-accepted");
  const focused = (): Promise<string | null> =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute("name") ?? at?.textContent ?? null;
    });
  const tabTo = async (name: string): Promise<void> => {
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press("Tab");
      if ((await focused()) === name) return;
    }
    throw new Error(`Tab does not lead to ${name}`);
  };
  await page.keyboard.press("Tab");
  for (const { path, type } of Object.values(flow.fields)) {
    const answer = answers[path];
    if (answer === undefined || type === "group") continue;
    const box = page.locator(`[name="${path}"]`).first();
    await box.waitFor();
    // A list with many options takes over, once it is there: it is loaded with the first key.
    if (type === "choice") await expect.poll(() => box.evaluate(isOneThatStays)).toBe(true);
    await tabTo(path);
    const kind = await box.evaluate((element) =>
      element instanceof HTMLInputElement && element.type === "radio"
        ? "radio"
        : (element.getAttribute("role") ?? element.tagName),
    );
    const [, label = ""] = optionOf(path, String(answer));
    if (kind === "radio") {
      await page.keyboard.press("Space");
      for (let press = 0; press < 6 && !(await isChosen(page, path, String(answer))); press++)
        await page.keyboard.press("ArrowDown");
      await expect.poll(() => isChosen(page, path, String(answer))).toBe(true);
    } else if (kind === "combobox") {
      await page.keyboard.type(label);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    } else if (kind === "SELECT") {
      // Whoever types slowly begins anew: so does a browser that waits a second for the next letter.
      const typed = async (): Promise<string> => {
        await page.keyboard.type(label);
        return await box.inputValue();
      };
      await expect.poll(typed, { interval: 1_500 }).toBe(String(answer));
    } else await page.keyboard.type(String(answer));
  }
  await tabTo("ENVIAR");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await tabTo("Cerrar");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  page.clean();
});

const isOneThatStays = (element: Element): boolean =>
  !element.matches(":disabled") && !(element instanceof HTMLSelectElement && element.options.length > 13);

const isChosen = (page: TestPage, path: string, value: string): Promise<boolean> =>
  page.locator(`[name="${path}"][value="${value}"]`).isChecked();

/** An option's value and words: of its own list, of a tree, or of the stand-in's answers. */
function optionOf(path: string, value: string): [string, string] | [] {
  const fixed: Record<string, string> = { Surquillo: "Surquillo", "PE-SUR-TOY": "Toyota" };
  if (fixed[value]) return [value, fixed[value]];
  const options = flow.fields[path]?.options;
  if (!options) return [];
  type Tree = { value: string; label: unknown; options?: Tree[] };
  const all = (list: Tree[]): Tree[] => list.flatMap((one) => [one, ...all(one.options ?? [])]);
  const list =
    "list" in options
      ? (options.list as Tree[])
      : "tree" in options
        ? all(flow.trees[options.tree] as Tree[])
        : [];
  const found = list.find((one) => one.value === value);
  return found ? [value, String(found.label)] : [];
}
