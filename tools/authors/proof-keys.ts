/** By what it is known that an example was proven before: hashes of all that it is tried with, each made once. */
import { createHash } from "node:crypto";
import { writtenId, type CompiledFlow, type Revision } from "../../schemas/engine/all.ts";
import type { Example } from "./examples.ts";

const hashOf = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** Of something as JSON; the same thing is written once. */
function hashesOf<T extends object>(written: (one: T) => unknown): (one: T) => string {
  const known = new WeakMap<T, string>();
  return (one) => {
    const hash = known.get(one) ?? hashOf(JSON.stringify(written(one)));
    known.set(one, hash);
    return hash;
  };
}

const flowHash = hashesOf((flow: CompiledFlow) => flow);

/** What the programs of a brand read besides their flows. */
const aroundPrograms = hashesOf(({ public: { brand }, private: own }: Revision) => [
  own.calls,
  own.events,
  own.facts,
  brand.screens,
]);

/** What all pages of a brand read. */
const aroundPages = hashesOf(({ public: { brand }, private: own }: Revision) => [
  brand,
  own.calls,
  own.facts,
]);

/** Of an example of a flow, whose file's text is given. */
export function flowProof(flow: CompiledFlow, revision: Revision, example: Example, text: string): string {
  if (!example.program) return hashOf(flowHash(flow), text);
  const program = JSON.stringify(revision.private.programs[flow.flow] ?? null);
  return hashOf(flowHash(flow), program, aroundPrograms(revision), text);
}

/** Of an example of a page: what its brand has in common, and its screen's own flows. Never a program. */
export function pageProof(revision: Revision, screen: string, text: string): string {
  const { brand, flows } = revision.public;
  const own = JSON.stringify(brand.screens.filter((one) => writtenId(one.screen) === screen));
  const shown = Object.entries(flows).filter(([id]) => own.includes(`"flow":"${id}"`));
  return hashOf(aroundPages(revision), ...shown.flatMap(([id, flow]) => [id, flowHash(flow)]), text);
}
