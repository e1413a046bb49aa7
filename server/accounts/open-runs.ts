/** Forms that a signed-in person has begun on this device and can go on with. */
import { plainWords, type Answers, type CompiledScreen } from "../../schemas/engine/serve.ts";
import { routeOf } from "../runs/linked.ts";
import { openRunsOf } from "../store/own.ts";
import { momentOf, type OwnDeps, type Owner } from "./own.ts";

/** Those with an answer, and with a page of their own that anybody may open. */
export async function ownOpenRuns({ store }: OwnDeps, { who, revision }: Owner) {
  if (who.session === null) return [];
  const form = revision.public.brand.site.signIn?.to;
  const runs = await openRunsOf(store.db, { session: who.session, brand: who.brand });
  return runs.flatMap((run) => {
    const answers = JSON.parse(run.answers) as Answers;
    const isBegun = Object.keys(answers).length > 0;
    const to = isBegun ? routeOf(revision, run.flow, answers, (one) => isForAll(one, form)) : undefined;
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

/** Whether a form is only where somebody has to be signed in. */
export const isOfAccount = ({ public: { brand } }: Owner["revision"], flow: string): boolean => {
  const screens = brand.screens.filter((screen) => screen.flow === flow);
  return screens.length > 0 && screens.every((screen) => !isForAll(screen, brand.site.signIn?.to));
};

const isForAll = ({ signIn, route }: CompiledScreen, form: string | undefined): boolean =>
  signIn !== true && route !== form;
