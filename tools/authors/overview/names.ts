/** What the variables and options in rules are called by those who read the form. */
import { asList, asObject } from "../../../schemas/engine/2-check/values.ts";
import { factValues } from "../../../schemas/engine/2-check/variables.ts";
import type { Names } from "./rule-words.ts";
import { fieldLabel, kindIn, quoted, textOf, treeLabel, type View } from "./view.ts";

/** What the options of a field are called, in any of their sources that is written down. */
function optionLabel(view: View, path: string, value: string): string | undefined {
  const field = view.flow.fields.get(path);
  if (!field) return undefined;
  const { options } = field.value;
  const isListed = Array.isArray(options) && options.includes(value);
  const listed = asList(asObject(options)["list"]).map(asObject);
  const inPlace = listed.find((one) => one["value"] === value)?.["label"];
  if (isListed || inPlace !== undefined) return textOf(view, `${path}.options.${value}`, inPlace);
  const tree = String(asObject(options)["tree"]);
  const find = (level: unknown, key: string): string | undefined => {
    for (const [id, option] of Object.entries(asObject(level))) {
      const here = `${key}.${id}`;
      const label = id === value ? treeLabel(view, here, asObject(option)["label"]) : undefined;
      const found = label ?? find(asObject(option)["options"], here);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(view.flow.trees.get(tree)?.value["options"], tree);
}

/** What the variables of rules are called. */
export function namesOf(view: View): Names {
  const of = (path: string): string => {
    if (path.startsWith("labels.")) return of(path.slice("labels.".length));
    if (view.flow.fields.has(path)) return fieldLabel(view, path, quoted);
    if (path === "today") return "el día de hoy";
    if (path === "value") return "la respuesta";
    if (path === "" || path === "current") return "el elemento";
    if (path === "accumulator") return "lo juntado";
    if (path === "submission.number") return "el número de la solicitud";
    if (path.startsWith("brand.")) {
      const fact = path.slice("brand.".length);
      const values = [
        ...factValues(
          view.brands.map(({ item }) => item),
          fact,
        ),
      ];
      const each = values.map(([item, value]) => `${String(value)} en ${item.id}`).join(", ");
      // The brand's code and its name are themselves.
      if (fact === "code" || fact === "name")
        return `${fact === "code" ? "el código" : "el nombre"} de la marca`;
      return `el dato «${fact}» de la marca${each === "" ? "" : ` (${each})`}`;
    }
    return `\`${path}\``;
  };
  return {
    of,
    option: (path, value) => optionLabel(view, path.replace(/^labels\./, ""), String(value)),
    isAnswer: (path) => view.flow.fields.has(path.replace(/^labels\./, "")),
    isBoolean: (path) => {
      const field = view.flow.fields.get(path);
      return (
        field !== undefined && view.brands.some((brand) => kindIn(view, field, brand)["type"] === "boolean")
      );
    },
  };
}
