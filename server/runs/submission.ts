import { randomInt } from "node:crypto";
import {
  answerSections,
  detailsWith,
  fieldAt,
  type AnswerSection,
  type CompiledProgram,
  type DeliverySpec,
  type Revision,
  type Rule,
  type RuleScope,
} from "../../schemas/engine/serve.ts";
import { mailBrand } from "../mail/brand.ts";
import type { MailPayload } from "../mail/transport.ts";
import { documentContent, documentText, type DocumentContent } from "../documents/content.ts";
import type { Asked } from "../store/compiled.ts";
import { addDeliveries, type NewDelivery } from "../store/deliveries.ts";
import { personText, type Identifier } from "../store/identifiers.ts";
import type { CallPayload } from "../services/deliver-call.ts";
import type { Queries } from "../store/store.ts";
import { buttonOf, eventOf, linesOf, linkOf, withResults, wordsOf } from "./mail-parts.ts";
import {
  applies,
  answerLabel,
  evaluateRule,
  fillFor,
  mapInput,
  programScope,
  type ProgramValues,
} from "../evaluation/program-scope.ts";

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
      .filter((path) => fieldAt(values.prepared, path)?.options !== undefined)
      .map((path) => [path, answerLabel(values, path)]),
  );
}

/** The answers that tell a person or a car from all others. */
export const identifyingAnswers = ({ prepared, evaluation }: ProgramValues): Identifier[] =>
  Object.entries(evaluation.values).flatMap(([path, value]) =>
    typeof value === "string" && fieldAt(prepared, path)?.identifies ? [{ path, value }] : [],
  );

/**
 * Who sends it: the document and the e-mail that the form asks of them, where its program says it or else by what is a
 * detail of theirs; undefined where it does not ask for both.
 */
export function sendingPerson(
  { prepared, evaluation: { values } }: ProgramValues,
  sender?: CompiledProgram["sender"],
): string | undefined {
  const first = (paths: string[]): string | undefined =>
    paths.map((path) => values[path]).find((value) => typeof value === "string" && value !== "") as
      | string
      | undefined;
  const { document, email } = sender
    ? { document: first(sender.document), email: first(sender.email) }
    : (detailsWith(prepared.flow, {}, values) ?? {});
  return document === undefined || email === undefined ? undefined : personText(document, email);
}

/** The questions that were shown and what was answered, by step, section, group and row. */
export const questionsAndAnswers = (values: ProgramValues): AnswerSection[] =>
  answerSections({
    flow: values.prepared.flow,
    steps: values.evaluation.steps,
    answers: values.evaluation.values,
    label: (path) => answerLabel(values, path),
    fill: (words) => fillFor(values, words),
  });

/** What is made of a submission, each of it once. */
export interface SubmissionArtifacts {
  /** The questions and answers. */
  answers(): AnswerSection[];
  /** What one of the flow's documents says. @throws {Error} when it has none of that name. */
  document(id: string): DocumentContent;
  /** What the documents say that the flow's last steps offer, by id. */
  offered(): Record<string, DocumentContent>;
}

const brandOf = ({ public: { brand } }: Revision) => ({
  name: brand.name,
  colour: brand.theme.colours.primary,
});

export function createArtifacts(
  revision: Revision,
  values: ProgramValues,
  number: string,
): SubmissionArtifacts {
  const { flow } = values.prepared;
  const { locale, words } = revision.public.brand;
  const { day = values.today } = (values.results["submission"] ?? {}) as { day?: string };
  let sections: AnswerSection[] | undefined;
  const contents: Record<string, DocumentContent> = {};
  const answers = (): AnswerSection[] => (sections ??= questionsAndAnswers(values));
  const document = (id: string): DocumentContent => {
    const definition = revision.private.programs[flow.flow]?.documents[id];
    if (!definition) throw new Error(`there is no document "${id}"`);
    return (contents[id] ??= documentContent(id, definition, {
      brand: brandOf(revision),
      locale,
      number,
      day,
      words,
      fill: (filled) => fillFor(values, filled),
      answers,
    }));
  };
  const offered = (): Record<string, DocumentContent> => {
    const ids = Object.values(flow.fields).flatMap((field) => field.document ?? []);
    return Object.fromEntries([...new Set(ids)].map((id) => [id, document(id)]));
  };
  return { answers, document, offered };
}

/** Queues what is to be delivered, in the transaction that accepts the submission. Undefined where nothing is. */
export function enqueueAll(
  db: Queries,
  revision: Revision,
  values: ProgramValues,
  submission: {
    id: string;
    run: string;
    deliver: DeliverySpec[];
    made: SubmissionArtifacts;
    /** Scheme and host by which the site was asked: what mails lead to. */
    origin: string;
  },
  now: Date,
): Asked<unknown> | undefined {
  const deliveries = submission.deliver.flatMap((spec, index) =>
    deliveriesOf(spec, revision, values, submission).map((delivery, each): NewDelivery => {
      const dedupe = `submission/${submission.id}/${index}${each === 0 ? "" : `/${each}`}`;
      return { submission: submission.id, brand: revision.brand, dedupe, ...delivery };
    }),
  );
  return addDeliveries(db, deliveries, now);
}

/** Whether an address is one of the brand's own, whoever wrote it. */
const isOwnMailbox = ({ private: { facts } }: Revision, to: unknown): boolean =>
  Object.values(facts["mailboxes"] ?? {}).includes(to);

/** None of a mail to nobody: an address that need not be given, and was not. Several of a call for each of a list. */
function deliveriesOf(
  spec: DeliverySpec,
  revision: Revision,
  values: ProgramValues,
  { run, made, origin }: { run: string; made: SubmissionArtifacts; origin: string },
): Pick<NewDelivery, "kind" | "payload">[] {
  const scope = programScope(values, { document: (id) => documentText(made.document(id)) });
  if ("call" in spec) {
    if (!applies(spec.when, scope)) return [];
    const input = mapInput(spec.with, scope);
    const { brand, hash } = revision;
    const after = (spec.after ?? []).flatMap((one) =>
      deliveriesOf(one, revision, values, { run, made, origin }),
    );
    return inputsForEach(spec.forEach, input, scope).map((one) => {
      const payload: CallPayload = { brand, call: spec.call, input: one, revision: hash, run };
      return { kind: "call", payload: after.length > 0 ? { ...payload, after } : payload };
    });
  }
  const program = revision.private.programs[values.prepared.flow.flow];
  const mail = program?.mails[spec.mail];
  if (!mail) throw new Error(`there is no mail "${spec.mail}"`);
  const to = evaluateRule(mail.to, scope);
  if (to === null || to === undefined || to === "") return [];
  const { name } = revision.public.brand;
  const link = mail.link && linkOf(mail.link, values);
  // The program has set results since the answers were evaluated: what it shows hangs on those.
  const after = mail.shows || mail.calendar !== undefined ? withResults(values) : values;
  const event = mail.calendar === undefined ? undefined : eventOf(revision, after, mail.calendar);
  const draft = {
    brand: { ...mailBrand(revision), address: origin },
    subject: fillFor(values, mail.subject),
    body: fillFor(values, mail.body),
    says: (mail.shows ?? []).flatMap((path) => wordsOf(after, path)),
    buttons: [
      ...(link ? [link] : []),
      ...(event?.button ? [event.button] : []),
      ...(mail.shows ?? []).flatMap((path) => buttonOf(after, path)),
    ],
    sections: [
      ...(mail.shows ?? []).flatMap((path) => linesOf(after, path)),
      ...(mail.answers ? made.answers() : []),
    ],
  };
  // Drawn when the mail goes out: here there is only what they say. A program of an older engine attaches none.
  const documents = (mail.attach ?? []).map(made.document);
  const from = { name, address: String(revision.private.facts["mailSender"]) };
  const payload: MailPayload = {
    to: String(to),
    ...(isOwnMailbox(revision, to) ? {} : { isFromAnswers: true }),
    from,
    draft,
    ...(documents.length > 0 ? { documents } : {}),
    ...(event ? { calendar: event.calendar } : {}),
  };
  return [{ kind: "mail", payload }];
}

/** The input of each call that is made for a list: with one of its values more, each value once. */
function inputsForEach(
  forEach: Record<string, Rule> = {},
  input: Record<string, unknown>,
  scope: RuleScope,
): Record<string, unknown>[] {
  const [list] = Object.entries(forEach);
  if (!list) return [input];
  const values = evaluateRule(list[1], scope);
  const present = Array.isArray(values) ? values.filter((value) => value !== null && value !== "") : [];
  return [...new Set(present)].map((value) => ({ ...input, [list[0]]: value as unknown }));
}
