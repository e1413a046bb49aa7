import { randomInt } from "node:crypto";
import { plainWords, type DeliverySpec, type Revision } from "../../schemas/engine/all.ts";
import { renderMail, type MailSection } from "../deliveries/mail-content.ts";
import { enqueueDelivery, type NewDelivery } from "../store/deliveries.ts";
import type { Queries } from "../store/store.ts";
import { answerLabel, evaluateRule, fillFor, mapInput, programScope, type ProgramValues } from "./scope.ts";

// Crockford's base 32: no letter that is read as a digit.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A number to read aloud, which nobody can guess: the brand's code and twice four signs. */
export function newNumber(brand: string): string {
  const four = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(32)]).join("");
  return `${brand}-${four()}-${four()}`;
}

/** Labels of what was chosen, by path: the words may change later, the submission keeps those that were shown. */
export function chosenLabels(values: ProgramValues): Record<string, string> {
  return Object.fromEntries(
    Object.keys(values.evaluation.values)
      .filter((path) => values.prepared.fields[path]!.field.options !== undefined)
      .map((path) => [path, answerLabel(values, path)]),
  );
}

/** The questions that were shown and what was answered, section by section. */
export function questionsAndAnswers(values: ProgramValues): MailSection[] {
  const { prepared, evaluation } = values;
  const asked = prepared.flow.steps.filter(({ id }) => evaluation.steps.includes(id));
  return asked.flatMap(({ sections }) =>
    sections.flatMap(({ title, fields }) => {
      const rows = fields
        .filter((path) => evaluation.values[path] !== undefined)
        .map((path) => {
          const { label, text } = prepared.fields[path]!.field;
          const value = answerLabel(values, path);
          // Of a consent, what it said belongs to the answer.
          return {
            label: plainWords(label),
            value: text === undefined ? value : `${value}. ${plainWords(text)}`,
          };
        });
      const heading = title === undefined ? {} : { title: plainWords(title) };
      return rows.length > 0 ? [{ ...heading, rows }] : [];
    }),
  );
}

/** Queues what is to be delivered, in the transaction that accepts the submission. */
export async function enqueueAll(
  db: Queries,
  revision: Revision,
  values: ProgramValues,
  submission: { number: string; deliver: DeliverySpec[] },
  now: Date,
): Promise<void> {
  for (const [index, spec] of submission.deliver.entries()) {
    const { kind, payload } = deliveryOf(spec, revision, values);
    const dedupe = `submission/${submission.number}/${index}`;
    const delivery: NewDelivery = {
      submission: submission.number,
      brand: revision.brand,
      kind,
      dedupe,
      payload,
    };
    await enqueueDelivery(db, delivery, now);
  }
}

function deliveryOf(
  spec: DeliverySpec,
  revision: Revision,
  values: ProgramValues,
): Pick<NewDelivery, "kind" | "payload"> {
  const scope = programScope(values);
  if ("call" in spec) {
    const input = mapInput(spec.with, scope);
    const { brand, hash } = revision;
    return { kind: "call", payload: { brand, call: spec.call, input, revision: hash } };
  }
  const mail = revision.private.programs[values.prepared.flow.flow]?.mails[spec.mail];
  if (!mail) throw new Error(`there is no mail "${spec.mail}"`);
  const { name, theme } = revision.public.brand;
  const content = renderMail({
    brand: { name, colour: theme.colours.primary },
    subject: fillFor(values, mail.subject),
    body: fillFor(values, mail.body),
    ...(mail.answers ? { sections: questionsAndAnswers(values) } : {}),
  });
  const from = { name, address: String(revision.private.facts["mailSender"]) };
  return { kind: "mail", payload: { to: String(evaluateRule(mail.to, scope)), from, ...content } };
}
