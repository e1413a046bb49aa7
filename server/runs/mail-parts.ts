/** What a mail shows of fields that show something themselves. */
import {
  calendarFile,
  calendarFileName,
  calendarUid,
  evaluate,
  instantOf,
  plainWords,
  type AnswerSection,
  type CompiledMail,
  type Revision,
  type Words,
} from "../../schemas/engine/serve.ts";
import { evaluateRule, fillFor, programScope, type ProgramValues } from "../evaluation/program-scope.ts";
import type { MailButton } from "../mail/content.ts";
import { isSitePath } from "./site-path.ts";

/** The same answers, seen with the results that there are now. */
export const withResults = (values: ProgramValues): ProgramValues => {
  const { prepared, evaluation, today, data, results } = values;
  return { ...values, evaluation: evaluate(prepared, evaluation.values, { today, data, results }) };
};

/** The lines of a field that are shown now, under its label. None where the brand does not have the field. */
export function linesOf(values: ProgramValues, path: string): AnswerSection[] {
  const field = values.prepared.flow.fields[path];
  const state = values.evaluation.fields[path];
  if (!field?.items || !state?.visible) return [];
  const shown = field.items.filter(({ id }) => state.items?.includes(id));
  const title = plainWords(fillFor(values, field.label));
  const rows = shown.map(({ label, text, total }) => ({
    label: plainWords(fillFor(values, label)),
    value: plainWords(fillFor(values, text)),
    ...(total && { total }),
  }));
  return [{ ...(title === "" ? {} : { title }), rows }];
}

/** What a field says without lines and without leading anywhere, where it is shown now. */
export function wordsOf(values: ProgramValues, path: string): Words[] {
  const field = values.prepared.flow.fields[path];
  const isSaid = field?.text !== undefined && !field.items && field.to === undefined;
  if (!isSaid || !values.evaluation.fields[path]?.visible) return [];
  return [fillFor(values, field.text!)];
}

/** Where a mail leads: a page of the site. Nothing where its rule gives none: what was done is told all the same. */
export function linkOf(
  { label, to }: NonNullable<CompiledMail["link"]>,
  values: ProgramValues,
): MailButton | undefined {
  const href = evaluateRule(to, programScope(values));
  return isSitePath(href) ? { label: plainWords(fillFor(values, label)), href } : undefined;
}

/** The button of a field that leads to a page of the site, with what it says of it, where it is shown now. */
export function buttonOf(values: ProgramValues, path: string): MailButton[] {
  const field = values.prepared.flow.fields[path];
  if (field?.to === undefined || field.items || !values.evaluation.fields[path]?.visible) return [];
  const href = plainWords(fillFor(values, field.to));
  if (!isSitePath(href)) return [];
  const about = field.text === undefined ? {} : { about: fillFor(values, field.text) };
  return [{ label: plainWords(fillFor(values, field.label)), href, ...about }];
}

interface MailEvent {
  calendar: { name: string; text: string };
  /** Leads to the place on a map. */
  button?: MailButton;
}

/** What a field puts into a calendar, in the brand's time zone. Nothing where there is no day or no time. */
export function eventOf(
  { public: { brand } }: Revision,
  values: ProgramValues,
  path: string,
): MailEvent | undefined {
  const field = values.prepared.flow.fields[path];
  if (!field?.event || !values.evaluation.fields[path]?.visible) return undefined;
  const { [field.event.date]: date, [field.event.time]: time } = values.evaluation.values;
  if (typeof date !== "string" || typeof time !== "string") return undefined;
  const title = plainWords(fillFor(values, field.label));
  const place = field.text === undefined ? "" : plainWords(fillFor(values, field.text));
  const { number = "" } = (values.results["submission"] ?? {}) as { number?: string };
  const text = calendarFile({
    uid: calendarUid(number, brand.brand),
    author: brand.name,
    today: values.today,
    start: instantOf(date, time, brand.timeZone),
    minutes: field.event.minutes,
    title,
    place,
    description: number,
  });
  const label = brand.words["site.map"];
  const href = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
  return {
    calendar: { name: calendarFileName(title), text },
    ...(place === "" || label === undefined ? {} : { button: { label: plainWords(label), href } }),
  };
}
