import { Button } from "../controls/Button.tsx";
import {
  buttonId,
  canExpand,
  deepEquals,
  descriptionId,
  type ArrayFieldTemplateProps,
  type ObjectFieldTemplateProps,
} from "@rjsf/utils";
import { use, useEffect, useRef, type ReactNode } from "react";
import { useWords } from "../page/words.ts";
import { named } from "./json-form-data.ts";
import { JsonFormUndo, type DataPath } from "./json-form-undo.ts";
import own from "./JsonForm.module.css";
import classes from "./widgets.module.css";

interface HolderProps {
  id: string;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** Values under one name. */
function Holder({ id, title, description, children }: HolderProps) {
  return (
    <fieldset className={classes["group"]} aria-describedby={description ? id : undefined}>
      {title && <legend className={classes["legend"]}>{named(title)}</legend>}
      {description && (
        <div className={classes["hint"]} id={id}>
          {description}
        </div>
      )}
      {children}
    </fieldset>
  );
}

interface RemovedProps {
  holder: DataPath;
  /** Whether there is room for it again. */
  able: boolean;
  onUndo?(key: string | number): void;
}

/** What was taken out of a list or an object last, with the way to have it back. */
function Removed({ holder, able, onUndo }: RemovedProps) {
  const { text, fill } = useWords();
  const { removal, undo } = use(JsonFormUndo);
  const here = removal && deepEquals(removal.holder, holder) ? removal : undefined;
  return (
    <div className={classes["undo"]} role="status">
      {here && <span>{fill("rows.removed", { title: here.title })}</span>}
      {here && able && (
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            onUndo?.(here.key);
            undo();
          }}
        >
          {text("undo")}
        </Button>
      )}
    </div>
  );
}

/** The root has its step's title already, and no frame. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, optionalDataControl, fieldPathId, schema, uiSchema, formData } =
    props;
  const { text } = useWords();
  const { forget } = use(JsonFormUndo);
  const id = descriptionId(fieldPathId);
  const contents = (
    <>
      {optionalDataControl}
      {properties.length > 0 && (
        <div className={own["fields"]}>{properties.map(({ content }) => content)}</div>
      )}
      {canExpand(schema, uiSchema, formData) && (
        <Button
          id={buttonId(fieldPathId, "add")}
          variant="outline"
          size="md"
          disabled={props.disabled || props.readonly}
          onClick={() => {
            forget();
            props.onAddProperty();
          }}
        >
          {text("rows.add")}
        </Button>
      )}
      {schema.additionalProperties !== undefined && schema.additionalProperties !== false && (
        <Removed holder={fieldPathId.path} able={canExpand(schema, uiSchema, formData)} />
      )}
    </>
  );
  // Only options: they bring their own frame.
  if ((schema.oneOf ?? schema.anyOf) && properties.length === 0) return optionalDataControl;
  if (fieldPathId.path.length === 0) {
    return (
      <div className={own["root"]}>
        {schema.title && <h2 className={own["title"]}>{schema.title}</h2>}
        {description && <p className={classes["hint"]}>{description}</p>}
        {contents}
      </div>
    );
  }
  return (
    <Holder id={id} title={title} description={description}>
      {contents}
    </Holder>
  );
}

const focusable = "input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/** A list. What is added takes the focus; where something was taken away, the button that adds does. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { items, canAdd, title, schema, uiSchema, fieldPathId, optionalDataControl } = props;
  const { text } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(items.length);
  const pressed = useRef(false);
  const restored = useRef<number>(undefined);
  const { forget } = use(JsonFormUndo);
  useEffect(() => {
    const change = items.length - before.current;
    before.current = items.length;
    if (!pressed.current || change === 0) return;
    pressed.current = false;
    const rows = box.current?.querySelectorAll<HTMLElement>(":scope > [data-row]");
    if (change > 0)
      rows
        ?.item(restored.current ?? rows.length - 1)
        ?.querySelector<HTMLElement>(focusable)
        ?.focus();
    else document.getElementById(buttonId(fieldPathId, "add"))?.focus();
    restored.current = undefined;
  }, [items.length, fieldPathId]);
  const ui = uiSchema?.["ui:options"] ?? {};
  return (
    <Holder
      id={descriptionId(fieldPathId)}
      title={uiSchema?.["ui:title"] ?? ui.title ?? title}
      description={uiSchema?.["ui:description"] ?? ui.description ?? schema.description}
    >
      {optionalDataControl}
      <div
        className={`${classes["rows"]} ${own["rows"]}`}
        ref={box}
        onClickCapture={() => (pressed.current = true)}
      >
        {items.length === 0 && <p className={classes["empty"]}>{text("rows.empty")}</p>}
        {items}
        {canAdd && (
          <div className={classes["addRow"]}>
            <Button
              id={buttonId(fieldPathId, "add")}
              variant="outline"
              size="md"
              disabled={props.disabled || props.readonly}
              onClick={(event) => {
                forget();
                props.onAddClick(event);
              }}
            >
              {text("rows.add")}
            </Button>
          </div>
        )}
        <Removed
          holder={fieldPathId.path}
          able={canAdd === true}
          onUndo={(key) => (restored.current = Number(key))}
        />
      </div>
    </Holder>
  );
}
