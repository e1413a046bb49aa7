/** Which brands something is for: only they need the facts and words that it names. */
import { asText, isObject } from "../report/values.ts";
import { presetsOfField } from "./presets.ts";
import { brandsOf, type Flow, type Project, type Brand, type Kind } from "./project.ts";

/** The texts under a key, wherever in a definition it is. */
function namedIn(value: unknown, key: string, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const one of value) namedIn(one, key, found);
  else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      const text = name === key ? asText(one) : undefined;
      if (text === undefined) namedIn(one, key, found);
      else found.push(text);
    }
  }
  return found;
}

/** The calls that a definition names: each service asks for those of all. */
const callsOf = new WeakMap<object, string[]>();

function callsIn(one: { value: unknown }): string[] {
  const calls = callsOf.get(one) ?? namedIn(one.value, "call");
  callsOf.set(one, calls);
  return calls;
}

interface Reach {
  /** The brands whose pages lead to each flow: they show it, or a flow that begins it. */
  brands: Map<Flow, Set<Brand>>;
  /** The flows that ask with each kind. */
  asking: Map<Kind, Set<Flow>>;
}

const known = new WeakMap<Project, Reach>();

function reachOf(project: Project): Reach {
  const reach = known.get(project) ?? { brands: brandsByFlow(project), asking: flowsByKind(project) };
  known.set(project, reach);
  return reach;
}

function flowsByKind(project: Project): Map<Kind, Set<Flow>> {
  const asking = new Map<Kind, Set<Flow>>();
  for (const flow of new Set(project.flows.values())) {
    for (const field of flow.fields.values()) {
      const named = project.kinds.get(String(field.value.kind));
      for (const kind of [...(named ? [named] : []), ...presetsOfField(project, field)]) {
        asking.set(kind, (asking.get(kind) ?? new Set()).add(flow));
      }
    }
  }
  return asking;
}

function brandsByFlow(project: Project): Map<Flow, Set<Brand>> {
  const flows = [...new Set(project.flows.values())];
  const reach = new Map(flows.map((flow) => [flow, new Set(brandsOf(project, flow.id))]));
  const open = [...flows];
  for (const flow of open) {
    for (const id of namedIn(flow.value, "begin")) {
      const begun = project.flows.get(id);
      const brands = begun && reach.get(begun);
      const more = brands ? [...reach.get(flow)!].filter((brand) => !brands.has(brand)) : [];
      if (more.length === 0) continue;
      for (const brand of more) brands!.add(brand);
      open.push(begun!);
    }
  }
  return reach;
}

const brandsReaching = (project: Project, flows: Iterable<Flow>): Brand[] => {
  const { brands } = reachOf(project);
  const found = new Set([...flows].flatMap((flow) => [...(brands.get(flow) ?? [])]));
  return [...project.brands.values()].filter((brand) => found.has(brand));
};

/** The brands that ask with a kind; undefined where no flow does. */
export function usersOf(project: Project, kind: Kind): Brand[] | undefined {
  const asking = reachOf(project).asking.get(kind);
  return asking && brandsReaching(project, asking);
}

/** The brands whose pages can lead to a call of a service. */
export function callersOf(project: Project, service: string): Brand[] {
  const isOurs = (call: string): boolean => call.startsWith(`${service}.`);
  const calls = (one: { value: unknown }): boolean => callsIn(one).some(isOurs);
  if ([...project.kinds.values(), ...project.fragments.values()].some(calls)) {
    return [...project.brands.values()];
  }
  return brandsReaching(project, [...reachOf(project).brands.keys()].filter(calls));
}

/** What is told only of what somebody uses: it may be made for brands that are not here. */
const aboutBrands: ReadonlySet<string> = new Set([
  "unknown-fact",
  "unknown-placeholder",
  "unknown-term",
  "unknown-tree",
]);

/** The same project, for what no flow uses: that facts, words and options of it are not here is no mistake. */
export function withoutBrands(project: Project): Project {
  const { add } = project.report;
  const report: Project["report"] = {
    ...project.report,
    add: (file, at, code, ...rest) => {
      if (!aboutBrands.has(code)) add(file, at, code, ...rest);
    },
  };
  const judged = { ...project, report };
  known.set(judged, reachOf(project));
  return judged;
}
