/** In which order test files begin: a long one that begins last is waited for while the other processors do nothing. */
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Those that take longer than their size says, by which they are ordered where nothing is known of a run before. */
export const slowFiles = [
  "engine/conformance-mutants",
  "engine/conformance-patterns",
  "tools/clean-start",
  "tools/guide",
  "tools/authors-new-brand",
  "server/live-files",
  "faults/outages",
  "faults/machine",
  "faults/submissions",
  "faults/naughty",
  "browser/gallery",
  "browser/forms",
  "browser/content-pages",
  "browser/examples",
  "browser/pages",
  "browser/page-data",
  "browser/layout",
  "browser/kill",
  "browser/live-files",
  "browser/firefox",
  "browser/vehicle-kinds",
  "browser/simulators",
  "browser/account",
  "browser/catalogue-filters",
].map((name) => `tests/${name}.test.ts`);

const isSlow = ({ moduleId }: TestSpecification): boolean =>
  slowFiles.some((file) => moduleId.endsWith(`/${file}`));

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- of a sequencer, not of a list
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
