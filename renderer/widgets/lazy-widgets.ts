import { createElement, type ComponentType } from "react";
import type { CompiledFlow } from "../../schemas/engine/evaluate.ts";
import type { WidgetProps } from "./types.ts";

type Control = ComponentType<WidgetProps>;

/** Widgets whose code comes only with a flow that has one. One line each, and `lazyWidget` in the registry. */
const sources: Record<string, () => Promise<{ default: Control }>> = {
  jsonForm: () => import("./JsonFormView.tsx"),
  days: () => import("./DaysView.tsx"),
  slots: () => import("./SlotsView.tsx"),
  slider: () => import("./SliderView.tsx"),
  answers: () => import("./Answers.tsx"),
  event: () => import("./CalendarEvent.tsx"),
  document: () => import("./DocumentDownload.tsx"),
  confetti: () => import("./Confetti.tsx"),
};

const loaded = new Map<string, Control>();

/** Loads what the fields of a flow need besides the registry. Rejects when it cannot be had. */
export const loadWidgets = ({ fields }: Pick<CompiledFlow, "fields">): Promise<void> =>
  load(new Set(Object.values(fields).map(({ widget }) => widget)));

/** For the server, which draws any flow and waits for nothing. */
export const loadEveryWidget = (): Promise<void> => load(new Set(Object.keys(sources)));

async function load(names: ReadonlySet<string>): Promise<void> {
  await Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      if (names.has(name) && !loaded.has(name)) loaded.set(name, (await source()).default);
    }),
  );
}

/** @throws {Error} when it was not loaded. */
export function loadedWidget(name: string): Control {
  const control = loaded.get(name);
  if (!control) throw new Error(`the widget "${name}" was not loaded`);
  return control;
}

/**
 * Stands in the registry for a widget whose code comes later. The styles of what is around it come with the form page's
 * own, so that nothing moves when the code comes.
 */
export const lazyWidget = (name: string, className: string | undefined): Control =>
  function Later(props) {
    const control = createElement(loadedWidget(name), props);
    return createElement("div", { className, "data-widget": name }, control);
  };
