import { toFieldPathId, type FieldProps } from "@rjsf/utils";
import { useCallback, useMemo, type ComponentType, type ReactNode } from "react";
import { plainWords, rowsIn } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { rowsOf } from "../widgets/lists.ts";
import { useFlow, useLeaf } from "../run/context.ts";
import { useFieldId } from "../run/field-id.ts";
import { useFilled } from "../run/filled-words.ts";
import { RowContext } from "../run/row-context.ts";
import { problemText } from "../run/problem-text.ts";
import { rowTitle } from "../run/row-title.ts";

/**
 * A list as rjsf asks for it. The rows are those in the store; rjsf walks each of them, and the place says which one it
 * is. A list stands in no other list's rows, so its path is the one that it was compiled with.
 */
export function RowsField({ uiSchema, schema, registry, fieldPathId, ...rest }: FieldProps) {
  const path: unknown = uiSchema?.["ui:options"]?.["path"];
  if (typeof path !== "string") throw new Error("a list without a path");
  const SchemaField = registry.fields["SchemaField"] as ComponentType<FieldProps>;
  const draw = (row: string) => (
    <SchemaField
      {...rest}
      name={row}
      schema={schema.items as FieldProps["schema"]}
      uiSchema={uiSchema?.["items"] as FieldProps["uiSchema"]}
      fieldPathId={toFieldPathId(row, registry.globalFormOptions, fieldPathId)}
      formData={undefined}
      registry={registry}
    />
  );
  return <List path={path} draw={draw} />;
}

function List({ path, draw }: { path: string; draw(row: string): ReactNode }) {
  const { flow, store } = useFlow();
  const state = useLeaf(path);
  const { text } = useWords();
  const field = flow.fields[path]!;
  const label = useFilled(field.label);
  const hint = useFilled(field.hint);
  const id = useFieldId(path);
  const add = useCallback(() => store.addRow(path), [store, path]);
  const remove = useCallback((row: string) => store.removeRow(path, row), [store, path]);
  const move = useCallback((row: string, by: number) => store.moveRow(path, row, by), [store, path]);
  if (!state.visible) return null;

  const rows = rowsIn(state.value);
  const least = Number(field.schema["minItems"] ?? 0);
  const most = store.rowLimit(path);
  const full =
    most !== undefined && rows.length >= most
      ? problemText(store, {
          path,
          code: "maxItems",
          words: field.says["maxItems"] ?? "maxItems",
          values: { limit: String(most) },
        })
      : undefined;
  const { Rows } = rowsOf(field.widget);
  return (
    <Rows
      id={id}
      path={path}
      label={label}
      hint={hint}
      problem={state.shown && problemText(store, state.shown)}
      optional={!state.required}
      enabled={state.enabled}
      add={field.add === undefined ? text("rows.add") : plainWords(field.add)}
      full={full}
      // Of one that may be left out, even the last row can go again.
      removable={!state.required || rows.length > Math.max(least, 1)}
      onAdd={add}
      onRemove={remove}
      onMove={field.ordered ? move : undefined}
      rows={rows.map((row, index) => ({
        id: row,
        title: rowTitle(field, index + 1),
        content: (
          <Row key={row} list={path} id={row}>
            {draw(row)}
          </Row>
        ),
      }))}
    />
  );
}

/** What is drawn in here is in this row. */
function Row({ list, id, children }: { list: string; id: string; children: ReactNode }) {
  const row = useMemo(() => ({ list, id }), [list, id]);
  return <RowContext value={row}>{children}</RowContext>;
}
