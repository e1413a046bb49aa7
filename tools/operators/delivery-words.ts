/** How deliveries read on a terminal. */
import type { CallPayload } from "../../server/services/deliver-call.ts";
import type { MailContent } from "../../server/mail/content.ts";
import { mailContent, type QueuedMail } from "../../server/mail/transport.ts";
import { indented, table, time } from "./words.ts";
import { isHandoff } from "../../server/handoffs/mail.ts";
import type { Delivery } from "../../server/store/deliveries.ts";
import type {
  DeliveryFailure,
  DeliveryState,
  ListedDelivery,
  Requeued,
} from "../../server/store/deliveries-operated.ts";

const states: Record<DeliveryState, string> = {
  dead: "sin entregar",
  queued: "en cola",
  leased: "en curso",
  delivered: "entregada",
};
const kinds: Record<Delivery["kind"], string> = { mail: "correo", call: "llamada" };

/** When it goes out next, or went out. */
const moment = ({
  state,
  next_at,
  delivered_at,
}: Pick<Delivery, "state" | "next_at" | "delivered_at">): string => {
  if (state === "delivered") return `entregada ${time(delivered_at!)}`;
  if (state === "queued") return `desde ${time(next_at)}`;
  return state === "leased" ? `hasta ${time(next_at)}` : "no se intenta más";
};

export function listText(deliveries: ListedDelivery[]): string {
  if (deliveries.length === 0) return "No hay entregas así.";
  const head = ["id", "estado", "marca", "tipo", "intentos", "creada", "cuándo"];
  const rows = deliveries.map((one) => [
    one.id,
    states[one.state],
    one.brand,
    kinds[one.kind],
    String(one.attempts),
    time(one.created_at),
    moment(one),
  ]);
  return table([head, ...rows]);
}

function contentOf(mail: QueuedMail): Pick<MailContent, "subject" | "text"> {
  try {
    return mailContent(mail);
  } catch (error) {
    return { subject: "no se puede escribir", text: (error as Error).message };
  }
}

function mailText(mail: QueuedMail): string[] {
  const { to, from, replyTo, documents = [] } = mail;
  const { subject, text } = contentOf(mail);
  return [
    `Para:       ${to}`,
    `De:         ${from.name} <${from.address}>`,
    ...(replyTo === undefined ? [] : [`Responder a: ${replyTo}`]),
    `Asunto:     ${subject}`,
    ...documents.map(({ name, format }) => `Adjunto:    ${name}.${format === "pdf" ? "pdf" : "xlsx"}`),
    "Texto:",
    indented(text),
  ];
}

const callText = ({ call, input, revision }: CallPayload): string[] => [
  `Llamada:    ${call}`,
  `Revisión:   ${revision ?? "la vigente"}`,
  "Datos:",
  indented(JSON.stringify(input, null, 2)),
];

export function deliveryText(delivery: Delivery, failures: DeliveryFailure[]): string {
  const { id, state, brand, kind, submission, attempts, created_at, payload } = delivery;
  const held: unknown = JSON.parse(payload);
  return [
    `Entrega:    ${id}`,
    `Estado:     ${states[state]} (${moment(delivery)})`,
    `Marca:      ${brand}`,
    `Tipo:       ${kinds[kind]}`,
    `Solicitud:  ${submission ?? "ninguna"}`,
    `Creada:     ${time(created_at)}`,
    `Intentos:   ${attempts}`,
    ...(failures.length > 0 ? ["Fallas:"] : []),
    ...failures.map(({ failed_at, attempt, error }) =>
      indented(`${time(failed_at)}  n.º ${attempt}  ${error}`),
    ),
    ...(isHandoff(held)
      ? [
          `Para:       ${held.to}`,
          "Texto:      se escribe al salir: lleva un enlace y un código que aquí no se guardan",
        ]
      : kind === "mail"
        ? mailText(held as QueuedMail)
        : callText(held as CallPayload)),
  ].join("\n");
}

const outcomes: Record<Requeued, string> = {
  queued: "en cola otra vez; el servidor la toma en unos segundos.",
  unknown: "no existe.",
  leased: "está en curso: no se puede repetir ahora.",
  delivered: "ya se entregó: no se repite.",
};

export const requeuedText = (id: string, outcome: Requeued): string => `${id}: ${outcomes[outcome]}`;
