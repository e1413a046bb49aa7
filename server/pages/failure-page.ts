/** The page for failures: it keeps the answers of whoever they happened to. */
import { stepPath, type CompiledScreen, type Page } from "../../schemas/engine/serve.ts";
import { captchaFor } from "../captcha/captcha-guard.ts";
import { routeOf } from "../runs/linked.ts";
import type { PageRequest, PageSources } from "./page-parts.ts";

const isFailureBlock = ({ block }: CompiledScreen["blocks"][number]): boolean => block === "failure";

/** Whether a page for failures is another page too, for everyone of whom no answers are kept. */
const isTwofold = ({ failure }: CompiledScreen): boolean =>
  failure !== undefined && failure.otherwise === undefined;

/** A page for failures as it is drawn while answers are kept. */
export const whileKept = (screen: CompiledScreen): CompiledScreen => ({
  ...screen,
  title: screen.failure?.title ?? screen.title,
  blocks: isTwofold(screen) ? screen.blocks.filter(isFailureBlock) : screen.blocks,
});

/** A page as it is drawn for everyone else. */
export const withoutKept = (screen: CompiledScreen): CompiledScreen =>
  isTwofold(screen) ? { ...screen, blocks: screen.blocks.filter((block) => !isFailureBlock(block)) } : screen;

export async function failedRun(
  { definitions, runs, captcha }: PageSources,
  { request, revision, path }: PageRequest,
): Promise<Pick<Page, "failed" | "captcha"> | undefined> {
  const failed = await runs.failed(request, revision.brand, path);
  if (!failed) return undefined;
  // What is in the form's address is answered.
  const base = routeOf(revision, failed.flow, failed.run.answers);
  const began = await definitions.revision(revision.brand, failed.run.revision);
  const flow = began?.public.flows[failed.flow];
  const step = flow?.steps.find(({ id }) => id === failed.run.step);
  // Without its form the attempt cannot be gone back to: as if nothing were kept.
  if (base === undefined || !flow || !step) return undefined;
  const kept = { run: failed.run, base, path: stepPath(flow, base, step) };
  // To try again is to press Continuar.
  return { failed: kept, ...captchaFor(began, failed.flow, captcha) };
}
