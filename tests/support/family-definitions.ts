/** A flow that no brand has, for tests of what a page can do: a look-up, rows, groups, a file, a dialog, its answers in the address. */
import { withScreens } from "./brand-file.ts";

const flow = {
  $schema: "../../language/flow.schema.json",
  flow: "family",
  title: "Familia",
  parameters: { relation: { description: "Qué es de quien pidió este formulario." } },
  data: {
    car: {
      call: "cars.byPlate",
      on: "press",
      with: { plate: { var: "home.plate" } },
      fills: { "home.model": { var: "data.car.value.model" } },
    },
  },
  dialogs: {
    sure: {
      title: "¿Está todo bien, {home.owner}?",
      body: "Después no se puede cambiar.",
      buttons: {
        yes: { label: "Sí, enviar", onPress: [{ resume: true }] },
        no: { label: "No, revisar", onPress: [{ clear: ["home.model"] }] },
      },
    },
  },
  steps: {
    home: {
      title: "Tu familia",
      action: "Enviar",
      sections: {
        car: {
          title: "Tu auto",
          fields: {
            owner: { kind: "text", label: "Dueño", personal: false },
            plate: { kind: "plateLoose", label: "Patente", required: false, looksUp: "car" },
            model: { kind: "text", label: "Modelo", required: false },
            price: {
              kind: "priceCard",
              label: "Precio estimado",
              visibleWhen: { "==": [{ var: "data.car.status" }, "ready"] },
              items: { price: { label: "Precio de {home.owner}", text: "{data.car.value.price:money}" } },
            },
          },
        },
        people: {
          title: "Personas",
          fields: {
            relatives: {
              kind: "list",
              label: "Familiares",
              min: 1,
              max: 3,
              row: "Familiar {number}",
              add: "Agregar familiar",
              fields: {
                name: { kind: "text", label: "Nombre" },
                abroad: { kind: "yesNo", label: "¿Vive en el extranjero?" },
                place: {
                  kind: "group",
                  label: "Dónde vive",
                  visibleWhen: { "==": [{ var: "row.abroad" }, "yes"] },
                  fields: { country: { kind: "text", label: "País de {row.name}" } },
                },
              },
            },
            paper: { kind: "file", label: "Documento", required: false, accepts: ["pdf"], maxSize: 1 },
          },
        },
      },
      onContinue: [
        { dialog: "sure", when: { "!!": { var: "home.owner" } } },
        { submit: { deliver: [] } },
        {
          begin: "family",
          when: { "==": [{ var: "home.model" }, "Doble"] },
          with: { relation: "pareja" },
          answers: { "home.owner": "pareja" },
        },
        { go: "thanks" },
      ],
    },
    thanks: { title: "Gracias", ends: true },
  },
};

const service = {
  $schema: "../language/service.schema.json",
  service: "cars",
  calls: {
    byPlate: {
      method: "GET",
      path: "cars/by-plate",
      input: { plate: { type: "string", maxLength: 10 } },
      query: { plate: { var: "input.plate" } },
      answer: { type: "object" },
      value: { if: [{ "!!": { var: "answer.model" } }, { var: "answer" }, null] },
      timeout: 5000,
    },
  },
};

const screen = {
  $schema: "../language/screen.schema.json",
  screen: "family",
  route: "/familia",
  title: "Familia",
  description: "Una página de prueba.",
  blocks: [{ block: "flow", flow: "family", answers: { "home.owner": { from: "nombre" } } }],
};

/** The files to write over a copy of the definitions, with the flow at `/familia` of a brand. */
export function familyFiles(brand: string): Record<string, string> {
  const files: Record<string, unknown> = {
    [`brands/${brand}/brand.json`]: JSON.parse(withScreens(brand, "family")),
    "schemas/flows/family/flow.json": flow,
    "schemas/services/cars.json": service,
    "schemas/screens/family.json": screen,
  };
  return Object.fromEntries(
    Object.entries(files).map(([file, value]) => [file, `${JSON.stringify(value, null, 2)}\n`]),
  );
}
