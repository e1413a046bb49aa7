import type { FieldProps } from "@rjsf/utils";
import { useCallback } from "react";
import { problemWords } from "../../schemas/engine/evaluate.ts";
import { describedBy, FieldFrame } from "../widgets/FieldFrame.tsx";
import { widgetOf } from "../widgets/registry.ts";
import { afterPress } from "./after-press.ts";
import { useFlow, useLeaf } from "./context.ts";
import { fieldId } from "./field-id.ts";

/** A field as rjsf asks for it: rjsf says which one, the store says all the rest. */
export function LeafField({ uiSchema }: FieldProps) {
  const path: unknown = uiSchema?.["ui:options"]?.["path"];
  if (typeof path !== "string") throw new Error("a leaf without a path");
  return <Leaf path={path} />;
}

/** Draws one field, and again only when its own state changes. */
function Leaf({ path }: { path: string }) {
  const { flow, store } = useFlow();
  const state = useLeaf(path);
  const field = flow.fields[path]!;
  const { Control, label } = widgetOf(field.widget);
  const change = useCallback(
    (value: Parameters<typeof store.set>[1]) => store.set(path, value),
    [store, path],
  );
  const blur = useCallback(() => afterPress(() => store.touch(path)), [store, path]);
  const retry = useCallback(() => {
    const source = store.prepared.flow.fields[path]?.options;
    if (source && "data" in source) store.retry(source.data);
  }, [store, path]);
  const say = useCallback(
    (words: string) => problemWords(store.prepared, { path, code: words, words, values: {} }),
    [store, path],
  );
  if (!state.visible) return null;

  const id = fieldId(path);
  const problem = state.shown && problemWords(store.prepared, state.shown);
  return (
    <FieldFrame id={id} field={field} required={state.required} problem={problem} labelled={label}>
      <Control
        path={path}
        field={field}
        state={state}
        problem={problem}
        id={id}
        describedBy={describedBy(id, field, problem)}
        onChange={change}
        onBlur={blur}
        onRetry={retry}
        say={say}
      />
    </FieldFrame>
  );
}
