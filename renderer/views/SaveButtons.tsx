import { Suspense, useRef, useState, type RefObject } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import {
  fillWords,
  plainWords,
  type CompiledBlock,
  type CompiledSavedList,
  type SavedRows,
  type Words,
} from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { SavedIcon } from "../controls/SavedIcon.tsx";
import { useIsSaved, useSavedIds, useSavedLists } from "../page/saved-lists.ts";
import { keepPlace } from "../page/keep-place.ts";
import { useFlowPage } from "../run/page-context.ts";
import classes from "./saved.module.css";

// Opened by few: its code comes with the first press that needs it.
const SavedDialog = lazyPart(() => import("./SavedDialog.tsx"));

export interface SavedItem {
  id: string;
  /** What it is called. */
  name: string;
}

/** The buttons that put an item of a view into saved lists, one for each list, and out of them. */
export function SaveButtons({ lists, item }: { lists: readonly string[]; item: SavedItem }) {
  const { savedLists = {} } = useFlowPage().brand;
  return lists.flatMap((name) => {
    const list = Object.hasOwn(savedLists, name) ? savedLists[name] : undefined;
    return list ? [<SaveButton key={name} name={name} list={list} item={item} />] : [];
  });
}

interface OfList {
  name: string;
  list: CompiledSavedList;
  item: SavedItem;
}

const wordsOf = ({ list, item }: Pick<OfList, "list" | "item">, slot: string): string =>
  plainWords(fillWords(list.words[slot] ?? "", (name) => (name === "name" ? item.name : String(list.max))));

function SaveButton({ name, list, item }: OfList) {
  const isSaved = useIsSaved(name, item.id);
  const button = useRef<HTMLButtonElement>(null);
  const { press, dialog } = useChange({ name, list, item }, isSaved, button);
  const { icon, words } = list;
  const label = words["label"] === undefined ? undefined : plainWords(words["label"]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes["save"]}
        data-list={name}
        data-words={label === undefined && icon !== undefined ? undefined : true}
        aria-pressed={isSaved}
        aria-label={wordsOf({ list, item }, "add")}
        onClick={press}
      >
        {icon !== undefined && <SavedIcon name={icon} isFilled={isSaved} />}
        {label ?? (icon === undefined ? wordsOf({ list, item }, "add") : null)}
      </button>
      {dialog}
    </>
  );
}

/** A button that takes an item out of a list. */
export function RemoveButton(of: OfList) {
  const button = useRef<HTMLButtonElement>(null);
  const { press, dialog } = useChange(of, "always", button);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes["remove"]}
        aria-label={wordsOf(of, "remove")}
        onClick={press}
      >
        <span aria-hidden="true">×</span>
      </button>
      {dialog}
    </>
  );
}

/** Empties the list that the rows of a block are of, with one press. */
export function Forget({ block, frame }: { block: CompiledBlock; frame: RefObject<HTMLElement | null> }) {
  const { of = "" } = (block["saved"] ?? {}) as Partial<SavedRows>;
  const lists = useSavedLists();
  const ids = useSavedIds()[of] ?? [];
  const { forget } = (block["says"] ?? {}) as Record<string, Words>;
  if (forget === undefined || ids.length === 0) return null;
  return (
    <Button
      variant="subtle"
      size="sm"
      onClick={() => void lists.remove(of, ids).then(() => keepPlace(frame.current))}
    >
      {plainWords(forget)}
    </Button>
  );
}

/** What a press does: puts in, takes out, or asks first; and says it where there is no room. */
function useChange(of: OfList, isSaved: boolean | "always", button: RefObject<HTMLButtonElement | null>) {
  const { name, list, item } = of;
  const lists = useSavedLists();
  const [says, setSays] = useState<"confirm" | "full">();
  /** The last press that is under way: the next one is of what that comes to, not of what is drawn until then. */
  const last = useRef<{ isIn: boolean }>(undefined);
  const take = async (isIn: boolean): Promise<void> => {
    const own = (last.current = { isIn });
    if (isIn) {
      const isTaken = await lists.add(name, item.id);
      if (!isTaken && list.words["full"] !== undefined) setSays("full");
    } else await remove();
    if (last.current === own) last.current = undefined;
  };
  const remove = async (): Promise<void> => {
    const frame = button.current?.closest("[data-results]");
    await lists.remove(name, [item.id]);
    keepPlace(frame);
  };
  const press = (): void => {
    const isIn = isSaved === "always" || (last.current?.isIn ?? isSaved);
    if (!isIn || list.words["confirm"] === undefined) void take(!isIn);
    else setSays("confirm");
  };
  const close = (): void => setSays(undefined);
  const dialog = says && (
    <Suspense>
      <SavedDialog
        text={wordsOf(of, says)}
        {...(says === "confirm"
          ? {
              keep: wordsOf(of, "keep"),
              discard: wordsOf(of, "discard"),
              onDiscard: () => {
                close();
                void take(false);
              },
            }
          : {})}
        onClose={close}
      />
    </Suspense>
  );
  return { press, dialog };
}
