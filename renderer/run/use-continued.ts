import { useEffect, useRef, type RefObject } from "react";
import { useLocation } from "react-router";
import type { CompiledStep, Page } from "../../schemas/engine/evaluate.ts";
import type { Journey } from "./journey.ts";

/**
 * Whoever comes by a link with the answer that a step needs goes on from there by itself, once that is known to be offered;
 * where it is not, the step is there to be answered. Says whether that is what is being done now.
 */
export function useContinued(
  { store, run }: Journey,
  { screen }: Page,
  step: CompiledStep,
  hasArrived: boolean,
): RefObject<boolean> {
  const { search } = useLocation();
  const isLeading = useRef(false);
  const path = screen.continues?.startsWith(`${step.id}.`) ? screen.continues : undefined;
  const given = path === undefined ? null : new URLSearchParams(search).get(screen.bound![path]!);
  useEffect(() => {
    if (path === undefined || given === null || !hasArrived) return undefined;
    let isDone = false;
    const look = (): void => {
      const { value, options, status } = store.leaf(path);
      const isOffered = status !== "loading" && (options ?? []).some((option) => option.value === given);
      if (isDone || value !== given || !isOffered) return;
      isDone = true;
      isLeading.current = true;
      void run.submitStep(step.id).finally(() => {
        isLeading.current = false;
      });
    };
    look();
    return store.subscribe(path, look);
  }, [store, run, step.id, path, given, hasArrived]);
  return isLeading;
}
