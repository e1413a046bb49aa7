/** One submission with its proof, as it reads on a terminal. */
import { plainWords } from "../../../schemas/engine/all.ts";
import { dayIn, timeIn } from "../../../server/clock.ts";
import type { Proof } from "../../../server/operators/evidence.ts";
import type { LogProofs } from "../../../server/evidence/log-proofs.ts";
import { headText } from "../../../server/store/chain-head-log.ts";
import type { Consent, EvidenceEntry } from "../../../server/store/evidence.ts";
import type { SubmissionFacts } from "../../../server/store/submissions.ts";
import { plural } from "../../authors/project.ts";
import { comparedText, doubtWords, foundText } from "./found-words.ts";
import { shownText } from "./shown-words.ts";

const kinds: Record<EvidenceEntry["kind"], string> = {
  submission: "aceptada",
  consent: "consentimiento",
  revocation: "consentimiento revocado",
  hold: "retención puesta",
  release: "retención quitada",
  erasure: "borrada",
  "site-consent": "elección en el sitio",
};

const states: Record<SubmissionFacts["state"], string> = {
  pending: "en curso",
  accepted: "aceptada",
  failed: "no aceptada",
};

/** `2026-11-21 12:00:05 UTC`, and in the brand's time zone. */
export function moment(at: string, timeZone?: string): string {
  const utc = `${at.slice(0, 19).replace("T", " ")} UTC`;
  if (timeZone === undefined) return utc;
  const [year, month, day] = dayIn(timeZone, new Date(at)).split("-");
  return `${utc} (${day}/${month}/${year}, ${timeIn(timeZone, new Date(at))} en ${timeZone})`;
}

export function proofText(proof: Proof): string {
  const { submission, looked, consents, hold } = proof;
  const { brand, flow, number, id, revision, state, created_at, decided_at, erased_at } = submission;
  const open = looked?.revision.public;
  const zone = open?.brand.timeZone;
  const title = open?.flows[flow]?.title;
  const engine = (name: string, hash: string | undefined): string[] =>
    hash === undefined ? [] : [`${name}${hash.slice(0, 16)}`];
  return [
    `Solicitud:     ${number}${number === id ? "" : ` (${id})`}`,
    `Marca:         ${open ? `${open.brand.name} (${brand})` : brand}`,
    `Formulario:    ${flow}${title === undefined ? "" : `, «${plainWords(title)}»`}`,
    `Revisión:      ${revision}`,
    ...engine("Motor:         compilada por ", looked?.compiledBy),
    ...engine("               evaluada por ", looked?.evaluatedBy),
    `Enviada:       ${moment(created_at, zone)}`,
    `Estado:        ${states[state]}${decided_at === null ? "" : `, ${moment(decided_at, zone)}`}`,
    ...(hold ? [`Retenida:      desde ${moment(hold.at, zone)}: ${hold.reason}`] : []),
    ...(erased_at === null ? [] : [`Borrada:       ${moment(erased_at, zone)}`]),
    "",
    ...contentLines(proof),
    "",
    "Consentimientos",
    ...(consents.length === 0 ? ["  Ninguno guardado."] : consents.flatMap((one) => consentLines(one, zone))),
    "",
    "Prueba",
    ...proofLines(proof),
  ].join("\n");
}

function contentLines({ looked, submission, stored }: Proof): string[] {
  if (submission.erased_at !== null) return ["Lo que se preguntó y respondió se borró."];
  if (!stored) return ["✗ Lo guardado está dañado: no se puede mostrar lo que se preguntó y respondió."];
  if (!looked)
    return ["✗ Las definiciones con que se respondió no están: no se puede mostrar lo que se preguntó."];
  return [
    "Lo que se mostró, en su orden, y lo que se respondió",
    ...looked.doubts.map((doubt) => `! ${doubtWords[doubt]}`),
    "",
    shownText(looked.steps),
  ];
}

function consentLines(
  { path, purpose, text, wording, revision, channel, given_at, revoked_at }: Consent,
  zone: string | undefined,
): string[] {
  return [
    `  ${purpose ?? "(borrado)"} [${path}]`,
    ...(text === null ? [] : [`    «${text.replaceAll("\n", " ")}»`]),
    `    dado ${moment(given_at, zone)}, por ${channel}; texto ${wording}, revisión ${revision}`,
    ...(revoked_at === null ? [] : [`    revocado ${moment(revoked_at, zone)}`]),
  ];
}

/** Why somebody did it, where an entry says so. */
function reasonIn(detail: string): string {
  try {
    const { by, years, reason } = JSON.parse(detail) as Record<string, unknown>;
    if (by === "retention") return ` por su plazo de ${plural(Number(years), "año", "años")}`;
    return typeof reason === "string" ? `: ${reason}` : "";
  } catch {
    // A changed entry is told below.
    return "";
  }
}

/** Each entry is in the log that is signed: with what `--format=json` gives, others check that without the database. */
function inclusionLines(proofs: LogProofs | undefined): string[] {
  if (!proofs) return [];
  const { head, inclusion } = proofs;
  const isAll = head.isSigned && inclusion.every(({ isProved }) => isProved);
  if (inclusion.length === 0) return [];
  return isAll
    ? [
        `  ✓ Está en el registro firmado ${headText(head)}: las pruebas de inclusión, con --format=json.`,
        `    Firmado ${moment(head.signed_at!)} con la clave ${head.signer}`,
      ]
    : [`  ✗ No se prueba que esté en el registro firmado ${headText(head)}.`];
}

function proofLines({ submission, entries, looked, proofs, verified }: Proof): string[] {
  const own = verified.found.filter((found) => found.submission === submission.id);
  const others = verified.found.filter((found) => found.submission !== submission.id);
  const same = looked?.evaluatedBy !== undefined && looked.doubts.length === 0;
  return [
    ...entries.map(({ brand, position, kind, subject, at, hash, detail }) => {
      const about = subject === "" ? kinds[kind] : `${kinds[kind]}: ${subject}`;
      return `  ${brand} n.º ${position ?? "(espera su lugar)"}, ${moment(at)}, ${about}${reasonIn(detail)}\n    ${hash}`;
    }),
    ...(entries.length === 0 && submission.state !== "accepted"
      ? ["  No se aceptó: el registro no habla de ella."]
      : []),
    ...inclusionLines(proofs),
    ...own.map((found) => `  ${foundText(found)}`),
    ...(same ? ["  ✓ Evaluada otra vez, muestra exactamente lo que se mostró."] : []),
    ...(own.length === 0 && entries.length > 0
      ? [
          `  ✓ ${submission.erased_at === null ? "Lo guardado es lo que se aceptó" : "Se borró como dice el registro"}.`,
        ]
      : []),
    others.length === 0 && own.length === 0
      ? `  ✓ El registro ${submission.brand} está entero: ${verified.entries} entradas.`
      : `  ✗ El registro ${submission.brand} tiene ${verified.found.length} fallas: npm run operate -- evidence --verify`,
    ...comparedText(verified.compared).map((line) => `  ${line}`),
  ];
}
