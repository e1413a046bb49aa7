/** What a choice's options say, before they are told. */
import { asObject, type Definition, type Field } from "../../../schemas/engine/describe.ts";
import { kindIn, type BrandView, type View } from "./view.ts";

const written = (options: unknown): Definition =>
  Array.isArray(options) ? { ids: options } : asObject(options);

/** What a choice's options say in a brand: the field's, and where they name no source of their own, its kind's too. */
export function optionsIn(view: View, field: Field, brand: BrandView): Definition {
  const general = written(kindIn(view, field, brand)["options"]);
  const own = written(field.value["options"]);
  return ["ids", "list", "tree", "data"].some((source) => source in own) ? own : { ...general, ...own };
}
