/** What a choice's options say, before they are told. */
import { optionsWith, type ChoiceOptions, type Field } from "../../../schemas/engine/describe.ts";
import { kindIn, type BrandView, type View } from "./view.ts";

/** What a choice's options say in a brand: the field's, and where they name no source of their own, its kind's too. */
export const optionsIn = (view: View, field: Field, brand: BrandView): ChoiceOptions =>
  optionsWith(kindIn(view, field, brand), field);
