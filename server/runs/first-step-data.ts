/** What the first step of a form offers, for whoever has not begun: drawn with it, it moves nothing when it comes. */
import {
  evaluate,
  type Answer,
  type CompiledFlow,
  type DataState,
  type Prepared,
  type Revision,
} from "../../schemas/engine/serve.ts";
import type { Services } from "../services/services.ts";
import { maxLookUpMs, noneIfRefused, stateOf } from "./data.ts";
import { inTime } from "./in-time.ts";

export interface FirstStepRequest {
  revision: Revision;
  prepared: Prepared;
  /** `yyyy-mm-dd` in the brand's time zone. */
  today: string;
  /** Milliseconds that are waited for it. What takes longer, the browser asks for. */
  within: number;
}

export interface FirstStepData {
  data: Record<string, DataState>;
  /** Whether all of it was there in time. */
  isComplete: boolean;
}

/** Asks for the options of a form's first step that hang on no answer and are the same for everybody. */
export async function firstStepData(
  services: Pick<Services, "call">,
  { revision, prepared, today, within }: FirstStepRequest,
): Promise<FirstStepData> {
  const { flow } = prepared;
  const names = offeredAtFirst(flow).filter((name) => !revision.private.calls[flow.data[name]!.call]?.person);
  if (names.length === 0) return { data: {}, isComplete: true };
  const { inputs } = evaluate(prepared, {}, { today, data: {}, results: {} });
  const asked = names.flatMap((name) => (inputs[name] ? [{ name, inputs: inputs[name] }] : []));
  const ask = async (name: string, given: Record<string, Answer>): Promise<[string, DataState][]> => {
    const look = stateOf(services, revision, { flow: flow.flow }, name, given, { within: maxLookUpMs });
    const state = await inTime(look.catch(noneIfRefused), within);
    // What failed, the browser asks for once more, and says so.
    return state && state.status !== "failed" ? [[name, state]] : [];
  };
  const given = await Promise.all(asked.map(({ name, inputs: of }) => ask(name, of)));
  const data = Object.fromEntries(given.flat());
  return { data, isComplete: asked.every(({ name }) => Object.hasOwn(data, name)) };
}

/** The queries that the first step's fields offer options of. What fills answers in is the browser's: it knows which there are. */
function offeredAtFirst({ data, fields, steps: [first] }: CompiledFlow): string[] {
  const offered = Object.values(fields).flatMap(({ path, options }) =>
    options && "data" in options && path.startsWith(`${first!.id}.`) ? [options.data] : [],
  );
  return [...new Set(offered)].filter((name) => {
    const { on, page, fills } = data[name]!;
    return on !== "press" && !page && !fills;
  });
}
