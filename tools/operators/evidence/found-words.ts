/** What the proof of the chains says, in words. */
import type { Doubt } from "../../../server/evidence/re-evaluate.ts";
import type { LogProofs } from "../../../server/evidence/log-proofs.ts";
import type { Finding, EvidenceFinding } from "../../../server/evidence/findings.ts";
import type { Compared, VerifiedLogs } from "../../../server/operators/evidence.ts";
import { headText } from "../../../server/store/chain-head-log.ts";
import { plural } from "../../authors/project.ts";

const findings: Record<Finding, string> = {
  "missing-entry": "falta aquí una entrada, o varias",
  "changed-entry": "la entrada no es la que se escribió",
  "broken-link": "la entrada no sigue a las anteriores: se puso otra o se cambió el orden",
  "cut-off": "el registro no termina donde debe: se quitaron o se agregaron entradas al final",
  "head-unsigned": "la punta no está firmada, o no con una clave que esté aquí",
  "other-head": "la entrada que se anotó aparte no está, o es otra",
  "submission-gone": "la solicitud no está",
  "submission-changed": "la solicitud no dice lo que decía al aceptarse",
  "consent-gone": "el consentimiento no está",
  "consent-changed": "el consentimiento no dice lo que decía al darse",
  "revocation-changed": "la revocación del consentimiento no es la que dice el registro",
  "erased-silently": "se borró, y ninguna entrada lo dice",
  "not-erased": "consta que se borró, y algo de ella sigue ahí",
  "submission-unentered": "se aceptó, y ninguna entrada habla de ella",
  "consent-unentered": "el consentimiento no está en el registro",
  "revision-changed": "las definiciones guardadas no dicen lo que decían",
  "revision-gone": "las definiciones con que se respondió no están",
  "list-changed": "una lista guardada de un servicio no es la que era",
  "value-damaged": "un valor cifrado está dañado o se puso otro: no se puede leer",
  "rules-disagree": "evaluada otra vez, json-logic-js dice otra cosa que el motor",
  "not-evaluated": "no se puede evaluar otra vez con lo que está guardado",
  "value-plain":
    "un valor está sin cifrar donde todos lo están: se puso otro, o falta «npm run operate -- rekey»",
};

/** One line: where, and what is wrong. */
export function foundText({ finding, brand, position, submission, subject }: EvidenceFinding): string {
  const where = [
    ...(brand === "" ? [] : [brand]),
    ...(position === undefined ? [] : [`n.º ${position}`]),
    ...(submission === undefined ? [] : [submission]),
    ...(subject === undefined ? [] : [subject]),
  ];
  return `✗ ${where.join(", ")}: ${findings[finding]}.`;
}

export function comparedText({ heads, places, unread }: Compared): string[] {
  const compared =
    places.length === 0
      ? "! No hay puntas anotadas fuera de la base de datos: que no se cortó el final no se puede probar."
      : `Comparadas con ${plural(heads, "punta anotada", "puntas anotadas")} en ${places.join(" y en ")}.`;
  return unread
    ? [compared, `✗ ${unread.place}: no se pudo leer lo que se anotó ahí (${unread.why}).`]
    : [compared];
}

/** One line for each end that was noted: whether it is the beginning of the log as it is. */
const consistencyLines = ({ head, consistency }: LogProofs): string[] =>
  consistency.map(({ from, path, isProved }) => {
    const what = `${headText(from)} es el comienzo de ${headText(head)}`;
    return isProved
      ? `✓ ${what}: ${plural(path.length, "hash lo prueba", "hashes lo prueban")}.`
      : `✗ No se prueba que ${what}.`;
  });

export function verifiedText({ heads, entries, waiting, found, compared, proofs }: VerifiedLogs): string {
  const ends = heads.map(({ brand, position, hash }) => `  ${brand}:${position}:${hash}`);
  const result =
    found.length === 0
      ? "✓ Todo está como se escribió."
      : `${plural(found.length, "cosa no está", "cosas no están")} como se escribió:`;
  return [
    `${plural(entries, "entrada", "entradas")} en ${plural(heads.length, "registro", "registros")}.`,
    ...(waiting > 0 ? [`De ellas, ${waiting} esperan su lugar.`] : []),
    ...comparedText(compared),
    ...proofs.flatMap(consistencyLines),
    result,
    ...found.map(foundText),
    ...(heads.length > 0
      ? ["Fin de cada registro. Anotado fuera de aquí, «--noted» muestra después que nada se cortó:", ...ends]
      : []),
  ].join("\n");
}

export const doubtWords: Record<Doubt, string> = {
  "no-context":
    "Es de antes de que se guardara con qué se evaluó: faltan los datos de los servicios, y lo que dependía de ellos puede verse distinto.",
  "list-gone": "Una lista de la que se eligió no está, o se cambió: no se puede mostrar como fue.",
  "other-shown":
    "Evaluada otra vez, muestra otra cosa que entonces: lo que sigue no es, palabra por palabra, lo que se mostró.",
};
