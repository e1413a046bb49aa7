import type { FieldProps } from "@rjsf/utils";
import { useCallback } from "react";
import type { CompiledField } from "../../schemas/engine/evaluate.ts";
import { describedBy, FieldFrame } from "../widgets/FieldFrame.tsx";
import { OptionsStatus } from "../widgets/OptionsStatus.tsx";
import { widgetOf } from "../widgets/registry.ts";
import { afterPointerUp } from "../run/after-pointer-up.ts";
import { useFlow, useLeaf } from "../run/context.ts";
import { useFieldId } from "../run/field-id.ts";
import { useFailedQueries } from "../run/use-failed-queries.ts";
import { readsValues, useFilledField } from "../run/filled-words.ts";
import { LookUp } from "./LookUp.tsx";
import { usePath } from "../run/row-context.ts";
import { problemText } from "../run/problem-text.ts";

/** A field as rjsf asks for it: rjsf says which one, the store says all the rest. */
export function LeafField({ uiSchema }: FieldProps) {
  const path: unknown = uiSchema?.["ui:options"]?.["path"];
  if (typeof path !== "string") throw new Error("a leaf without a path");
  return <LeafAt path={path} />;
}

/** Most words read nothing: only the others are followed. */
export function LeafAt({ path: compiled }: { path: string }) {
  const field = useFlow().flow.fields[compiled]!;
  return readsValues(field) ? (
    <FilledLeaf compiled={compiled} field={field} />
  ) : (
    <Leaf compiled={compiled} field={field} />
  );
}

interface LeafProps {
  compiled: string;
  field: CompiledField;
}

const FilledLeaf = ({ compiled, field }: LeafProps) => (
  <Leaf compiled={compiled} field={useFilledField(field)} />
);

/** Draws one field, and again only when its own state changes, or what its words read. */
function Leaf({ compiled, field }: LeafProps) {
  const { flow, store, run } = useFlow();
  const path = usePath(compiled);
  const state = useLeaf(path);
  const widget = widgetOf(field);
  const { Control } = widget;
  const change = useCallback(
    (value: Parameters<typeof store.set>[1]) => store.set(path, value),
    [store, path],
  );
  const blur = useCallback(() => afterPointerUp(() => store.touch(path)), [store, path]);
  const retry = useCallback(() => {
    const source = flow.fields[compiled]?.options;
    if (source && "data" in source) store.retry(source.data);
  }, [store, flow, compiled]);
  const say = useCallback(
    (words: string, values: Record<string, string> = {}) =>
      problemText(store, { path, code: words, words, values }),
    [store, path],
  );
  const id = useFieldId(path);
  const failed = useFailedQueries(field, state.enabled);
  if (!state.visible) return null;

  const problem = state.shown && problemText(store, state.shown);
  const given = {
    path,
    field,
    state,
    problem,
    id,
    describedBy: describedBy(id, field, problem),
    onChange: change,
    onBlur: blur,
    onRetry: retry,
    say,
    onUpload: run.upload,
    onDiscard: run.discard,
  };
  const control = (
    <>
      <Control {...given} />
      {failed.length > 0 && state.status !== "failed" && (
        <OptionsStatus
          {...given}
          state={{ ...state, status: "failed" }}
          onRetry={() => failed.forEach((name) => store.retry(name))}
        />
      )}
    </>
  );
  if (widget.label === "none") return control;
  return (
    <FieldFrame id={id} path={path} field={field} required={state.required} problem={problem} widget={widget}>
      {field.looksUp === undefined ? (
        control
      ) : (
        <LookUp data={field.looksUp} path={path} id={id} say={say}>
          {control}
        </LookUp>
      )}
    </FieldFrame>
  );
}
