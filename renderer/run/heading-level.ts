import { createContext, use } from "react";
import { FlowContext } from "./context.ts";

/** The heading of a flow's step, or of what was answered: that of the page, unless it stands beside or within another one. */
export const StepHeading = createContext<"h1" | "h2">("h1");

/**
 * The heading of what stands among the fields: below the section's, and in its place where the section has none. What is
 * shown beside the step that is answered stands below what holds it there.
 */
export function useHeadingLevel(path: string): "h2" | "h3" {
  const over = use(StepHeading);
  const sections = use(FlowContext)?.step.sections ?? [];
  const section = sections.find(({ fields }) =>
    fields.some((field) => path === field || path.startsWith(`${field}.`)),
  );
  return (section ? section.title === undefined : over === "h1") ? "h2" : "h3";
}
