/** The engine's whole door: whoever makes revisions of definitions, and tests. */
export * from "./serve.ts";
export { readSources, type ReadFile } from "./1-read/read.ts";
export { check, checkSources } from "./2-check/check.ts";
export { brandsOf, compileBrand } from "./3-compile/compile.ts";
export { compileStepForm, type StepForm } from "./3-compile/step-form/step-form.ts";
