import type { JsonPath } from "../../1-read/locate.ts";
import type { ReadFile } from "../../1-read/read.ts";
import type { ValueType } from "../../types/index.ts";
import type { Project } from "../project/project.ts";
import { jsonTypesInWords } from "../report/value-words.ts";
import { asObject, listed, type Definition } from "../report/values.ts";

/** The type of JSON of a value in a row: a name, or a list of such. */
type RowValue = "string" | "number" | readonly ["string" | "object"];

interface WidgetNeeds {
  /** The values that it takes. */
  types: readonly ValueType[];
  /** It draws the rows of a query, and what it reads of each. */
  rows?: Readonly<Record<string, RowValue>>;
}

const display: WidgetNeeds = { types: ["display"] };
const choice: WidgetNeeds = { types: ["choice"] };

/** What a widget of the renderer's registry needs to draw a field, by its name. */
export const widgets: Readonly<Record<string, WidgetNeeds>> = {
  text: { types: ["text", "number", "money", "date", "time"] },
  longText: { types: ["text"] },
  date: { types: ["date"] },
  days: choice,
  slots: choice,
  slider: { types: ["number", "money"] },
  select: choice,
  radio: choice,
  cards: choice,
  yesNo: choice,
  checkboxes: { types: ["choices"] },
  checkbox: { types: ["boolean"] },
  consent: { types: ["boolean"] },
  file: { types: ["file"] },
  jsonForm: { types: ["json"] },
  group: { types: ["group"] },
  list: { types: ["list"] },
  paragraph: display,
  notice: display,
  priceCard: display,
  summary: display,
  answers: display,
  event: display,
  document: display,
  confetti: display,
  branchOffices: {
    types: ["display"],
    rows: {
      uuid: "string",
      name: "string",
      address: "string",
      commune: "string",
      latitude: "number",
      longitude: "number",
      centerCode: "string",
      brands: ["string"],
      postSaleBrands: ["string"],
      services: ["string"],
      scheduleSale: ["object"],
      schedulePostSale: ["object"],
      telephone: "string",
      telephonePostsale: "string",
      whatsappNew: "string",
      whatsappUsed: "string",
    },
  },
};

const needsOf = (widget: unknown): WidgetNeeds | undefined =>
  typeof widget === "string" && Object.hasOwn(widgets, widget) ? widgets[widget] : undefined;

/** What a widget reads of each row that it draws; nothing where it draws none. */
export const rowsOfWidget = (widget: unknown): Readonly<Record<string, RowValue>> =>
  needsOf(widget)?.rows ?? {};

/** Checks that a widget takes values of this type. One that there is not, the grammar tells. */
export function checkWidget(
  project: Project,
  file: ReadFile,
  at: JsonPath,
  widget: unknown,
  type: ValueType | undefined,
): void {
  const needs = needsOf(widget);
  if (!needs || type === undefined || needs.types.includes(type)) return;
  const fitting = Object.keys(widgets).filter((one) => widgets[one]!.types.includes(type));
  project.report.add(file, at, "unknown-value", { value: String(widget), allowed: listed(fitting) });
}

/** The keys that rows of a call do not have as a widget reads them, with what they would have to be. */
export function unfitRows(widget: unknown, row: Definition): string[] {
  return Object.entries(rowsOfWidget(widget)).flatMap(([key, wanted]) => {
    if (!Object.hasOwn(row, key)) return [];
    const { type, items } = asObject(row[key]);
    const [outer, inner] = typeof wanted === "string" ? [wanted] : (["array", wanted[0]] as const);
    const fits = (said: unknown, needed: string | undefined): boolean =>
      needed === undefined || said === needed || (needed === "number" && said === "integer");
    if (fits(type, outer) && fits(asObject(items)["type"], inner)) return [];
    const words =
      inner === undefined
        ? jsonTypesInWords[outer]!
        : `${jsonTypesInWords[outer]!} de ${jsonTypesInWords[inner]!}`;
    return [`"${key}" como ${words}`];
  });
}
