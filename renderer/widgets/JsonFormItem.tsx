import { buttonId, type ArrayFieldItemTemplateProps } from "@rjsf/utils";
import { use, useEffect, useRef } from "react";
import { Button } from "../controls/Button.tsx";
import { useWords } from "../page/words.ts";
import { JsonFormUndo } from "./json-form-undo.ts";
import own from "./JsonForm.module.css";
import classes from "./widgets.module.css";

type Action = "moveUp" | "moveDown" | "copy" | "remove";

/** One of a list, with what can be done with it. */
export function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  hasToolbar,
  index,
}: ArrayFieldItemTemplateProps) {
  const { text } = useWords();
  const { removing } = use(JsonFormUndo);
  const { disabled, readonly, fieldPathId } = buttonsProps;
  const title = `${text("form.item")} ${index + 1}`;
  const remove = (event?: unknown): void => {
    removing(fieldPathId.path, title);
    buttonsProps.onRemoveItem(event);
  };
  // Who moves it stays with it: browsers take the focus from what changes its place on a page.
  const moved = useRef<Action>(undefined);
  useEffect(() => {
    if (moved.current) document.getElementById(buttonId(fieldPathId, moved.current))?.focus();
    moved.current = undefined;
    // Its own id goes with its place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  const move = (name: Action, press: (event?: unknown) => void) => (event?: unknown) => {
    moved.current = name;
    press(event);
  };
  const { hasMoveUp, hasMoveDown, onMoveUpItem, onMoveDownItem } = buttonsProps;
  const isOrdered = hasMoveUp || hasMoveDown;
  // One that leads nowhere can still be reached, so that nobody loses their place.
  const actions: [name: Action, words: string, isThere: boolean, press?: (event?: unknown) => void][] = [
    ["moveUp", "form.up", isOrdered, hasMoveUp ? move("moveUp", onMoveUpItem) : undefined],
    ["moveDown", "form.down", isOrdered, hasMoveDown ? move("moveDown", onMoveDownItem) : undefined],
    ["copy", "form.copy", buttonsProps.hasCopy, buttonsProps.onCopyItem],
    ["remove", "rows.remove", buttonsProps.hasRemove, remove],
  ];
  return (
    <div className={classes["row"]} data-row={index}>
      {children}
      {hasToolbar && (
        <div className={own["tools"]}>
          {actions.map(
            ([name, words, isThere, press]) =>
              isThere && (
                <Button
                  key={name}
                  id={buttonId(fieldPathId, name)}
                  variant="subtle"
                  size="sm"
                  aria-label={`${text(words)}: ${title}`}
                  disabled={disabled || readonly}
                  aria-disabled={press === undefined || undefined}
                  onClick={press}
                >
                  {text(words)}
                </Button>
              ),
          )}
        </div>
      )}
    </div>
  );
}
