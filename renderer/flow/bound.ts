import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { fieldAt, typedAnswer, formatOf, type Answer, type Page } from "../../schemas/engine/evaluate.ts";
import type { FlowStore } from "./store.ts";

/**
 * The answers that the address gives, for the fields that have none yet. What turns out not to be offered, the engine
 * clears.
 */
export function answersInAddress(
  store: FlowStore,
  { screen, params }: Pick<Page, "screen" | "params">,
  search: string,
): Record<string, Answer> {
  const query = new URLSearchParams(search);
  const answers = store.answers();
  return Object.fromEntries(
    Object.entries(screen.bound ?? {}).flatMap(([path, name]) => {
      const given = Object.hasOwn(params, name) ? [params[name]!] : query.getAll(name);
      const answer = answers[path] === undefined ? answerIn(store, path, given) : undefined;
      return answer === undefined ? [] : [[path, answer] as const];
    }),
  );
}

function answerIn(store: FlowStore, path: string, given: string[]): Answer | undefined {
  const field = fieldAt(store.prepared, path);
  const [first] = given;
  if (!field || first === undefined) return undefined;
  if (field.type === "choices") return given;
  if (field.type === "boolean") return first === "true" ? true : undefined;
  const answer = typedAnswer(field, field.format && formatOf(field.format), first);
  return typeof answer === "number" && !Number.isFinite(answer) ? undefined : answer;
}

/** The query with the answers of these fields in it, and everything else as it was. */
export function withAnswers(search: string, store: FlowStore, bound: [path: string, name: string][]): string {
  const query = new URLSearchParams(search);
  for (const [path, name] of bound) {
    const { value } = store.leaf(path);
    const texts = Array.isArray(value) ? value : value === undefined ? [] : [String(value)];
    if (texts.join("\0") === query.getAll(name).join("\0")) continue;
    query.delete(name);
    for (const text of texts) query.append(name, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Keeps the answers of a step that belong in the address there; those in the route stay as they are. */
export function useBoundAddress(store: FlowStore, { screen, params }: Page, step: string): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  useEffect(() => {
    const bound = Object.entries(screen.bound ?? {}).filter(
      ([path, name]) => path.startsWith(`${step}.`) && !Object.hasOwn(params, name),
    );
    const write = (): void => {
      const now = withAnswers(search, store, bound);
      if (new URLSearchParams(now).toString() === new URLSearchParams(search).toString()) return;
      void navigate(pathname + now + hash, { replace: true, state: state as unknown });
    };
    const stops = bound.map(([path]) => store.subscribe(path, write));
    return () => stops.forEach((stop) => stop());
  }, [store, screen, params, step, pathname, search, hash, state, navigate]);
}
