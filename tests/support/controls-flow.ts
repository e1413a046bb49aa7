/** A flow that no brand has, with the controls that need a browser to be tried: long lists, rows in order, a file. */
import { withScreens } from "./brand-file.ts";

const flow = {
  $schema: "../../language/flow.schema.json",
  flow: "controls",
  title: "Controles",
  steps: {
    home: {
      title: "Controles",
      action: "Enviar",
      sections: {
        all: {
          fields: {
            country: { kind: "nationality" },
            region: { kind: "region", required: false },
            commune: { kind: "commune", with: { region: { var: "home.region" } }, required: false },
            service: {
              kind: "choice",
              label: "¿Qué necesitas?",
              widget: "cards",
              required: false,
              options: {
                list: [
                  { value: "repair", label: "Reparar", description: "En el taller.", icon: "wrench" },
                  { value: "paint", label: "Pintar", icon: "paint" },
                  { value: "sell", label: "Vender", icon: "car" },
                ],
              },
            },
            owes: { kind: "yesNo", label: "¿Tiene deuda?", required: false },
            bank: {
              kind: "choice",
              label: "Banco",
              widget: "radio",
              required: false,
              enabledWhen: { "==": [{ var: "home.owes" }, "yes"] },
              options: { list: [{ value: "coast", label: "Banco de la Costa" }] },
            },
            stops: {
              kind: "list",
              label: "Paradas",
              ordered: true,
              required: false,
              max: 4,
              row: "Parada {number}",
              add: "Agregar parada",
              fields: { name: { kind: "text", label: "Lugar" } },
            },
            paper: { kind: "file", label: "Papel", required: false, accepts: ["pdf", "jpg"], maxSize: 1 },
            agree: {
              kind: "consent",
              label: "Términos",
              text: "Acepto los [términos](/contacto).",
              required: false,
            },
          },
        },
      },
      onContinue: [{ submit: { deliver: [] } }, { go: "thanks" }],
    },
    thanks: { title: "Gracias", ends: true },
  },
};

const screen = {
  $schema: "../language/screen.schema.json",
  screen: "controls",
  route: "/controles",
  title: "Controles",
  description: "Una página de prueba.",
  blocks: [{ block: "flow", flow: "controls" }],
};

/** The files to write over a copy of the definitions, with the flow at `/controles` of a brand. */
export function controlsFiles(brand: string): Record<string, string> {
  const files: Record<string, unknown> = {
    [`brands/${brand}/brand.json`]: JSON.parse(withScreens(brand, "controls")),
    "schemas/flows/controls/flow.json": flow,
    "schemas/screens/controls.json": screen,
  };
  return Object.fromEntries(
    Object.entries(files).map(([file, value]) => [file, `${JSON.stringify(value, null, 2)}\n`]),
  );
}
