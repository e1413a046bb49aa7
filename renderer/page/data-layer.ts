import { loadPart } from "./lazy-part.ts";
import {
  handoffAnchor,
  toldPath,
  type CompiledFlow,
  type Page,
  type PageTags,
  type StepEvent,
} from "../../schemas/engine/evaluate.ts";
import { whenAllowed } from "./consent.ts";
import { mayHoldSecret } from "./secret-address.ts";

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

/** Tells analytics which page is looked at. The query stays out of it: anything may stand there. So do secrets of its path. */
export const tellOfPage = ({ screens }: Page["brand"], path: string): void =>
  push({ event: "page_view", page_path: toldPath(screens, path) });

/**
 * Whether the address of the document holds a secret, what takes a run to this device among them, or leads on to a page
 * that does. A container reads addresses by itself: such a document has none.
 */
function hasSecret({ screens }: Page["brand"]): boolean {
  if (location.hash.startsWith(`#${handoffAnchor}`)) return true;
  return mayHoldSecret(screens, location.pathname + location.search);
}

/**
 * Loads the brand's container of tags once measuring is allowed, with the nonce that lets it bring its own along. What was
 * told before that is forgotten, but for the page that is looked at.
 */
export function loadTags(tags: PageTags, brand: Page["brand"]): void {
  whenAllowed("analytics", (isLater) => {
    if (hasSecret(brand)) return;
    if (isLater) {
      const page = globalThis as { dataLayer?: Pushed[] };
      page.dataLayer = (page.dataLayer ?? []).filter(({ event }) => event === "page_view").slice(-1);
    }
    load(tags, (path) => toldPath(brand.screens, path));
  });
}

function load(tags: PageTags, toldOf: (path: string) => string): void {
  push({ event: "gtm.js", "gtm.start": Date.now() });
  void loadPart(() => import("./tag-container.ts")).then(({ loadTagContainer }) =>
    loadTagContainer(tags, push, toldOf),
  );
}
