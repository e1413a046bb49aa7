/** What the commands say that keep, hold and erase. */
import type { Erasure, ErasurePlan, HoldOutcome } from "../../server/evidence/erase.ts";
import type { RetainedFlow } from "../../server/evidence/retention.ts";
import type { Consent } from "../../server/store/evidence.ts";
import type { PlacedChoice } from "../../server/operators/keep.ts";
import { plural } from "../authors/project.ts";
import { moment } from "./evidence/submission-words.ts";

export function consentText(consents: Consent[]): string {
  if (consents.length === 0) return "No hay consentimientos.";
  return consents
    .flatMap(({ path, purpose, text, given_at, revoked_at }) => [
      `${path}  ${revoked_at === null ? "vigente" : `revocado ${moment(revoked_at)}`}, dado ${moment(given_at)}`,
      `  ${purpose ?? "(borrado)"}${text === null ? "" : `: «${text.replaceAll("\n", " ")}»`}`,
    ])
    .join("\n");
}

/** What somebody allowed a brand's pages to load of others: each choice, its place, and what was read before it. */
export function siteConsentText(choices: PlacedChoice[]): string {
  if (choices.length === 0) return "No hay elecciones con ese código.";
  return choices
    .flatMap(({ at, brand, title, given, revision, text, position }) => [
      `${moment(at)}  ${brand}  ${title}: ${given === 1 ? "permitido" : "no permitido"} (revisión ${revision}; ${placeText(position)})`,
      `  «${text.replaceAll("\n", " ")}»`,
    ])
    .join("\n");
}

const placeText = (position: PlacedChoice["position"]): string => {
  if (position === undefined) return "no está en el registro";
  return position === null ? "espera su lugar en el registro" : `n.º ${position} del registro`;
};

const holds: Record<"hold" | "release", Record<HoldOutcome, string>> = {
  hold: {
    done: "queda retenida: nada de ella se borra.",
    already: "ya estaba retenida.",
    erased: "ya se borró: no hay nada que retener.",
  },
  release: {
    done: "ya no está retenida.",
    already: "no estaba retenida.",
    erased: "ya se borró.",
  },
};

export const holdText = (number: string, kind: "hold" | "release", outcome: HoldOutcome): string =>
  `${number}: ${holds[kind][outcome]}`;

const namesIn = ({ run, owner, submissions }: ErasurePlan): string =>
  submissions.length === 0
    ? `${run} (${owner ? `${owner.brand}, ${owner.flow}, sin enviar` : "no existe"})`
    : submissions.map(({ number, brand, flow }) => `${number} (${brand}, ${flow})`).join(", ");

const obstacles = ({ holds: held, atWork, done, owner }: ErasurePlan): string[] => [
  ...held.map(({ submission, reason, at }) => `Retenida desde ${moment(at)}: ${submission}: ${reason}`),
  ...(atWork ? ["Hay un envío o una entrega en curso: intenta de nuevo en unos minutos."] : []),
  ...(done ? [owner ? "Ya se borró." : "Se borró, o nunca existió."] : []),
];

/** What others have of it stays with them: who asked for the erasure is told whom else to ask, or they are asked for them. */
const toldLines = ({ holdings: { told } }: ErasurePlan): string[] =>
  told.length === 0 ? [] : [`Lo recibieron además, y ahí no se borra: ${told.join(", ")}.`];

const heldLines = ({ holdings }: ErasurePlan): string[] => {
  const { answers, consents, deliveries, undelivered, attempts, calls, files, lines } = holdings;
  const sent = undelivered === 0 ? "" : `, ${undelivered} sin entregar`;
  return [
    plural(answers, "respuesta, con sus palabras y documentos", "respuestas, con sus palabras y documentos"),
    `el texto de ${plural(consents, "consentimiento", "consentimientos")}`,
    `${plural(deliveries, "entrega con lo que lleva", "entregas con lo que llevan")}${sent}`,
    `${plural(attempts, "intento", "intentos")} y ${plural(calls, "llamada", "llamadas")} con sus resultados`,
    plural(files, "archivo subido", "archivos subidos"),
    ...(lines === 0
      ? []
      : [`lo que dio a ${plural(lines, "formulario encadenado", "formularios encadenados")}`]),
  ];
};

/** What would go, and what stands in the way. */
export const planText = (plan: ErasurePlan): string =>
  [
    `Se borraría, sin poder deshacerse, de ${namesIn(plan)}:`,
    ...heldLines(plan).map((line) => `  ${line}`),
    plan.submissions.length === 0
      ? "No quedaría nada."
      : "Quedarían el número, las fechas, el formulario, la revisión y el registro de pruebas.",
    ...toldLines(plan),
    ...(obstacles(plan).length === 0
      ? []
      : ["Pero ahora no se puede:", ...obstacles(plan).map((line) => `  ${line}`)]),
    "No se cambió nada.",
  ].join("\n");

export const erasureText = (erasure: Erasure): string =>
  erasure.outcome === "erased"
    ? [
        `Se borró de ${namesIn(erasure.plan)}:`,
        ...heldLines(erasure.plan).map((line) => `  ${line}`),
        ...toldLines(erasure.plan),
      ].join("\n")
    : [
        `No se borró nada de ${namesIn(erasure.plan)}:`,
        ...obstacles(erasure.plan).map((line) => `  ${line}`),
      ].join("\n");

type Planned = { kept: RetainedFlow; plans: ErasurePlan[] } | { kept: RetainedFlow; erasures: Erasure[] };

const outcomes: Record<Erasure["outcome"], string> = {
  erased: "borrada",
  held: "retenida: no se borra",
  "at-work": "en curso: se borrará la próxima vez",
  done: "ya estaba borrada",
};

const planned = (plan: ErasurePlan): string =>
  plan.holds.length > 0 ? outcomes.held : plan.atWork ? outcomes["at-work"] : "se borraría";

/** A line for each flow of which something is kept, and one for each that is past its time. */
export function retentionText(all: Planned[]): string {
  if (all.length === 0) return "No hay nada guardado.";
  const lines = all.flatMap((one) => {
    const { brand, flow, years, before } = one.kept;
    const found =
      "plans" in one
        ? one.plans.map((plan) => `  ${namesIn(plan)}: ${planned(plan)}`)
        : one.erasures.map(({ plan, outcome }) => `  ${namesIn(plan)}: ${outcomes[outcome]}`);
    const head = `${brand} ${flow}: ${plural(years, "año", "años")}, desde el ${before.slice(0, 10)}`;
    return [found.length === 0 ? `${head}. Nada pasó su plazo.` : `${head}.`, ...found];
  });
  return [...lines, ...(all.some((one) => "plans" in one) ? ["No se cambió nada."] : [])].join("\n");
}
