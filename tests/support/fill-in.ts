/** Gives answers by the controls that a page has for them, as a person would. */
import type { Answer, Answers, CompiledField, CompiledFlow } from "../../schemas/engine/all.ts";
import { rowPath } from "../../schemas/engine/all.ts";
import type { TestPage } from "./browser.ts";
import { chooseOption } from "./choose-option.ts";

const named = (path: string): string => `[name="${path}"]`;

/**
 * Answers the fields of one step in the order in which they are asked. Rows are added for those of a list; the page gives
 * them ids of its own. Computed fields and those without an answer are passed over.
 */
export async function fillIn(
  page: TestPage,
  flow: CompiledFlow,
  step: string,
  answers: Answers,
): Promise<void> {
  for (const field of Object.values(flow.fields)) {
    if (!field.path.startsWith(`${step}.`) || field.list !== undefined) continue;
    const answer = answers[field.path];
    if (field.type === "list") await fillRows(page, flow, field, answers);
    else if (answer !== undefined && field.computed === undefined) {
      await giveAnswer(page, field.path, answer);
    }
  }
}

async function fillRows(
  page: TestPage,
  { fields }: CompiledFlow,
  list: CompiledField,
  answers: Answers,
): Promise<void> {
  const written = answers[list.path];
  if (!Array.isArray(written)) return;
  const inner = Object.values(fields).filter((field) => field.list === list.path);
  for (const row of written) {
    await page.locator(`#${list.path.replaceAll(".", "-")}`).click();
    const added = await page.locator(`[data-path="${list.path}"] [data-row]`).last().getAttribute("data-row");
    for (const { path, computed } of inner) {
      const answer = answers[rowPath(list.path, row, path)];
      if (answer === undefined || computed !== undefined) continue;
      await giveAnswer(page, rowPath(list.path, added!, path), answer);
    }
  }
}

/** Gives one answer by whatever control stands for it. */
export async function giveAnswer(page: TestPage, path: string, answer: Answer): Promise<void> {
  const box = page.locator(named(path)).first();
  await box.waitFor({ state: "attached" });
  const [tag, type, role] = await box.evaluate((element) => [
    element.tagName,
    element.getAttribute("type"),
    element.getAttribute("role"),
  ]);
  if (type === "file") throw new Error(`"${path}" takes a file, which has to be there first`);
  // What has to be answered before it may still be on its way.
  if (tag === "BUTTON" && typeof answer === "boolean")
    await page.locator(`button${named(path)}:not([aria-disabled]):enabled`).click();
  else if (typeof answer === "boolean") await box.setChecked(answer);
  else if (type === "radio" || type === "checkbox") {
    for (const one of [answer].flat()) await page.locator(`${named(path)}[value="${String(one)}"]`).check();
  } else if (tag === "SELECT" || role === "combobox") await chooseOption(box, { value: String(answer) });
  else if (tag === "BUTTON") await chooseDay(page, path, String(answer));
  else await box.fill(typed(answer));
}

/** A day of a calendar whose pages are turned: it begins with the first month that offers one. */
async function chooseDay(page: TestPage, path: string, day: string): Promise<void> {
  const field = page.locator(`[data-path="${path}"]`);
  while ((await page.locator(`${named(path)}[value="${day}"]`).count()) === 0) {
    const shown = await page.locator(named(path)).first().getAttribute("value");
    const by = day < shown! ? "Mes anterior" : "Mes siguiente";
    const turn = field.getByRole("button", { name: by });
    if ((await turn.getAttribute("aria-disabled")) === "true")
      throw new Error(`${path} does not offer ${day}`);
    await turn.click();
  }
  await page.locator(`${named(path)}[value="${day}"]`).click();
}

/** A day is typed as people write it. */
const typed = (answer: Answer): string =>
  String(answer).replace(/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/, "$3/$2/$1");

/** Paths of the fields that show a problem now. */
export const shownProblems = (page: TestPage): Promise<(string | null)[]> =>
  page
    .locator("form [data-path][data-problem]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-path")));
