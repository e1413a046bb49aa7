/** What a new flow starts with: small, whole, and made to be changed. */
import { printFile } from "../../schemas/engine/edit.ts";
import type { Sources } from "../../schemas/engine/all.ts";

export interface Starter {
  id: string;
  title: string;
  /** The brand of the examples. */
  brand: string;
  /** The day of the examples, `yyyy-mm-dd`. */
  today: string;
}

const flowOf = ({ id, title }: Starter): object => ({
  $schema: "../../language/flow.schema.json",
  flow: id,
  title,
  steps: {
    request: {
      title,
      body: "Cuéntanos qué necesitas. Los campos son obligatorios, salvo los que dicen «opcional».",
      sections: {
        person: {
          title: "Tus datos",
          fields: {
            name: { kind: "personName" },
            email: { kind: "email", hint: "Te enviaremos una copia de tu solicitud." },
            comment: { kind: "longText", label: "Comentario", required: false },
          },
        },
      },
      action: "Enviar",
      onContinue: [{ submit: { deliver: [{ mail: "receipt" }] } }, { go: "done" }],
    },
    done: {
      title: "Recibimos tu solicitud",
      slug: "listo",
      body: "Gracias, {request.name}. Te escribiremos a **{request.email}**.",
      ends: true,
    },
  },
  mails: {
    receipt: {
      to: { var: "request.email" },
      subject: "Recibimos tu solicitud {submission.number} · {brand.name}",
      body: "Hola {request.name}:\n\nEsto es lo que nos contaste:",
      answers: true,
    },
  },
});

const screenOf = ({ id, title }: Starter): object => ({
  $schema: "../language/screen.schema.json",
  screen: id,
  route: `/${id}`,
  title: `${title} · {brand.name}`,
  description: `${title}: cuéntale a {brand.name} qué necesitas y te responderá por correo.`,
  breadcrumbs: [{ label: "Inicio", to: "/" }, { label: title }],
  blocks: [{ block: "flow", flow: id }],
});

const exampleOf = ({ brand, today }: Starter, rest: object): object => ({
  $schema: "../../../language/example.schema.json",
  ...rest,
  brand,
  today,
});

/** The files of a new flow and its screen, by path. */
export function starterFiles(starter: Starter): Sources {
  const folder = `schemas/flows/${starter.id}`;
  const accepted = {
    ...exampleOf(starter, { describe: `${starter.title}: con los datos completos se puede enviar` }),
    answers: {
      "request.name": "María José",
      "request.email": "maria.jose@correo.cl",
      "request.comment": "Quiero saber más.",
    },
    expect: { steps: ["request", "done"], problems: {}, continues: true },
  };
  const refused = {
    ...exampleOf(starter, { describe: `${starter.title}: sin correo no se puede enviar` }),
    answers: { "request.name": "María José" },
    expect: { problems: { "request.email": "required" } },
  };
  return {
    [`${folder}/flow.json`]: printFile(flowOf(starter)),
    [`${folder}/examples/accepted.json`]: printFile(accepted),
    [`${folder}/examples/without-email.json`]: printFile(refused),
    [`schemas/screens/${starter.id}.json`]: printFile(screenOf(starter)),
  };
}
