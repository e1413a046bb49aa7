import {
  offeredByPage,
  subjectOf,
  type DataAnswer,
  type Page,
  type RunState,
} from "../../schemas/engine/evaluate.ts";
import type { FlowResources } from "./resources.ts";
import { answersInPath } from "./bound-answers.ts";
import { captchaOf } from "./captcha/captcha.ts";
import { withPastChoices } from "./past-choices.ts";
import { memoryOf } from "./memory.ts";
import { tellOfStep } from "../page/data-layer.ts";
import { stepEvents } from "./step-events.ts";
import type { OtherTabs } from "./other-tabs.ts";
import { createRun, type RunController } from "./run.ts";
import { createFlowStore, type FlowStore } from "./store.ts";
import { http } from "./transport.ts";

/** One person's way through a flow, from its first answer to its receipt. */
export interface Journey {
  /** Tells one journey from the next. */
  number: number;
  store: FlowStore;
  run: RunController;
}

let journeys = 0;

/**
 * While a run waits, nothing of it changes, and what is held for its person is offered to nobody: asked now, what they
 * chose would be gone. What it needs is asked for when the wait is over.
 */
const untilOver = (run: RunController): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (run.view().run?.wait) return;
      stop();
      resolve();
    };
    const stop = run.subscribe(look);
    look();
  });

/**
 * A journey that goes on with `run`, or a new one. Asks the server for nothing before it is started.
 * @param tabsOf speaks to other tabs at the same form
 */
export function beginJourney(
  page: Page,
  { flow, prepared, revision, home }: FlowResources,
  run: RunState | null,
  tabsOf?: (name: string) => OtherTabs,
): Journey {
  // What the person told in another form; not where they have begun to tell it here.
  const known = run?.status === "done" ? {} : (page.flow?.known?.answers ?? {});
  const isBegun = Object.keys(known).some((path) => run?.answers[path] !== undefined);
  const offered = isBegun ? {} : known;
  const subject = subjectOf(page);
  const about = subject === undefined ? {} : { subject };
  const { transport, memory } = home ?? {
    transport: http,
    memory: memoryOf({ flow: flow.flow, ...about }, () => sessionStorage),
  };
  const store = createFlowStore({
    prepared,
    today: page.today,
    // Of a run that is done, nothing changes any more.
    answers: {
      ...(run?.answers ?? page.flow?.found?.answers),
      ...offered,
      ...(run?.status === "done" || flow.finder ? {} : answersInPath(prepared, page)),
    },
    results: run?.results ?? {},
    labels: run?.labels,
    data: { ...(page.flow?.found?.data ?? page.flow?.offered), ...offeredByPage(flow, page.data ?? {}) },
    ask: async (data, inputs) => {
      await untilOver(controller);
      const reply = await transport.data({ revision, flow: flow.flow, data, inputs });
      const answer: DataAnswer =
        reply.kind === "answer" ? reply.data : { status: "failed", options: [], hash: "" };
      const now = controller.view().run;
      return now?.status === "done" ? withPastChoices(prepared, data, answer, now) : answer;
    },
    filled: {
      recall: () => memory.filled(runNow()),
      keep: (filled) => memory.keepFilled(runNow(), filled),
    },
  });
  const runNow = (): string | null => controller.view().run?.run ?? null;
  home?.began?.(store);
  const controller = createRun({
    store,
    flow: flow.flow,
    ...about,
    revision,
    run,
    transport,
    memory,
    together: Object.keys(offered),
    secrets: Object.values(flow.fields).flatMap(({ path, secret }) => (secret ? [path] : [])),
    went: run ? undefined : page.flow?.went,
    token: captchaOf(page, home?.form)?.token,
    // What pages of others measure is theirs to say.
    ...(home
      ? {}
      : { accepted: stepEvents({ flow, store, memory, tell: tellOfStep }), tellEvent: tellOfStep }),
    // Who has a run of its own needs no network for it, and shares it with nobody.
    ...(home
      ? {}
      : { offline: () => !navigator.onLine, tabs: tabsOf?.(`run:${flow.flow}:${subject ?? ""}`) }),
  });
  return { number: ++journeys, store, run: controller };
}
