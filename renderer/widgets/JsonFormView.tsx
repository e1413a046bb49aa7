import Form from "@rjsf/core";
import { createSchemaUtils, deepEquals, getDiscriminatorFieldFromSchema, type RJSFSchema } from "@rjsf/utils";
import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent } from "react";
import type { Answer } from "../../schemas/engine/evaluate.ts";
import { useWords } from "../page/words.ts";
import { afterPointerUp } from "../run/after-pointer-up.ts";
import { useHydrated } from "../page/device.ts";
import { useFlow } from "../run/context.ts";
import { Problem } from "./FieldFrame.tsx";
import { jsonFormFields } from "./JsonFormFields.tsx";
import { answerOf, hasContent, translator, type JsonObject } from "./json-form-data.ts";
import { errorSchema, placedProblems, problemText, type QuestionType } from "./json-form-problems.ts";
import { mergeAllOf } from "./json-form-merge.ts";
import { formValidators } from "./json-form-validator.ts";
import { JsonFormChoices, JsonFormProblems } from "./json-form-context.ts";
import { JsonFormUndo, putBack, removalOf, type DataPath, type Removal } from "./json-form-undo.ts";
import { jsonFormTemplates } from "./JsonFormTemplates.tsx";
import { jsonFormWidgets } from "./JsonFormWidgets.tsx";
import type { WidgetProps } from "./types.ts";
import classes from "./JsonForm.module.css";

const separator = "-";
/** The engine says which of them are filled in, as a `default`. */
const defaults = { constAsDefaults: "never" } as const;

/** A form from a JSON Schema, drawn by rjsf in full. Its data is one answer; the engine judges it as a whole. */
export default function JsonFormView({ path, state, problem, id, onChange }: WidgetProps) {
  const { store } = useFlow();
  const { text } = useWords();
  const alive = useHydrated();
  const { flow, validators } = store.prepared;
  const field = flow.fields[path]!;
  const schema = field.schema as RJSFSchema;
  const asked = useMemo(() => formValidators(field, validators), [field, validators]);
  const utils = useMemo(() => createSchemaUtils(asked.rjsf, schema, defaults, mergeAllOf), [asked, schema]);
  const withDefaults = (value: Answer | undefined): JsonObject =>
    (utils.getDefaultFormState(schema, value ?? {}) ?? {}) as JsonObject;

  // Rjsf tells what was emptied from what was never filled in; the answer does not.
  const [held, setHeld] = useState(() => ({ data: withDefaults(state.value), value: state.value }));
  if (!deepEquals(held.value, state.value)) {
    setHeld({ data: withDefaults(state.value), value: state.value });
  }
  const take = (data: JsonObject): void => {
    const value = answerOf(data);
    setHeld({ data, value });
    onChange(value);
  };
  const takeNow = useRef(take);
  takeNow.current = take;

  const [removal, setRemoval] = useState<Removal>();
  const data = useRef(held.data);
  data.current = held.data;
  const undoing = useMemo(
    () => ({
      removal,
      removing: (place: DataPath, title: string) => setRemoval(removalOf(data.current, place, title)),
      forget: () => setRemoval(undefined),
      undo() {
        const restored = removal && putBack(data.current, removal);
        if (restored) takeNow.current(restored);
        setRemoval(undefined);
      },
    }),
    [removal],
  );

  // What the form fills in by itself is an answer too, where that matters.
  const drawn = useRef(false);
  useEffect(() => {
    drawn.current = true;
    const judge = asked.whole;
    const value = answerOf(held.data);
    if (deepEquals(value, state.value)) return;
    if (hasContent(value) || (judge(value ?? {}) && !judge(state.value ?? {}))) takeNow.current(held.data);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [choices, setChoices] = useState<Record<string, number>>({});
  const choose = useCallback(
    (selector: string, option: number) =>
      setChoices((known) => (known[selector] === option ? known : { ...known, [selector]: option })),
    [],
  );
  const pressed = state.shown !== undefined;
  const idOf = (place: (string | number)[]): string => [id, ...place].join(separator);
  const problems = useMemo(() => {
    const found = placedProblems(
      {
        whole: asked.whole,
        option: asked.of,
        chosen: (place, options, value, parent) =>
          choices[`${idOf(place)}__${parent["oneOf"] === options ? "oneof" : "anyof"}_select`] ??
          utils.getClosestMatchingOption(
            value,
            options as RJSFSchema[],
            0,
            getDiscriminatorFieldFromSchema(parent as RJSFSchema),
          ),
      },
      answerOf(held.data) ?? {},
    );
    return found.filter((one) => pressed || left.has(idOf(one.path)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [held.data, pressed, left, choices, asked, utils, id]);
  const errors = useMemo(() => errorSchema(problems), [problems]);
  const say = useMemo(() => {
    const byId = new Map(problems.map((one) => [idOf(one.path), one]));
    return (place: string, name: string, type: QuestionType): string | undefined => {
      const one = byId.get(place);
      return one && problemText(flow, one, name, type);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [problems, flow, id]);

  const focusFirst = (event: FocusEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    const find = (what: string) => event.currentTarget.querySelector<HTMLElement>(what);
    const control = find('[aria-invalid="true"]') ?? find("input, select, textarea");
    control?.scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
  };

  return (
    <div
      id={id}
      className={classes["whole"]}
      tabIndex={-1}
      onFocus={focusFirst}
      data-path={path}
      // Before it is alive nothing would hear what is typed.
      inert={!alive}
    >
      <JsonFormChoices value={choose}>
        <JsonFormProblems value={say}>
          <JsonFormUndo value={undoing}>
            <Form
              // A form in a form is none.
              tagName="div"
              schema={schema}
              uiSchema={field.raw?.ui ?? {}}
              formData={held.data}
              validator={asked.rjsf}
              fields={jsonFormFields}
              templates={jsonFormTemplates}
              widgets={jsonFormWidgets}
              translateString={translator(text)}
              idPrefix={id}
              idSeparator={separator}
              disabled={!state.enabled}
              experimental_defaultFormStateBehavior={defaults}
              experimental_customMergeAllOf={mergeAllOf}
              extraErrors={errors}
              noHtml5Validate
              noValidate
              showErrorList={false}
              onChange={({ formData }) => {
                // Rjsf says what it filled in while it is drawn for the first time.
                if (drawn.current) takeNow.current((formData ?? {}) as JsonObject);
              }}
              onBlur={(control) => afterPointerUp(() => setLeft((known) => new Set([...known, control])))}
            >
              {/* Continuar is the step's. */}
              <></>
            </Form>
          </JsonFormUndo>
        </JsonFormProblems>
      </JsonFormChoices>
      {problem !== undefined && problems.length === 0 && <Problem id={id} problem={problem} />}
    </div>
  );
}
