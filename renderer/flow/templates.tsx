import type { FieldTemplateProps, ObjectFieldTemplateProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { useAnyVisible, useFlow } from "./context.ts";
import { FilledWords } from "./FilledWords.tsx";
import classes from "./flow.module.css";
import { Group } from "./Group.tsx";

/** rjsf's frame of a field: ours are drawn by the leaves, so there is none. */
export function BareField({ children }: FieldTemplateProps) {
  return children;
}

export const Nothing = () => null;

/** An object is the step itself, one of its sections, a group of fields, or a row of a list. */
export function ObjectTemplate({ properties, uiSchema }: ObjectFieldTemplateProps) {
  const options = uiSchema?.["ui:options"] ?? {};
  const contents = properties.map(({ content }) => content);
  switch (options["part"]) {
    case "section":
      return <Section id={String(options["section"])}>{contents}</Section>;
    case "group":
      return <Group compiled={String(options["path"])}>{contents}</Group>;
    case "row":
      return contents;
    default:
      return <div className={classes["sections"]}>{contents}</div>;
  }
}

/** A section with a title; nothing at all while none of its fields can be seen. */
function Section({ id, children }: { id: string; children: ReactNode }) {
  const { step } = useFlow();
  const section = step.sections.find((one) => one.id === id)!;
  const visible = useAnyVisible(section.fields);
  if (!visible) return null;
  const titleId = `section-${step.id}-${id}`;
  return (
    <section
      className={classes["section"]}
      aria-labelledby={section.title === undefined ? undefined : titleId}
    >
      {section.title !== undefined && (
        <h2 className={classes["sectionTitle"]} id={titleId}>
          <FilledWords words={section.title} inline />
        </h2>
      )}
      {section.body !== undefined && <FilledWords words={section.body} />}
      <div className={classes["fields"]}>{children}</div>
    </section>
  );
}
