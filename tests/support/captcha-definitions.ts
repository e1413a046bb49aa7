/** Flows that no brand has, for tests of captchas: one question, one call, and a dialog. */
import { withScreens } from "./brand-file.ts";

/** What holds where nobody can say whether it is a person. */
export const policies = ["refuse", "accept"] as const;

const flow = (id: string, unanswered: string) => ({
  $schema: "../../language/flow.schema.json",
  flow: id,
  title: "Sugerencia",
  captcha: { unanswered },
  steps: {
    idea: {
      title: "¿Qué sugieres?",
      sections: { only: { fields: { text: { kind: "text", label: "Tu sugerencia" } } } },
      onContinue: [
        { dialog: "sure", when: { "==": [{ var: "idea.text" }, "Nada"] } },
        { submit: { deliver: [] } },
        {
          call: "ideas.send",
          as: "sent",
          with: { text: { var: "idea.text" } },
          onFailure: [{ redirect: "/306" }],
        },
        { go: "thanks" },
      ],
    },
    thanks: { title: "Gracias", slug: "gracias", ends: true },
  },
  dialogs: {
    sure: {
      title: "¿Nada?",
      buttons: { send: { label: "Nada", onPress: [{ resume: true }] } },
    },
  },
});

const service = {
  $schema: "../language/service.schema.json",
  service: "ideas",
  calls: {
    send: {
      method: "POST",
      path: "ideas",
      input: { text: { type: "string", maxLength: 200 } },
      body: { var: "input" },
      timeout: 5000,
    },
  },
};

const screen = (id: string) => ({
  $schema: "../language/screen.schema.json",
  screen: id,
  route: `/${id}`,
  title: "Sugerencia",
  description: "Una página de prueba.",
  blocks: [{ block: "flow", flow: id }],
});

/** A page without a form, with a way to one. */
const around = {
  $schema: "../language/screen.schema.json",
  screen: "ideas",
  route: "/ideas",
  title: "Sugerencias",
  description: "Una página de prueba.",
  blocks: [{ block: "hero", title: "Sugerencias", action: { label: "Escribir una", to: "/idea-refuse" } }],
};

/**
 * The files to write over a copy of the definitions: the form at `/idea-refuse` and at `/idea-accept` of a brand, and a
 * page without one at `/ideas`.
 */
export function captchaFiles(brand: string): Record<string, string> {
  const ids = policies.map((policy) => `idea-${policy}`);
  const files: Record<string, unknown> = {
    [`brands/${brand}/brand.json`]: JSON.parse(withScreens(brand, "ideas", ...ids)),
    "schemas/services/ideas.json": service,
    "schemas/screens/ideas.json": around,
  };
  for (const [index, id] of ids.entries()) {
    files[`schemas/flows/${id}/flow.json`] = flow(id, policies[index]!);
    files[`schemas/screens/${id}.json`] = screen(id);
  }
  return Object.fromEntries(
    Object.entries(files).map(([file, value]) => [file, `${JSON.stringify(value, null, 2)}\n`]),
  );
}
