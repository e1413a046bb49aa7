import { useMemo, type ReactElement } from "react";
import type { Answer, CompiledField, CompiledFlow } from "../../schemas/engine/evaluate.ts";
import { describedBy, FieldFrame } from "../widgets/FieldFrame.tsx";
import { OptionsStatus } from "../widgets/OptionsStatus.tsx";
import { widgetOf } from "../widgets/registry.ts";
import type { WidgetProps } from "../widgets/types.ts";
import { afterPointerUp } from "../run/after-pointer-up.ts";
import { useFlow, useLeaf } from "../run/context.ts";
import type { FlowStore } from "../run/store.ts";
import { useFieldId } from "../run/field-id.ts";
import { useFailedQueries } from "../run/use-failed-queries.ts";
import { readsValues, useFilledField } from "../run/filled-words.ts";
import { LookUp } from "./LookUp.tsx";
import { usePath } from "../run/row-context.ts";
import { problemText } from "../run/problem-text.ts";

/** A field by its path as it is compiled. Most words read nothing: only the others are followed. */
export function leafAt({ fields }: CompiledFlow, compiled: string): ReactElement {
  const field = fields[compiled]!;
  return readsValues(field) ? (
    <FilledLeaf key={compiled} compiled={compiled} field={field} />
  ) : (
    <Leaf key={compiled} compiled={compiled} field={field} />
  );
}

interface LeafProps {
  compiled: string;
  field: CompiledField;
}

const FilledLeaf = ({ compiled, field }: LeafProps) => (
  <Leaf compiled={compiled} field={useFilledField(field)} />
);

/** What its widget does with an answer, and what it says; the same while the field is drawn. */
const waysOf = (store: FlowStore, path: string, { options }: CompiledField) => ({
  onChange: (value: Answer | undefined) => store.set(path, value),
  onBlur: () => afterPointerUp(() => store.touch(path)),
  onRetry() {
    if (options && "data" in options) store.retry(options.data);
  },
  say: (words: string, values: Record<string, string> = {}) =>
    problemText(store, { path, code: words, words, values }),
});

/** Draws one field, and again only when its own state changes, or what its words read. */
function Leaf({ compiled, field }: LeafProps) {
  const { flow, store, run } = useFlow();
  const path = usePath(compiled);
  const state = useLeaf(path);
  const widget = widgetOf(field);
  const { Control } = widget;
  const ways = useMemo(() => waysOf(store, path, flow.fields[compiled]!), [store, path, flow, compiled]);
  const id = useFieldId(path);
  if (!state.visible) return null;

  const problem = state.shown && problemText(store, state.shown);
  const given = {
    path,
    field,
    state,
    problem,
    id,
    describedBy: describedBy(id, field, problem),
    ...ways,
    onUpload: run.upload,
    onDiscard: run.discard,
  };
  const control =
    field.enabledWhen === undefined ? (
      <Control {...given} />
    ) : (
      <>
        <Control {...given} />
        {state.status !== "failed" && <FailedQueries {...given} />}
      </>
    );
  if (widget.label === "none") return control;
  return (
    <FieldFrame id={id} path={path} field={field} required={state.required} problem={problem} widget={widget}>
      {field.looksUp === undefined ? (
        control
      ) : (
        <LookUp data={field.looksUp} path={path} id={id} say={ways.say}>
          {control}
        </LookUp>
      )}
    </FieldFrame>
  );
}

/** Says at a field that cannot be answered that what it hangs on could not be had, with a way to try again. */
function FailedQueries(props: WidgetProps) {
  const { field, state } = props;
  const { store } = useFlow();
  const failed = useFailedQueries(field, state.enabled);
  if (failed.length === 0) return null;
  return (
    <OptionsStatus
      {...props}
      state={{ ...state, status: "failed" }}
      onRetry={() => failed.forEach((name) => store.retry(name))}
    />
  );
}
