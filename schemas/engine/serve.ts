/** The engine's door for a server that runs what was compiled: it reads, checks and compiles no definition. */
export * from "./evaluate.ts";
export { previewCookie, sessionCookie } from "./own-cookies.ts";
export { apiErrors, apiErrorSentences, sentenceOfAnyError, type ApiErrorSentence } from "./api-errors.ts";
export type { CallFailure } from "./1-read/call-failures.ts";
export { waitBranches, waitBranchNames } from "./1-read/wait-branches.ts";
export { isBrandFile, type BrandFileDescription } from "./1-read/brand-files.ts";
export { writtenId } from "./3-compile/entry-id.ts";
export { mimeTypes, maxRows } from "./3-compile/leaf-schema.ts";
export { signInAddress } from "./3-compile/site.ts";
export { amountText } from "./operations/amount-text.ts";
export { meaningVersion } from "./meaning-version.ts";
export { rememberedValidators } from "./3-compile/remembered-validators.ts";
export { compileValidators, schemaFormats, validatorModule } from "./3-compile/validators.ts";
export { prepareFlow, withAtOnce } from "./3-compile/at-once.ts";
export {
  byName,
  compileRule,
  itemOperators,
  operators,
  RuleError,
  truth,
  type Bind,
  type CompiledRule,
  type CompileRule,
  type RuleScope,
  yesOrNoOperators,
} from "./4-evaluate/rules.ts";
export { compileStructuredData, scopeOfRow, type Thing } from "./4-evaluate/structured-data.ts";
export { isIndexUnknown, isSettled, queriesRead } from "./4-evaluate/screen-head.ts";
export { scopeOfScreen } from "./4-evaluate/screen-data.ts";
export {
  filledDocument,
  isUnavailable,
  queriesOfDocument,
  type DocumentFilling,
  type DocumentSection,
  type DocumentTable,
  type FilledDocument,
  type TableCell,
} from "./4-evaluate/page-document.ts";
export { operations } from "./operations/index.ts";
export { formatDiagnostic } from "./diagnostics/diagnostic.ts";
export { withoutReset } from "./4-evaluate/resets.ts";
export { scopeOf } from "./4-evaluate/work.ts";
export {
  explainField,
  explainRule,
  type Explained,
  type Explanation,
  type Reason,
} from "./4-evaluate/explain.ts";
export {
  allShown,
  shownSteps,
  type ShownField,
  type ShownSection,
  type ShownStep,
} from "./4-evaluate/shown.ts";
