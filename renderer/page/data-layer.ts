import type { CompiledFlow, PageTags, StepEvent } from "../../schemas/engine/evaluate.ts";
import { whenAllowed } from "./consent.ts";

export type Pushed = StepEvent | { event: string; [name: string]: string | number };

/** Where events wait for a container of tags, loaded or not: a list that it takes over, as it is usual. */
function push(event: Pushed): void {
  const page = globalThis as { dataLayer?: Pushed[] };
  (page.dataLayer ??= []).push(event);
}

/** Tells analytics of a step that was continued from. Nothing personal is in it: definitions with such are not served. */
export const tellOfStep = (event: StepEvent): void => push(event);

/** Tells of a step that was accepted on another page than its form's, where its event says no more than its name. */
export function tellOfAccepted({ flow, steps }: CompiledFlow, id: string): void {
  push({ event: "step_accepted", flow, step: id });
  const { analytics } = steps.find((step) => step.id === id) ?? {};
  if (analytics && Object.keys(analytics.with).length === 0) push({ event: analytics.event });
}

/** Tells analytics which page is looked at. The query stays out of it: anything may stand there. */
export const tellOfPage = (path: string): void => push({ event: "page_view", page_path: path });

/**
 * Loads the brand's container of tags once measuring is allowed, with the nonce that lets it bring its own along. What was
 * told before that is forgotten, but for the page that is looked at.
 */
export function loadTags(tags: PageTags): void {
  whenAllowed("analytics", (isLater) => {
    if (isLater) {
      const page = globalThis as { dataLayer?: Pushed[] };
      page.dataLayer = (page.dataLayer ?? []).filter(({ event }) => event === "page_view").slice(-1);
    }
    load(tags);
  });
}

function load(tags: PageTags): void {
  push({ event: "gtm.js", "gtm.start": Date.now() });
  void import("./tag-container.ts").then(({ loadTagContainer }) => loadTagContainer(tags, push));
}
