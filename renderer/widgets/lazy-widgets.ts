import type { ComponentType } from "react";
import type { CompiledFlow } from "../../schemas/engine/evaluate.ts";
import type { WidgetProps } from "./types.ts";

export type Control = ComponentType<WidgetProps>;

/** Widgets whose code comes only with a flow that has one. One line each, and `lazyWidget` in the registry. */
const sources: Record<string, () => Promise<{ default: Control }>> = {
  jsonForm: () => import("./JsonFormView.tsx"),
  days: () => import("./DaysView.tsx"),
  places: () => import("./PlacesView.tsx"),
  slots: () => import("./SlotsView.tsx"),
  button: () => import("./ActionButton.tsx"),
  submitButton: () => import("./SubmitButton.tsx"),
  file: () => import("./FileInput.tsx"),
  slider: () => import("./SliderView.tsx"),
  answers: () => import("./Answers.tsx"),
  event: () => import("./CalendarEvent.tsx"),
  document: () => import("./DocumentDownload.tsx"),
  pictureCard: () => import("./PictureCard.tsx"),
  link: () => import("./PageLink.tsx"),
  countdown: () => import("./Countdown.tsx"),
  confetti: () => import("./Confetti.tsx"),
};

const loaded = new Map<string, Control>();

/**
 * Loads what the fields of a flow need besides the registry: those of one step, or all of them. Rejects when it cannot be
 * had.
 */
export function loadWidgets({ fields }: Pick<CompiledFlow, "fields">, step?: string): Promise<void> {
  const asked = Object.values(fields).filter(({ path }) => step === undefined || path.startsWith(`${step}.`));
  return load(new Set(asked.map(({ widget }) => widget)));
}

/** For the server, which draws any flow and waits for nothing. */
export const loadEveryWidget = (): Promise<void> => load(new Set(Object.keys(sources)));

async function load(names: ReadonlySet<string>): Promise<void> {
  await Promise.all([...names].filter((name) => Object.hasOwn(sources, name)).map(loadWidget));
}

/** Rejects when it cannot be had; it can be asked for again then. */
export async function loadWidget(name: string): Promise<void> {
  if (!loaded.has(name)) loaded.set(name, (await sources[name]!()).default);
}

export const loadedWidget = (name: string): Control | undefined => loaded.get(name);
