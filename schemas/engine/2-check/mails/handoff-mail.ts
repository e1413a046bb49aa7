import { checkTextAnswers } from "../variables/text-answers.ts";
import { nearest } from "../report/nearest.ts";
import type { WordScope } from "../variables/scope.ts";
import type { Flow, Project } from "../project/project.ts";
import { asObject } from "../report/values.ts";

/** What the words of the mail may name that takes a run to another device. */
const handoffNames = ["handoff.link", "handoff.code", "handoff.minutes"] as const;
/** Without these nobody could go on with it. */
const needed = ["handoff.link", "handoff.code"] as const;
/** Whom it goes to. */
const recipient = "handoff.email";

/** Whether a mail of a flow takes its run to another device: the one that is named, or was probably meant. */
export function isHandoffMail(flow: Flow, mail: string): boolean {
  const named = flow.value.handoff?.mail;
  const known = Object.keys(flow.value.mails ?? {});
  return named !== undefined && (known.includes(named) ? named : nearest(named, known)) === mail;
}

/** What the words of such a mail may name: nothing of the answers, because it may go to anybody. */
export const handoffScope = ({ brands }: WordScope, mail: string): WordScope => ({
  brands,
  markdown: true,
  names: handoffNames,
  owner: `El correo "${mail}"`,
});

/** Checks how a run is taken to another device. `sent` are the mails that programs send. */
export function checkHandoff(project: Project, flow: Flow, sent: ReadonlyMap<string, number>): void {
  if (!("handoff" in flow.value)) return;
  const handoff = flow.value.handoff ?? {};
  checkTextAnswers(project, flow, ["handoff", "email"], handoff.email);
  const mail = handoff.mail;
  if (mail !== undefined) checkMail(project, flow, mail, sent);
}

function checkMail(project: Project, flow: Flow, mail: string, sent: ReadonlyMap<string, number>): void {
  const { report } = project;
  const { file } = flow;
  const mails = flow.value.mails ?? {};
  if (!Object.hasOwn(mails, mail)) {
    const options = { suggestion: nearest(mail, Object.keys(mails)) };
    return report.add(file, ["handoff", "mail"], "unknown-mail", { flow: flow.id, mail }, options);
  }
  const written = mails[mail] ?? {};
  const at = ["mails", mail];
  const tell = (key: string | undefined, what: string, how: string): void =>
    report.add(
      file,
      key === undefined ? at : [...at, key],
      "handoff-mail",
      { mail, what, how },
      { part: "key" },
    );
  if (asObject(written.to)["var"] !== recipient) {
    tell("to", "va a otra dirección que la que la persona escribe", `escribe { "var": "${recipient}" }`);
  }
  for (const key of ["answers", "attach", "shows", "calendar", "link"] as const) {
    if (key in written) tell(key, `lleva "${key}": puede llegar a cualquiera`, `quita "${key}"`);
  }
  if (sent.has(mail)) {
    tell(undefined, "también lo manda un programa", "haz otro correo para el programa");
  }
  const body = written.body ?? flow.wording?.value?.[`mails.${mail}.body`];
  const missing = body === undefined ? undefined : needed.find((name) => !body.includes(`{${name}}`));
  if (missing === undefined) return;
  tell(
    "body" in written ? "body" : undefined,
    `su texto no dice "${missing}"`,
    `agrega "${missing}", entre llaves, al texto`,
  );
}
