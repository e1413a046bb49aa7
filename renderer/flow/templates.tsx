import type { FieldTemplateProps, ObjectFieldTemplateProps } from "@rjsf/utils";
import { WordsView } from "../app/WordsView.tsx";
import { useAnyVisible, useFlow } from "./context.ts";
import classes from "./flow.module.css";

/** rjsf's frame of a field: ours are drawn by the leaves, so there is none. */
export function BareField({ children }: FieldTemplateProps) {
  return children;
}

export const Nothing = () => null;

/** An object is the step itself or one of its sections. */
export function ObjectTemplate({ properties, uiSchema }: ObjectFieldTemplateProps) {
  const section: unknown = uiSchema?.["ui:options"]?.["section"];
  const contents = properties.map(({ content }) => content);
  if (typeof section !== "string") return <div className={classes["sections"]}>{contents}</div>;
  return <Section id={section}>{contents}</Section>;
}

/** A section with a title; nothing at all while none of its fields can be seen. */
function Section({ id, children }: { id: string; children: React.ReactNode }) {
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
          <WordsView words={section.title} inline />
        </h2>
      )}
      {section.body !== undefined && <WordsView words={section.body} />}
      <div className={classes["fields"]}>{children}</div>
    </section>
  );
}
