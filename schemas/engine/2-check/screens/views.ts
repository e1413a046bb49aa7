import type { JsonPath } from "../../1-read/locate.ts";
import { namesIn } from "../wording/placeholders.ts";
import { callNamed, rowNames, valuePart, valueSchema } from "../project/call-values.ts";
import type {
  Brand,
  CallDefinition,
  Project,
  Screen,
  ViewDefinition,
  ScreenBlock,
  ValueSchema,
} from "../project/project.ts";
import { nearest } from "../report/nearest.ts";
import { jsonTypeInWords } from "../report/value-words.ts";
import { isObject, listed } from "../report/values.ts";
import { checkRowAddress } from "./row-addresses.ts";
import { checkSavedRows, misfitOfId } from "./saved-lists.ts";

/** Checks a block that shows what a query of its screen gave: that there are both, and that they fit. */
export function checkView(project: Project, screen: Screen, index: number, brands: Brand[]): void {
  const { report } = project;
  const { file } = screen;
  const block = (screen.value.blocks ?? [])[index] ?? {};
  const at: JsonPath = ["blocks", index];
  const id = block.view ?? "";
  const view = project.views.get(id);
  if (!view && !project.isUnresolved("view", id)) {
    const suggestion = nearest(id, project.views.keys());
    report.add(file, [...at, "view"], "unknown-view", { view: id }, { suggestion });
  }
  if (view) checkSlots(project, screen, block, at, view);
  checkSavedRows(project, screen, block, at);
  const queries = screen.value.data ?? {};
  const others = (screen.value.blocks ?? []).flatMap((one) =>
    one.block === "view" && one !== block ? (one.data ?? []) : [],
  );
  if (block.whenEmpty !== undefined && !others.includes(block.whenEmpty)) {
    const suggestion = nearest(block.whenEmpty, others);
    const values = { where: `La pantalla "${screen.id}"`, data: block.whenEmpty };
    report.add(file, [...at, "whenEmpty"], "unknown-data", values, { suggestion });
  }
  const name = block.data ?? "";
  if (!Object.hasOwn(queries, name)) {
    const suggestion = nearest(name, Object.keys(queries));
    const values = { where: `La pantalla "${screen.id}"`, data: name };
    return report.add(file, [...at, "data"], "unknown-data", values, { suggestion });
  }
  const called = queries[name]?.call ?? "";
  const call = callNamed(project, called);
  if (!call || !view || report.isInvalid(view.file)) return;
  const given = valueSchema(call);
  const tell = (why: string): void =>
    report.add(file, [...at, "data"], "unshowable-data", { where: `La vista "${id}"`, data: name, why });
  if (!given) return tell(`de "value" de su llamada, "${called}", no se sabe qué da`);
  const shown = shownPart(call, block, given, tell);
  if (!shown) return;
  const unnamed = misfitOfId(shown, block.saved?.id);
  if (unnamed !== undefined) return tell(unnamed);
  const wrong = misfit(view.value.value ?? {}, shown, "");
  if (wrong !== undefined) return tell(`su llamada, "${called}", no da ${wrong}`);
  if (view.value.item === true) checkItem(project, screen, block, [...at, "item"], brands);
}

/** What of a query a block shows: all, or the rows in it, whose number stands there too. */
function shownPart(
  call: CallDefinition,
  { rows, total }: ScreenBlock,
  given: ValueSchema,
  tell: (why: string) => void,
): ValueSchema | undefined {
  const partAt = (path: string): ValueSchema | undefined => {
    const part = valuePart(call, path.split("."));
    return part && "schema" in part ? part.schema : undefined;
  };
  const number = total === undefined ? undefined : partAt(total);
  if (total !== undefined && number?.type !== "integer" && number?.type !== "number") {
    tell(`"${total}" no es un número de lo que da`);
    return undefined;
  }
  if (rows === undefined) return given;
  const list = partAt(rows);
  if (!list) tell(`"${rows}" no está en lo que da`);
  return list;
}

/** A view that shows what a block says of each row needs it said, and no other view has a use for it; nor for lists of rows. */
function checkSlots(
  { report }: Project,
  { file }: Screen,
  block: ScreenBlock,
  at: JsonPath,
  view: ViewDefinition,
): void {
  const takes = view.value.item === true;
  if (takes && !("item" in block)) {
    report.add(file, [...at, "view"], "missing-slot", { key: "item", view: view.id });
  }
  // What a page is not there without is never late by itself, nor empty. Of rows it is said whether there are any.
  if (view.value.value?.type === "array" && !("says" in block)) {
    report.add(file, [...at, "view"], "missing-slot", { key: "says", view: view.id });
  }
  const draws = {
    item: takes,
    layout: takes || view.value.layout === true,
    saved: view.value.saves === true,
    actions: view.value.actions !== undefined,
  };
  for (const key of ["item", "layout", "saved", "actions"] as const) {
    if (draws[key] || !(key in block)) continue;
    report.add(file, [...at, key], "slot-not-shown", { key, view: view.id }, { part: "key" });
  }
}

/** What a view needs that is not given, in words; undefined where all is. */
function misfit(
  needed: NonNullable<ViewDefinition["value"]["value"]>,
  given: ValueSchema,
  path: string,
): string | undefined {
  const fits = given.type === needed.type || (needed.type === "number" && given.type === "integer");
  if (!fits)
    return path === ""
      ? `${jsonTypeInWords(needed.type)} en "value"`
      : `"${path}" como ${jsonTypeInWords(needed.type)}`;
  if (isObject(needed.items)) {
    const wrong = misfit(needed.items, given.items ?? {}, path);
    if (wrong !== undefined) return wrong;
  }
  const own = given.properties ?? {};
  const missing: string[] = [];
  const absent = (needed.required ?? []).find(
    (key) => Object.hasOwn(own, key) && !given.required?.includes(key),
  );
  if (absent !== undefined) return `siempre "${path === "" ? absent : `${path}.${absent}`}"`;
  for (const [key, one] of Object.entries(needed.properties ?? {})) {
    const inner = path === "" ? key : `${path}.${key}`;
    if (!Object.hasOwn(own, key)) missing.push(inner);
    else {
      const wrong = misfit(one, own[key] ?? {}, inner);
      if (wrong !== undefined) return wrong;
    }
  }
  return missing.length === 0 ? undefined : listed(missing);
}

/** Checks the addresses that a block makes of each row: that their columns are there, and that they lead somewhere. */
function checkItem(
  project: Project,
  screen: Screen,
  block: ScreenBlock,
  at: JsonPath,
  brands: Brand[],
): void {
  const item = block.item ?? {};
  const known = rowNames(project, screen, block);
  const addresses: [address: string | undefined, place: JsonPath, key: "to" | "picture"][] = [
    [item.link?.to, [...at, "link", "to"], "to"],
    [item.picture, [...at, "picture"], "picture"],
  ];
  for (const [address, place, key] of addresses) {
    if (address === undefined) continue;
    checkRowAddress(project, screen.file, { address, key, item }, place, brands);
    for (const name of new Set(namesIn(address))) {
      if (!known || known.includes(name)) continue;
      const near = nearest(name, known);
      const values = { placeholder: `{${name}}`, allowed: known.map((one) => `{${one}}`).join(", ") };
      project.report.add(screen.file, place, "unknown-placeholder", values, {
        suggestion: near && `{${near}}`,
        within: `{${name}}`,
      });
    }
  }
}
