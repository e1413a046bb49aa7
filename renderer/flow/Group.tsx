import type { ReactNode } from "react";
import { frameOf } from "../widgets/registry.ts";
import { useAnyVisible, useFlow, useLeaf } from "../run/context.ts";
import { useFieldId } from "../run/field-id.ts";
import { useFilled } from "../run/filled-words.ts";
import { usePath } from "../run/row-context.ts";
import { problemText } from "../run/problem-text.ts";

/** Fields under one name; nothing while none of them can be seen. */
export function Group({ compiled, children }: { compiled: string; children: ReactNode }) {
  const { flow, store } = useFlow();
  const path = usePath(compiled);
  const field = flow.fields[compiled]!;
  const state = useLeaf(path);
  const visible = useAnyVisible(field.fields ?? []);
  const label = useFilled(field.label);
  const hint = useFilled(field.hint);
  const id = useFieldId(path);
  if (!state.visible || !visible) return null;
  const { Frame } = frameOf(field.widget);
  return (
    <Frame
      id={id}
      path={path}
      label={label}
      hint={hint}
      problem={state.shown && problemText(store, state.shown)}
    >
      {children}
    </Frame>
  );
}
