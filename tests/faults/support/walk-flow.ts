/** A form of three steps that is edited while somebody is in the middle of it, and the edits. */

interface Field {
  kind: string;
  label: string;
  required?: boolean;
  schema?: Record<string, unknown>;
  options?: { list: { value: string; label: string }[] };
  visibleWhen?: unknown;
}

interface Step {
  title: string;
  body?: string;
  ends?: true;
  sections?: Record<string, { title: string; fields: Record<string, Field> }>;
  onContinue?: Record<string, unknown>[];
}

export interface WalkFlow {
  flow: string;
  title: string;
  steps: Record<string, Step>;
}

export const flowFile = "schemas/flows/walk/flow.json";
export const asked = ["one", "two", "three"];

const note: Field = { kind: "longText", label: "Nota", required: false };

const step = (title: string, onContinue: Record<string, unknown>[]): Step => ({
  title,
  sections: {
    all: {
      title,
      fields: {
        name: { kind: "text", label: "Nombre", schema: { maxLength: 60 } },
        colour: {
          kind: "choice",
          label: "Color",
          options: {
            list: [
              { value: "red", label: "Rojo" },
              { value: "green", label: "Verde" },
            ],
          },
        },
        note: { ...note },
      },
    },
  },
  onContinue,
});

export const walkFlow = (): WalkFlow => ({
  flow: "walk",
  title: "Recorrido",
  steps: {
    one: step("Uno", [{ go: "two" }]),
    two: step("Dos", [{ go: "three" }]),
    three: step("Tres", [{ submit: { deliver: [] } }, { go: "end" }]),
    end: { title: "Listo", body: "Gracias.", ends: true },
  },
});

/** Everything that an author may do to a step that somebody is about to answer, or has answered. */
export const edits: Record<string, (flow: WalkFlow, id: string, index: number) => void> = {
  "a label is changed": (flow, id, index) => {
    fieldsOf(flow, id)["name"]!.label = `Nombre ${index}`;
  },
  "a text may be shorter only": (flow, id) => {
    fieldsOf(flow, id)["name"]!.schema = { maxLength: 1 };
  },
  "a required question is added": (flow, id, index) => {
    fieldsOf(flow, id)[`added${index}`] = { kind: "text", label: `Pregunta ${index}` };
  },
  "a question is removed": (flow, id) => {
    delete fieldsOf(flow, id)["note"];
  },
  "the chosen option is removed": (flow, id) => {
    // The other one stays: a rule may ask for it.
    fieldsOf(flow, id)["colour"]!.options = {
      list: [
        { value: "green", label: "Verde" },
        { value: "blue", label: "Azul" },
      ],
    };
  },
  "a question is asked of some only": (flow, id) => {
    const rule = { "==": [{ var: `${nowOf(flow, id)}.colour` }, "green"] };
    fieldsOf(flow, id)["note"] = { ...note, visibleWhen: rule };
  },
  "another kind of answer is asked for": (flow, id) => {
    fieldsOf(flow, id)["name"] = { kind: "email", label: "Correo" };
  },
  "nothing is submitted any more": (flow) => {
    flow.steps[nowOf(flow, "three")]!.onContinue = [{ go: "end" }];
  },
  "the steps change places": (flow) => {
    const { one, two, three, end } = flow.steps;
    if (!one || !two || !three) return;
    flow.steps = {
      two: { ...two, onContinue: [{ go: "one" }] },
      one: { ...one, onContinue: [{ go: "three" }] },
      three,
      end: end!,
    };
  },
  "the form is another one": (flow, _id, index) => {
    flow.steps = {
      [`only${index}`]: { ...step("Único", [{ submit: { deliver: [] } }, { go: "end" }]) },
      end: flow.steps["end"]!,
    };
  },
};

/** A step's id, or that of the first one, where that step is gone. */
const nowOf = ({ steps }: WalkFlow, id: string): string => (steps[id] ? id : Object.keys(steps)[0]!);

const fieldsOf = (flow: WalkFlow, id: string): Record<string, Field> =>
  flow.steps[nowOf(flow, id)]!.sections!["all"]!.fields;

/** The files beside the project's: the form and its page in one brand, by path. */
export function walkFiles(brand: string): Record<string, string> {
  const definition = JSON.parse(brand) as { screens: string[] };
  const screen = {
    screen: "walk",
    route: "/recorrido",
    title: "Recorrido",
    description: "Una página de prueba.",
    blocks: [{ block: "flow", flow: "walk" }],
  };
  return {
    [flowFile]: JSON.stringify(walkFlow(), null, 2),
    "schemas/screens/walk.json": JSON.stringify(screen, null, 2),
    "brands/SI/brand.json": JSON.stringify(
      { ...definition, screens: [...definition.screens, "walk"] },
      null,
      2,
    ),
  };
}
