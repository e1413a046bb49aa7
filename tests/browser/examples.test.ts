/**
 * The examples beside the flows, shown on the screen: what an analyst wrote is what a shopper meets. In `npm test` those that
 * cover in what a screen can disagree; every one in `npm run faults -- cases`.
 */
import { afterAll, expect, test } from "vitest";
import type { Answers, CompiledScreen } from "../../schemas/engine/all.ts";
import { branchOffices } from "../support/branch-offices.ts";
import { withOwnCars } from "../support/cars-of-examples.ts";
import { creditServices } from "../support/credit-services.ts";
import { covering } from "../support/covering.ts";
import { compiledBrand } from "../support/definitions.ts";
import { examplesOnPages, type Example } from "../support/examples.ts";
import { fillIn, shownProblems } from "../support/fill-in.ts";
import { forms } from "../support/forms.ts";
import { startProduct } from "../support/product.ts";
import { startStandIn, type StandIn } from "../support/stand-in.ts";

const { examples, catalogue } = withOwnCars(await examplesOnPages());

/** Those that nobody can do on a screen, and why. */
const unshowable: Record<string, string> = {
  "Un servicio que no es del tipo elegido no vale": "the list offers no such option",
  "Test drive: un modelo que no es de la marca elegida no vale": "the list offers no such option",
  "Una sucursal que no está en la lista no se puede enviar": "the list offers no such option",
  "Una sucursal que no tiene este auto no se ofrece": "the list offers no such option",
  "Un monto de nueve cifras no se puede enviar": "the control takes eight",
  "Flotas: medio auto no se cotiza": "the control takes digits alone",
  "Sin elegir el tipo de documento, el número no se puede responder": "the control is not enabled",
  "Una versión de otro modelo no vale": "the list offers no such option",
  "Haberlo comprado en un remate no es un dato mal escrito: lo rechaza el aviso, al continuar": "a dialog",
  "No ser el dueño lo rechaza el aviso, al continuar": "a dialog",
  "No tener licencia clase B lo rechaza el aviso, al continuar": "a dialog",
  "Un pie que el Chevy Plan no permite": "the slider ends before it",
  "El valor mínimo no se acepta: debe ser mayor": "the control of the credit is not enabled",
  "El valor máximo no se acepta: debe ser menor": "the control of the credit is not enabled",
  "Una cuota de 0: ese plazo ya no se ofrece, se dice por qué, y se puede seguir al contacto":
    "what the service said is no question",
  "Los precios no llegan: el valor no se puede contestar, y nada más se dice de él": "the service has prices",
  "No hay precios de una marca: se dice, y el valor no se puede contestar": "the service has prices",
};

// The lists that the examples name, by brand: where one names them, they are the brand's.
const brands = [...new Set(examples.map(({ brand }) => brand))];
const upstreams = new Map<string, StandIn>();
for (const brand of brands) {
  upstreams.set(brand, await startStandIn(branchOffices(examples.filter((one) => one.brand === brand))));
}
const cars = await startStandIn({ ...catalogue, ...creditServices(examples) });
afterAll(() => Promise.all([cars, ...upstreams.values()].map((upstream) => upstream.stop())));
const product = await startProduct({
  env: {
    UPSTREAM_CATALOG: cars.url,
    UPSTREAM_FINANCIAL: cars.url,
    ...Object.fromEntries([...upstreams].map(([brand, { url }]) => [`UPSTREAM_BRANCH_OFFICE_${brand}`, url])),
  },
});

/** The address of a form's page, and the answers that are not a part of it: those a person gives. */
function addressOf(
  { route, blocks }: Pick<CompiledScreen, "route" | "blocks">,
  flow: string,
  answers: Answers,
): { address: string; given: Answers } {
  const named = blocks.find((block) => block["flow"] === flow)?.["answers"] ?? {};
  const parts = Object.entries(named as Record<string, { from: string }>);
  const path = parts.reduce((so, [name, { from }]) => so.replace(`:${from}`, String(answers[name])), route);
  const query = parts.filter(
    ([name, { from }]) => !route.includes(`:${from}`) && answers[name] !== undefined,
  );
  const asked = new URLSearchParams(query.map(([name, { from }]) => [from, String(answers[name])]));
  return {
    address: path + (query.length === 0 ? "" : `?${asked}`),
    given: Object.fromEntries(
      Object.entries(answers).filter(([name]) => !parts.some(([bound]) => bound === name)),
    ),
  };
}

async function show({ brand, flow, answers, expect: expected }: Example): Promise<void> {
  const compiled = (await compiledBrand(brand)).public;
  const { screens } = compiled.brand;
  const screen = screens.find((one) => one.flow === flow)!;
  const { address, given } = addressOf(screen, flow, answers);
  const [step, next] = compiled.flows[flow]!.steps;
  const page = await product.open(brand, address);
  await page.locator("form button[type=submit]").waitFor();
  await fillIn(page, compiled.flows[flow]!, step!.id, given);
  await page.locator("form button[type=submit]").click();
  const problems = Object.keys(expected.problems ?? {}).filter((path) => path.startsWith(`${step!.id}.`));
  if (problems.length === 0) {
    const receipt = screens.find(({ blocks }) =>
      blocks.some((one) => one["flow"] === flow && one["receipt"]),
    );
    await page.waitForURL(
      ({ pathname }) => pathname === (receipt?.route ?? `${address.split("?")[0]}/${next!.slug}`),
    );
  } else {
    await page.getByRole("alert").waitFor();
    // Of what nobody is asked, as the address says it, the summary tells alone.
    const { fields } = compiled.flows[flow]!;
    const asked = problems.filter((path) => fields[path]!.widget !== "hidden");
    expect(new Set(await shownProblems(page))).toEqual(new Set(asked));
  }
  page.clean();
}

/** Those whose answer is the form of a JSON Schema, which forms.test.ts and json-form.test.ts fill in. */
const isOneForm = ({ answers }: Example): boolean =>
  Object.values(answers).some((answer) => typeof answer === "object" && !Array.isArray(answer));

/** A form that takes this many answers is filled in by tests of its own, not once more for each example. */
const longest = 22;

const isLong = ({ answers }: Example): boolean => Object.keys(answers).length > longest;

/** One of those that answer the first step alike: the others are about later ones. */
const begins = new Set<string>();
const beginsAnew = ({ brand, flow, answers }: Example): boolean => {
  const [step] = Object.keys(answers)[0]?.split(".") ?? [];
  const first = Object.entries(answers).filter(([path]) => path.startsWith(`${step}.`));
  const name = JSON.stringify([brand, flow, first]);
  return !begins.has(name) && begins.add(name).has(name);
};

const ofForms = new Set(forms.map(({ flow }) => flow));

/**
 * In what a screen can disagree with the engine, which is asked every example elsewhere: the widgets that are filled in, what
 * a rule shows or opens, where a problem is shown, and the forms that forms.test.ts does not have: what it has, it accepts and
 * refuses on each brand's screen.
 */
async function shows({ brand, flow, answers, expect: { problems = {} } }: Example): Promise<string[]> {
  const { fields, steps } = (await compiledBrand(brand)).public.flows[flow]!;
  const isFirst = (path: string): boolean => path.startsWith(`${steps[0]!.id}.`);
  const filled = Object.keys(answers).flatMap((path) => (isFirst(path) ? (fields[path] ?? []) : []));
  const ruled = filled.filter(({ visibleWhen, enabledWhen }) => visibleWhen ?? enabledWhen);
  const found = Object.keys(problems).filter(isFirst);
  return [
    ...(ofForms.has(flow) ? [] : [`flow ${flow} ${found.length === 0 ? "accepted" : "refused"}`]),
    ...filled.map(({ widget }) => `widget ${widget}`),
    ...ruled.map(({ path }) => `rule ${flow} ${path}`),
    ...found.map((path) => `problem of ${fields[path]?.widget}`),
  ];
}

const showable = examples
  .filter((one) => !(one.describe in unshowable) && !isOneForm(one) && !isLong(one))
  .filter(beginsAnew);
const shownBy = new Map<Example, string[]>();
for (const one of showable) shownBy.set(one, await shows(one));
const shown = covering(showable, (one) => shownBy.get(one)!);

test.each(shown.map((one) => [one.describe, one] as const))("%s", async (_, example) => {
  await expect(show(example)).resolves.toBeUndefined();
});

test("what cannot be shown on a screen is an example", () => {
  const all = new Set(examples.map(({ describe }) => describe));
  expect(Object.keys(unshowable).filter((one) => !all.has(one))).toEqual([]);
});
