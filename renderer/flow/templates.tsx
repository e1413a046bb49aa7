import type { FieldTemplateProps, ObjectFieldTemplateProps, UiSchema } from "@rjsf/utils";
import { useDeferredValue, useState, type ReactNode } from "react";
import type { CompiledStep } from "../../schemas/engine/evaluate.ts";
import { useHydrated } from "../page/device.ts";
import { useWords } from "../page/words.ts";
import { Button } from "../controls/Button.tsx";
import { useAnyVisible, useFlow } from "../run/context.ts";
import { usePartId } from "../run/field-id.ts";
import { FilledWords } from "../run/FilledWords.tsx";
import classes from "./flow.module.css";
import { Group } from "./Group.tsx";
import { leafAt } from "./LeafField.tsx";

/** rjsf's frame of a field: ours are drawn by the leaves, so there is none. */
export function BareField({ children }: FieldTemplateProps) {
  return children;
}

export const Nothing = () => null;

/**
 * An object is the step itself, one of its sections, a group of fields, or a row of a list. The leaves in it are drawn by
 * their path: they need nothing of what rjsf works out for a field.
 */
export function ObjectTemplate({ properties, uiSchema }: ObjectFieldTemplateProps) {
  const { flow } = useFlow();
  const options = uiSchema?.["ui:options"] ?? {};
  const contents = properties.map(({ name, content }) => {
    const { part, path } = (uiSchema?.[name] as UiSchema | undefined)?.["ui:options"] ?? {};
    return part === "leaf" ? leafAt(flow, String(path)) : content;
  });
  switch (options["part"]) {
    case "section":
      return <Section id={String(options["section"])}>{contents}</Section>;
    case "group":
      return <Group compiled={String(options["path"])}>{contents}</Group>;
    case "row":
      return contents;
    default:
      return <Sections>{contents}</Sections>;
  }
}

/** Fields that fill a screen, however large it is. */
const screenful = 40;

/**
 * The sections of a step. A step that somebody goes to shows those that fill the screen, and the others once these were
 * painted, so that a long one is there as soon as a short one. What the server drew is there as a whole.
 */
function Sections({ children }: { children: ReactNode[] }) {
  const { step } = useFlow();
  const alive = useHydrated();
  const [first] = useState(() => (alive ? sectionsFor(step, screenful) : children.length));
  const count = useDeferredValue(children.length, first);
  return <div className={classes["sections"]}>{children.slice(0, count)}</div>;
}

/** How many sections it takes until there are so many fields. */
function sectionsFor({ sections }: CompiledStep, fields: number): number {
  let asked = 0;
  const index = sections.findIndex((section) => (asked += section.fields.length) >= fields);
  return index < 0 ? sections.length : index + 1;
}

/** Sections that may be on screen when a step is opened. */
const drawnAtOnce = 1;

/**
 * Properties of an element that the browser need not lay out before it comes near the screen: a step of a thousand
 * questions is there as soon as one of twenty.
 */
const drawnLater = (fields: number) => ({
  style: { contentVisibility: "auto", containIntrinsicBlockSize: `auto ${4 + fields * 3}rem` } as const,
  ref: staysOnceDrawn,
});

/** Once it was drawn it is like any other, so that what unfolds may stand out. The same ref each time: it listens once. */
function staysOnceDrawn(element: HTMLElement): () => void {
  const draw = (event: Event): void => {
    const { skipped } = event as ContentVisibilityAutoStateChangeEvent;
    if (event.target === element && !skipped) element.style.contentVisibility = "visible";
  };
  element.addEventListener("contentvisibilityautostatechange", draw);
  return () => element.removeEventListener("contentvisibilityautostatechange", draw);
}

/** Sends a finder's questions where no script does so at each choice. */
function Search() {
  const { text } = useWords();
  return (
    <noscript>
      <Button type="submit">{text("search")}</Button>
    </noscript>
  );
}

/** A section with a title; nothing at all while none of its fields can be seen. */
function Section({ id, children }: { id: string; children: ReactNode }) {
  const { flow, step } = useFlow();
  const index = step.sections.findIndex((one) => one.id === id);
  const section = step.sections[index]!;
  const visible = useAnyVisible(section.fields);
  const titleId = usePartId(`section-${step.id}-${id}`);
  if (!visible) return null;
  return (
    <section
      className={classes["section"]}
      {...(index < drawnAtOnce ? {} : drawnLater(section.fields.length))}
      aria-labelledby={section.title === undefined ? undefined : titleId}
    >
      {section.title !== undefined && (
        <h2 className={classes["sectionTitle"]} id={titleId}>
          <FilledWords words={section.title} inline />
        </h2>
      )}
      {section.body !== undefined && <FilledWords words={section.body} />}
      <div className={classes["fields"]}>{children}</div>
      {flow.finder && index === step.sections.length - 1 && <Search />}
    </section>
  );
}
