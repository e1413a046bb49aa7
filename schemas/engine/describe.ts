/**
 * The engine's door for whoever describes definitions to people and editors: the files of a project as they are written, what
 * fields and names in them stand for, and what each brand makes of them.
 */
export { placeholder } from "./1-read/placeholder.ts";
export { absolute, absolutePath, named, namesOfFile, type Names } from "./1-read/relative.ts";
export { acceptedFiles } from "./2-check/grammar/files.ts";
export { fitsKind } from "./2-check/fields/leaf-keywords.ts";
export { placeOf } from "./2-check/project/file-kinds.ts";
export { nodesOf, type TreeNode } from "./2-check/project/option-trees.ts";
export {
  namedOptions,
  optionsWith,
  presetsOf,
  typeOfKind,
  type ChoiceOptions,
} from "./2-check/project/presets.ts";
export {
  brandsOf,
  flowsOn,
  openProject,
  typeOf,
  type Field,
  type Flow,
  type Item,
  type Brand,
  type FieldValue,
  type Kind,
  type ProgramLine,
  type OptionTree,
  type Screen,
  type ValueSchema,
  type Project,
  type Step,
} from "./2-check/project/project.ts";
export { distance, nearest } from "./2-check/report/nearest.ts";
export { newReport } from "./2-check/report/report.ts";
export { asList, asObject, asText, isObject, textIn, type Definition } from "./2-check/report/values.ts";
export { routeParameters } from "./2-check/variables/screen-paths.ts";
export { allResults, factValues, knownFacts } from "./2-check/variables/variables.ts";
export { foldRule, isConstant, type Constants } from "./3-compile/fold.ts";
export { namesInKind } from "./3-compile/kind.ts";
export { leafKeywords } from "./3-compile/leaf-schema.ts";
export { openProject as openBrand, type BrandProject } from "./3-compile/project.ts";
export { itemOperators } from "./4-evaluate/rules.ts";
export { formats } from "./operations/formats.ts";
export { operationUses } from "./operations/uses.ts";
