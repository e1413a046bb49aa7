import { createHash } from "node:crypto";
import type { CompiledScreen, Revision } from "../../schemas/engine/serve.ts";

/** The names of the calls that a flow or its program makes, wherever they stand. */
function callsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { call } = value as { call?: unknown };
  return [...(typeof call === "string" ? [call] : []), ...Object.values(value).flatMap(callsIn)];
}

/**
 * A new revision with the flows that could not be compiled as they were before, each with its program and its page. A
 * flow that was never published is left out.
 *
 * Undefined where one of them makes a call that is another one now: the brand has to stay as it was.
 */
export function keepFlows(
  revision: Revision,
  withheld: readonly string[],
  before: Revision | undefined,
): Revision | undefined {
  const kept = withheld.filter((id) => before && Object.hasOwn(before.public.flows, id));
  if (!before || kept.length === 0) return revision;
  const flows = { ...revision.public.flows };
  const programs = { ...revision.private.programs };
  for (const id of kept) {
    const [flow, program] = [before.public.flows[id]!, before.private.programs[id]!];
    const same = (call: string): boolean =>
      JSON.stringify(before.private.calls[call]) === JSON.stringify(revision.private.calls[call]);
    if (!callsIn([flow.data, program]).every(same)) return undefined;
    flows[id] = flow;
    programs[id] = program;
  }
  const screens = withPages(revision.public.brand.screens, before.public.brand.screens, kept);
  const open = { brand: { ...revision.public.brand, screens }, flows };
  const closed = { ...revision.private, programs };
  const hash = createHash("sha256")
    .update(JSON.stringify([revision.hash, open, closed]))
    .digest("hex")
    .slice(0, 24);
  return { ...revision, hash, public: open, private: closed };
}

/** The pages of flows that stay, where nothing else has come to their addresses. */
function withPages(
  screens: CompiledScreen[],
  before: CompiledScreen[],
  kept: readonly string[],
): CompiledScreen[] {
  const taken = new Set(screens.map(({ route }) => route));
  const back = before.filter(
    ({ flow, route }) => flow !== undefined && kept.includes(flow) && !taken.has(route),
  );
  return [...screens, ...back];
}
