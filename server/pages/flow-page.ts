/** Pages of flows: a step, what was sent, what is found. */
import {
  stepPath,
  subjectOf,
  type CompiledFlow,
  type CompiledScreen,
  type Page,
  type Revision,
  type RunState,
} from "../../schemas/engine/serve.ts";
import type { CaptchaConfig } from "../config/protection.ts";
import { captchaFor } from "../captcha/captcha-guard.ts";
import type { Match } from "../definitions/match-screen.ts";
import { foundHash } from "../runs/page-data.ts";
import { type PageRequest, type PageSources, type ResolvedPage, mapsFor, plainPage } from "./page-parts.ts";

export async function flowPage(
  { definitions, runs, pageData, captcha, maps }: PageSources,
  asked: PageRequest,
  match: Match,
  id: string,
): Promise<ResolvedPage> {
  const { revision, request, path, isDocument } = asked;
  if (revision.public.flows[id]!.finder) return finderPage({ definitions, maps }, asked, match, id);
  const subject = subjectOf(match) ?? "";
  const key = { brand: revision.brand, flow: id, subject };
  const newest = await runs.current(request, key);
  const began = newest && (await definitions.revision(revision.brand, newest.revision));
  const theirs = began?.public.flows[id];
  // A run whose revision is gone cannot be shown any more, nor can it be continued.
  const run = theirs ? newest : null;
  const [drawn, flow] = run ? [began!, theirs!] : [revision, revision.public.flows[id]!];
  const base = match.slug === undefined ? path : path.slice(0, -(match.slug.length + 1)) || "/";
  const step = match.slug === undefined ? flow.steps[0]! : flow.steps.find(({ slug }) => slug === match.slug);
  // What is about a subject is entered by its own address, from wherever it stands: who has begun goes on.
  const goesOn =
    subject !== "" && match.slug === undefined && run?.status === "open" && run.step !== step?.id;
  const shown = step && !goesOn ? visibleRun(flow, step.id, run) : "elsewhere";
  if (shown === "elsewhere") {
    const open = flow.steps.find((one) => run?.status === "open" && one.id === run.step) ?? flow.steps[0]!;
    return { redirect: stepPath(flow, base, open) };
  }
  const source = shown ? drawn : revision;
  const went = run?.status !== "open" && flow.handoff ? await runs.transferred(request, key) : undefined;
  const form = source.public.flows[id]!;
  const known = shown?.status === "done" ? undefined : await runs.known(request, revision.brand, form);
  const plain = plainPage(asked, match.screen, match.params);
  const prepared = isDocument && shown === null ? definitions.prepared(revision, id) : undefined;
  const offered = prepared && (await pageData.ofFirstStep({ revision, prepared, today: plain.today }));
  const isWhole = offered?.isComplete !== false;
  const page: Page = {
    ...plain,
    flow: {
      id,
      revision: source.hash,
      run: shown,
      ...(offered && Object.keys(offered.data).length > 0 ? { offered: offered.data } : {}),
      ...(went ? { went } : {}),
      ...(known ? { known } : {}),
    },
    ...captchaFor(source, id, captcha),
    ...mapsFor(match.screen, maps, form),
  };
  const resources = { flow: form, validators: definitions.validators(source, id) };
  return {
    page,
    resources,
    status: match.screen.answers,
    // What is not complete is different the next time.
    shared: shown === null && !went && !known && isWhole,
    ...(page.flow?.offered ? { variant: foundHash({ data: page.flow.offered }) } : {}),
  };
}

/** What was sent with a flow last, as its last step shows it: for whoever sent it. Others are led elsewhere. */
export async function receiptPage(
  { definitions, runs }: PageSources,
  asked: PageRequest,
  match: Match,
  { flow: id, otherwise }: NonNullable<CompiledScreen["receipt"]>,
): Promise<ResolvedPage> {
  const { revision, request } = asked;
  const run = await runs.sent(request, revision.brand, id);
  const began = run && (await definitions.revision(revision.brand, run.revision));
  const flow = began?.public.flows[id];
  const step = flow?.steps.find((one) => one.id === run?.step);
  if (!run || !began || !flow || !step?.ends) return { redirect: otherwise };
  const page: Page = {
    ...plainPage(asked, match.screen, match.params),
    flow: { id, revision: began.hash, run },
  };
  const resources = { flow, validators: definitions.validators(began, id) };
  return { page, resources, status: match.screen.answers, shared: false };
}

/** What a page has to know of which a flow is opened in a dialog: its policy lets the provider's script in. */
export function captchaInDialog(
  revision: Revision,
  { blocks }: CompiledScreen,
  captcha: CaptchaConfig | undefined,
): Pick<Page, "captcha"> {
  const opened = blocks.flatMap(({ dialog, flow }) =>
    dialog !== undefined && typeof flow === "string" ? [flow] : [],
  );
  const asking = opened.find((flow) => revision.public.flows[flow]?.captcha);
  return asking === undefined ? {} : captchaFor(revision, asking, captcha);
}

/** A finder's page: nobody's run. */
function finderPage(
  { definitions, maps }: Pick<PageSources, "definitions" | "maps">,
  asked: PageRequest,
  match: Match,
  id: string,
): ResolvedPage {
  const { revision } = asked;
  const form = revision.public.flows[id]!;
  const page: Page = {
    ...plainPage(asked, match.screen, match.params),
    flow: { id, revision: revision.hash, run: null, finder: true },
    ...mapsFor(match.screen, maps, form),
  };
  const resources = { flow: form, validators: definitions.validators(revision, id) };
  return { page, resources, status: match.screen.answers, shared: true };
}

/** The run that a step is drawn with: none for a form that nobody began; `elsewhere` where the step is not open. */
function visibleRun(flow: CompiledFlow, id: string, run: RunState | null): RunState | null | "elsewhere" {
  const step = flow.steps.find((one) => one.id === id)!;
  const first = flow.steps[0] === step && !step.ends;
  if (!run) return first ? null : "elsewhere";
  // After a run is done its form begins anew, and its last step stays for its owner.
  if (run.status === "done") return step.id === run.step ? run : first ? null : "elsewhere";
  return !step.ends && (step.id === run.step || run.done.includes(step.id)) ? run : "elsewhere";
}
