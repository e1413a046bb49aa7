import { Suspense, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import { generatePath, useLocation, useNavigate } from "react-router";
import { stepPath } from "../../schemas/engine/evaluate.ts";
import { newArrival, type FlowNavigationState } from "../run/navigation-state.ts";
import type { FlowViewProps } from "../run/resources.ts";
import { withCampaign } from "../page/links.ts";
import { useHydrated } from "../page/device.ts";
import { bringUp, isLow } from "../page/reveal.ts";
import { whenUsed } from "../page/when-used.ts";
import { loadWidgets } from "../widgets/lazy-widgets.ts";
import { OutsideSite } from "../page/outside-site.ts";
import { answersInAddress, useBoundAddress } from "../run/bound-answers.ts";
import { useFlowDialog } from "../run/in-dialog.ts";
import { useTransferred, useWait } from "../run/context.ts";
import { EndView } from "./EndView.tsx";
import classes from "./flow.module.css";
import { GoneView } from "./Gone.tsx";
import { useHandoffToken } from "../run/handoff.ts";
import { usePreparedCaptcha } from "../run/captcha/use-prepared-captcha.ts";
import { beginJourney, type Journey } from "../run/journey.ts";
import { tabsAt } from "../run/other-tabs.ts";
import { PageContext } from "../run/page-context.ts";
import {
  openStep,
  receiptAddress,
  stepAddress,
  stepAfterChange,
  stepAnchored,
  stepIsOpen,
} from "../run/steps.ts";
import { stepAsked } from "../run/step-asked.ts";
import { StepView } from "./StepView.tsx";
import { WaitView } from "./WaitView.tsx";
import { preHydrationAnswers } from "../run/pre-hydration-answers.ts";
import { readPreHydrationInput } from "../run/pre-hydration-input.ts";
import { useAbandoned } from "../run/use-abandoned.ts";
import { useReconnected } from "../run/use-reconnected.ts";
import { useContinued } from "../run/use-continued.ts";
import { useStepTitle } from "./use-step-title.ts";

/** Of few visits, and never drawn by the server, which sees no such address. */
const ArrivalView = lazyPart(() => import("./Arrival.tsx"));

/** A run in the browser: one journey through the flow, and a new one when that is done and the form is opened again. */
export default function RunView({ page, resources, typed }: FlowViewProps) {
  const { flow } = resources;
  const route = generatePath(page.screen.route, page.params);
  const location = useLocation();
  const handed = location.state as FlowNavigationState | null;
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);

  // A run that is done belongs to its last step; the form itself begins anew.
  const asked = stepAsked(flow, page, location.pathname);
  const [journey, setJourney] = useState(() => {
    const run = page.flow?.run ?? null;
    return beginJourney(page, resources, run?.status === "done" && !asked.ends ? null : run, tabsAt);
  });
  /** The journey before this one: its receipt can still be gone back to. */
  const [finished, setFinished] = useState<Journey>();

  /** The arrival that this page was fetched for. */
  const arrival = useRef(handed?.anew);
  const isDone = journey.run.view().run?.status === "done";
  const current = asked.ends && !isDone && finished ? finished : journey;
  const run = current.run.view().run;
  const went = useTransferred(current.run);
  const wait = useWait(current.run);
  const token = useHandoffToken(flow);
  const open = stepIsOpen(flow, asked, run);
  const step = open ? asked : openStep(flow, run);

  // The form's address after the run is done: a new journey, so that nothing is sent twice.
  // While the page of another run is on its way, nothing is begun in its place.
  const awaited = handed?.anew !== undefined && handed.anew !== arrival.current;
  const anew = isDone && !asked.ends && !awaited;
  const isArriving = token !== undefined || (awaited && handed.arrives === true);
  const beginAnew = (): Journey => {
    const { went: _, ...where } = page.flow!;
    const fresh = beginJourney({ ...page, flow: where }, resources, null, tabsAt);
    setJourney(fresh);
    return fresh;
  };
  if (anew) {
    setFinished(journey);
    beginAnew();
  }
  useEffect(() => {
    if (open || anew || awaited || isArriving) return;
    current.run.sentBack();
    void navigate(stepPath(flow, route, step) + location.search, { replace: true });
  }, [open, anew, awaited, isArriving, current, flow, route, step, location.search, navigate]);

  // An address with the anchor of another step leads to that one; whether somebody may be there, the server knows.
  const anchored = stepAnchored(flow, location.hash);
  useEffect(() => {
    if (anchored === undefined || anchored === asked || awaited) return;
    void navigate(stepPath(flow, route, anchored) + location.search + location.hash, {
      replace: true,
      state: newArrival(),
    });
  }, [anchored, asked, awaited, flow, route, location.search, location.hash, navigate]);

  const isLedOn = useContinued(current, page, step, handed?.from === undefined);

  useLayoutEffect(() => {
    current.run.navigation = {
      go(next) {
        const way = { from: step.id, next, back: handed?.back };
        const { step: to, back } = stepAfterChange(flow, way, current.run.view().run);
        const own = receiptAddress(page, flow, to);
        if (own !== undefined) {
          void navigate(withCampaign(own, location.search), { state: newArrival() });
          return;
        }
        const path = withCampaign(stepAddress(flow, route, to), location.search);
        const handover: FlowNavigationState = { from: step.id, ...(back === undefined ? {} : { back }) };
        // Whoever goes back after a link that led on, goes back to where the link was.
        void navigate(path, { state: handover, replace: isLedOn.current });
      },
      leave(path, { keep, linked, anew: isLoaded } = {}) {
        const to = withCampaign(path, location.search, keep);
        if (isLoaded) return globalThis.location.assign(to);
        const state: FlowNavigationState = { ...newArrival(), ...(linked ? { linked } : {}) };
        void navigate(to, { state });
      },
      open: (address) => globalThis.location.assign(address),
      reload: () => globalThis.location.reload(),
    };
  }, [current, flow, page, route, step.id, handed?.back, location.search, navigate, isLedOn]);

  useLayoutEffect(() => current.run.showsStep(step.id), [current, step.id]);

  useBoundAddress(current.store, page, step.id);

  const handover = useRef(typed);
  useLayoutEffect(() => {
    const { store, run: controller } = journey;
    const early = { ...handover.current, ...(box.current ? readPreHydrationInput(box.current) : {}) };
    handover.current = undefined;
    const stop = controller.start(
      preHydrationAnswers(store.prepared, early),
      answersInAddress(store, page, location.search, journey.run.view().run),
    );
    if (handed?.linked && !controller.view().run) void controller.begin();
    if (handed?.refused?.length) {
      store.refuse(handed.refused);
      void navigate(location.pathname + location.search, { replace: true, state: null });
    }
    const leaving = () => controller.saveNow();
    addEventListener("pagehide", leaving);
    return () => {
      removeEventListener("pagehide", leaving);
      stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [journey]);

  // Whoever loads the address of the last step, and came from no other page of ours, has long been told.
  const alive = useHydrated();
  const [loadedWith] = useState(alive ? undefined : step.id);

  const isOurs = use(OutsideSite) === undefined;
  const dialog = useFlowDialog();
  useStepTitle(page, flow, step);
  useReconnected(current.run, resources);
  useAbandoned(flow, current.run);
  // What only later steps show. What cannot be had now is asked for again where it is to be drawn.
  useEffect(() => void whenUsed().then(() => loadWidgets(flow).catch(() => undefined)), [flow]);
  usePreparedCaptcha(page, box);

  // A new step begins at its title; so does a later one that a page is loaded with, where its title would have to be looked
  // for. Not the first one: nobody moved there.
  const drawn = useRef<string>(undefined);
  useEffect(() => {
    const before = drawn.current;
    if (before === step.id) return;
    drawn.current = step.id;
    const title = box.current?.querySelector("h1");
    const isLoaded = before === undefined;
    if (isLoaded && (!isOurs || dialog || step === flow.steps[0] || !isLow(title))) return;
    // Of a page that is not ours, no more is moved than it takes to see the title.
    if (dialog) dialog.toTop();
    else if (isOurs) {
      if (step.anchor === undefined) window.scrollTo(0, 0);
      // What stands over the form on its page may fill the screen.
      if (step.anchor !== undefined || isLow(title)) bringUp(box.current!);
    }
    if (!isLoaded) title?.focus({ preventScroll: isOurs });
  }, [flow, step, isOurs, dialog]);

  return (
    <PageContext value={page}>
      <div ref={box} id={isOurs && !dialog ? step.anchor : undefined} className={classes["flow"]}>
        {isArriving ? (
          <Suspense>
            <ArrivalView token={token} route={route} />
          </Suspense>
        ) : went && !step.ends ? (
          <GoneView went={went} onAnew={() => void beginAnew().run.begin()} />
        ) : wait && !step.ends ? (
          <WaitView
            key={`${current.number}.${wait.id}`}
            flow={flow}
            step={step}
            store={current.store}
            run={current.run}
            wait={wait}
            route={route}
          />
        ) : step.ends ? (
          <EndView
            flow={flow}
            step={step}
            store={current.store}
            run={current.run}
            arrived={step.id !== loadedWith}
          />
        ) : (
          <StepView
            key={`${current.number}.${step.id}`}
            flow={flow}
            step={step}
            store={current.store}
            run={current.run}
            route={route}
            back={handed?.back}
            from={handed?.from}
          />
        )}
      </div>
    </PageContext>
  );
}
