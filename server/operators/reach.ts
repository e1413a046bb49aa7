/** How somebody is reached who did not end a form, where they agreed to be. */
import {
  plainWords,
  shownAs,
  type Answers,
  type CompiledField,
  type CompiledFlow,
} from "../../schemas/engine/serve.ts";

export type Reach = { withheld: string } | { answers: { label: string; value: string }[] };

/** What a browser fills into such fields, as the definitions say it: who somebody is, and how to write or call. */
const reaching = new Set(["name", "given-name", "family-name", "email", "tel", "tel-national"]);

const isConsent = ({ widget }: CompiledField): boolean => widget === "consent";
const stepOf = ({ path }: CompiledField): string => path.split(".", 1)[0]!;

/**
 * The answers by which a run's person is reached; withheld unless every consent of the form was given, sent with
 * Continuar, and not taken back since: a box that was ticked and nothing more is no consent.
 */
export function reachOf(
  flow: CompiledFlow | undefined,
  answers: Answers,
  done: string[],
  isRevoked: boolean,
): Reach {
  if (isRevoked) return { withheld: "revocó su consentimiento" };
  if (!flow) return { withheld: "ya no está la versión del formulario" };
  const fields = Object.values(flow.fields);
  const consents = fields.filter(isConsent);
  if (consents.length === 0) return { withheld: "el formulario no pide aceptar términos" };
  if (!consents.every((field) => answers[field.path] === true && done.includes(stepOf(field)))) {
    return { withheld: "no aceptó los términos" };
  }
  const told = fields.flatMap((field) => {
    const value = shownAs(answers[field.path], field.format, flow.booleans);
    const fits = reaching.has(field.autocomplete ?? "") && value !== "";
    return fits ? [{ label: plainWords(field.label), value }] : [];
  });
  return { answers: told };
}
