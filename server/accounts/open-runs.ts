/** Forms that a signed-in person has begun on this device and can go on with. */
import { plainWords, type Answers, type CompiledScreen, type Revision } from "../../schemas/engine/all.ts";
import { openRunsOf } from "../store/own.ts";
import type { Run } from "../store/runs.ts";
import { momentOf, type OwnDeps, type Owner } from "./own.ts";

/** Those with an answer, and with a page of their own that anybody may open. */
export async function ownOpenRuns({ store }: OwnDeps, { who, revision }: Owner) {
  if (who.session === null) return [];
  const runs = await openRunsOf(store.db, { session: who.session, brand: who.brand });
  return runs.flatMap((run) => {
    const answers = JSON.parse(run.answers) as Answers;
    const to = Object.keys(answers).length === 0 ? undefined : addressOf(revision, run, answers);
    const flow = revision.public.flows[run.flow];
    if (to === undefined || !flow) return [];
    const step = flow.steps.find(({ id }) => id === run.step);
    return [
      {
        title: plainWords(flow.title),
        step: step ? plainWords(step.title) : "",
        to,
        ...momentOf(revision, run.updated_at),
      },
    ];
  });
}

/** Where the flow of a run stands by itself, with what its address says of it. */
function addressOf({ public: { brand } }: Revision, run: Run, answers: Answers): string | undefined {
  const screen = brand.screens.find((one) => one.flow === run.flow && isForAll(one, brand.site.signIn?.to));
  if (!screen) return undefined;
  const parts = screen.route.split("/").map((part) => {
    if (!part.startsWith(":")) return part;
    const path = Object.entries(screen.bound ?? {}).find(([, name]) => name === part.slice(1))?.[0];
    const answer = path === undefined ? undefined : answers[path];
    return typeof answer === "string" || typeof answer === "number" ? encodeURIComponent(answer) : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join("/");
}

const isForAll = ({ signIn, route, receipt }: CompiledScreen, form: string | undefined): boolean =>
  signIn !== true && route !== form && receipt === undefined;
