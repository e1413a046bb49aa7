import { use, useLayoutEffect, useMemo, useRef, useState } from "react";
import { FinderAnswersContext } from "../page/finder-answers.ts";
import type { FlowViewProps } from "../run/resources.ts";
import { FlowContext } from "../run/context.ts";
import classes from "./flow.module.css";
import { PageContext } from "../run/page-context.ts";
import { beginJourney } from "../run/journey.ts";
import { Chips } from "./Chips.tsx";
import { FinderDrawer, type Drawer } from "./FinderDrawer.tsx";
import { FinderTitle } from "./FinderTitle.tsx";
import { Tabs, type TabsSlot } from "./Tabs.tsx";
import { OptionsOfPage } from "./OptionsOfPage.tsx";
import { StepForm } from "./StepForm.tsx";
import { StepTitle } from "./StepTitle.tsx";
import { preHydrationAnswers } from "../run/pre-hydration-answers.ts";
import { readPreHydrationInput } from "../run/pre-hydration-input.ts";
import { useFinderAddress } from "./use-finder-address.ts";

/** A finder: questions whose answers are in the address, and what they find. Nothing of it is stored, here or there. */
export default function FinderView({ page, resources, typed }: FlowViewProps) {
  const { flow } = resources;
  const [{ store, run }] = useState(() => beginJourney(page, resources, null));
  const parts = useMemo(() => ({ flow, step: flow.steps[0]!, store, run }), [flow, store, run]);
  const [heading, setHeading] = useState(page.screen.heading);
  const box = useRef<HTMLDivElement>(null);
  useFinderAddress(store, page);
  const answers = use(FinderAnswersContext);
  const early = useRef(typed);
  useLayoutEffect(() => {
    const chosen = { ...early.current, ...(box.current ? readPreHydrationInput(box.current) : {}) };
    early.current = undefined;
    if (Object.keys(chosen).length > 0) store.setMany(preHydrationAnswers(store.prepared, chosen));
    store.start();
    const tell = (): void => answers.tell(store.evaluation().values);
    tell();
    return store.onEdit(tell);
  }, [store, answers]);
  const block = page.screen.blocks.find((one) => one["flow"] === flow.flow);
  const drawer = block?.["drawer"] as Drawer | undefined;
  const tabs = block?.["tabs"] as TabsSlot | undefined;
  const form = (
    <StepForm>
      {/* Nothing stands after what was found; rjsf would put a button of its own there. */}
      <></>
    </StepForm>
  );
  return (
    <PageContext value={page}>
      <div ref={box} className={classes["flow"]} data-finder data-drawer={drawer?.below}>
        <FlowContext value={parts}>
          <OptionsOfPage page={page} store={store} />
          <FinderTitle page={page} onHeading={setHeading} />
          <StepTitle called={heading} />
          {tabs && <Tabs page={page} tabs={tabs} />}
          {drawer ? (
            <FinderDrawer page={page} drawer={drawer}>
              {form}
            </FinderDrawer>
          ) : (
            form
          )}
          {block?.["chips"] === true && <Chips page={page} />}
        </FlowContext>
      </div>
    </PageContext>
  );
}
