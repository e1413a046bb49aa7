import {
  compileBrand,
  readSources,
  type Answers,
  type CompiledBrand,
  type CompiledFlow,
  type Option,
  type Sources,
} from "../../schemas/engine/all.ts";
import type { WidgetExample, WidgetFile } from "./files.ts";

/** Examples of a widget as one form, and what it is mounted with. */
export interface GalleryForm {
  /** Names it among all. */
  id: string;
  brand: CompiledBrand;
  flow: CompiledFlow;
  /** The same day for ever, so that what is late stays late. */
  today: string;
  answers: Answers;
  touched: string[];
  data: Record<string, { status: string; options: Option[]; value?: unknown }>;
  examples: (WidgetExample & { path: string })[];
}

const today = "2026-11-20";
const service = {
  service: "gallery",
  calls: {
    options: {
      method: "GET",
      path: "options",
      answer: { type: "array" },
      options: { value: "value", label: "label" },
      timeout: 1000,
    },
  },
};

interface Drafted {
  id: string;
  widget: string;
  flow: Record<string, unknown>;
  examples: GalleryForm["examples"];
  first: Answers;
}

/** The forms of all widgets in the look of one brand. @throws {Error} where an example is no field of a flow. */
export function galleryForms(
  sources: Sources,
  brand: string,
  files: WidgetFile[],
): Map<string, GalleryForm[]> {
  const drafted = files.flatMap(draft);
  const added: Record<string, unknown> = { "schemas/services/gallery.json": service };
  for (const { id, flow } of drafted) {
    added[`schemas/flows/${id}/flow.json`] = flow;
    added[`schemas/screens/${id}.json`] = {
      screen: id,
      route: `/${id}`,
      title: id,
      blocks: [{ block: "flow", flow: id }],
    };
  }
  const brandFile = `brands/${brand}/brand.json`;
  const known = readSources(sources).files[brandFile];
  if (!known) throw new Error(`there is no brand "${brand}"`);
  const { screens } = known.value as { screens: string[] };
  const own = JSON.parse(known.text) as object;
  added[brandFile] = { ...own, screens: [...screens, ...drafted.map(({ id }) => id)] };
  const texts = Object.fromEntries(
    Object.entries(added).map(([path, value]) => [path, JSON.stringify(value)]),
  );
  const revision = compileBrand(readSources({ ...sources, ...texts }).files, brand);
  const forms = drafted.map((one) => formOf(one, revision.public.brand, revision.public.flows[one.id]!));
  return new Map(
    files.map(({ widget }) => [widget, forms.filter((_, index) => drafted[index]!.widget === widget)]),
  );
}

/** The fields in one form, each in a section of its own; every whole step in another. */
function draft({ widget, describe, before, examples }: WidgetFile): Drafted[] {
  const fields = examples.filter(({ field }) => field !== undefined);
  const steps = examples.filter(({ step }) => step !== undefined);
  const name = `gallery-${widget.toLowerCase()}`;
  const end = { title: "Listo", body: "Esto es lo que se ve al final.", ends: true };
  const asking = { action: "Continuar", onContinue: [{ submit: { deliver: [] } }, { go: "end" }] };
  const first = before && {
    before: { title: describe, action: "Continuar", sections: { only: { fields: before.fields } } },
  };
  const flowOf = (id: string, all: Record<string, unknown>, data: object = {}): Record<string, unknown> => ({
    flow: id,
    title: describe,
    data,
    steps: { ...first, all: { title: describe, slug: "ejemplos", ...all, ...asking }, end },
  });
  const drafted: Drafted[] = [];
  if (fields.length > 0) {
    const placed = fields.map((example, index) => place(example, `e${index + 1}`));
    const data = Object.fromEntries(
      placed.filter(({ example }) => example.data).map(({ id }) => [`${id}Options`, load]),
    );
    const sections = Object.fromEntries(placed.map(({ id, section }) => [id, section]));
    drafted.push({
      id: name,
      widget,
      flow: flowOf(name, { sections }, data),
      examples: placed.map(({ id, example }) => ({ ...example, path: `all.${id}` })),
      first: before?.answers ?? {},
    });
  }
  return steps.reduce((all, example, index) => {
    const id = `${name}-${index + 1}`;
    const flow = flowOf(id, { title: example.describe, ...example.step });
    return [...all, { id, widget, flow, examples: [{ ...example, path: "all.form" }], first: {} }];
  }, drafted);
}

const load = { call: "gallery.options", on: "load" };

/** An example in a section of its own, with what it reads put in its place. */
function place(example: WidgetExample, id: string) {
  const text = JSON.stringify(example.field);
  const waits = text.includes('"var":"before"');
  const field = JSON.parse(
    text
      .replaceAll('"var":"before"', `"var":"all.${id}Before"`)
      .replaceAll('"data":"options"', `"data":"${id}Options"`),
  ) as unknown;
  const before = { [`${id}Before`]: { kind: "text", label: "Lo anterior", required: false } };
  return {
    id,
    example,
    section: { title: example.describe, fields: { ...(waits ? before : {}), [id]: field } },
  };
}

function formOf({ id, examples, first }: Drafted, brand: CompiledBrand, flow: CompiledFlow): GalleryForm {
  const answers: Answers = { ...first };
  for (const { path, answer, answers: inner = {} } of examples) {
    if (answer !== undefined) answers[path] = answer;
    for (const [under, value] of Object.entries(inner)) answers[`${path}.${under}`] = value;
  }
  return {
    id,
    brand,
    flow,
    today,
    answers,
    touched: examples.filter(({ touched }) => touched).map(({ path }) => path),
    data: Object.fromEntries(
      examples.flatMap(({ path, data }) =>
        data ? [[`${path.slice("all.".length)}Options`, { options: [], ...data }]] : [],
      ),
    ),
    examples,
  };
}
