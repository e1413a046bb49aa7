import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { IdPrefix } from "../run/field-id.ts";
import { InDialog } from "../run/in-dialog.ts";
import type { FlowResources } from "../run/resources.ts";
import type { Page } from "../../schemas/engine/evaluate.ts";
import { PageRouter } from "./PageRouter.tsx";

interface FlowInDialogProps {
  page: Page;
  resources: FlowResources;
  /** The query that the page was fetched with, with `?`. */
  query: string;
  isOpen: boolean;
  onClose(): void;
  /** The flow has come to its end in here. */
  onDone(): void;
}

/** A flow in a dialog over another page: its steps have addresses of their own in here. */
export function FlowInDialog({ page, resources, query, isOpen, onClose, onDone }: FlowInDialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const closing = useRef(onClose);
  useEffect(() => void (closing.current = onClose), [onClose]);

  const dialog = useMemo(
    () => ({
      toTop: () => box.current?.closest("[data-dialog-body]")?.scrollTo(0, 0),
      close: () => closing.current(),
    }),
    [],
  );

  // Whoever opens it begins at its title.
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [isOpen]);

  const { View } = resources;
  return (
    <div ref={box}>
      <PageRouter page={page} address={page.path + query} onLeave={onClose}>
        <InDialog value={dialog}>
          <IdPrefix value="dialog-">
            <View page={page} resources={resources} />
          </IdPrefix>
        </InDialog>
        <WhenDone resources={resources} onDone={onDone} />
      </PageRouter>
    </div>
  );
}

/** Tells when the flow has come to its last step. Draws nothing. */
function WhenDone({ resources, onDone }: Pick<FlowInDialogProps, "resources" | "onDone">) {
  const { pathname } = useLocation();
  const ends = resources.flow.steps.some(
    (step) => step.ends && pathname.endsWith(`/${step.slug}`) && step !== resources.flow.steps[0],
  );
  useEffect(() => {
    if (ends) onDone();
  }, [ends, onDone]);
  return null;
}
