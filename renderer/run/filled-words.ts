import { use, useCallback, useMemo, useSyncExternalStore } from "react";
import {
  fieldAt,
  fillWords,
  placeholderText,
  valueAt,
  type CompiledField,
  type WordFormat,
  type WordNode,
  type Words,
  type WordSource,
  type WordValues,
} from "../../schemas/engine/evaluate.ts";
import { FlowContext } from "./context.ts";
import { RowContext, pathInRow, type Row } from "./row-context.ts";
import type { FlowStore, Leaf } from "./store.ts";

interface Placeholder {
  name: string;
  format?: WordFormat;
}

/** The placeholders in words. */
export function placeholdersIn(words: Words | undefined): Placeholder[] {
  if (words === undefined || typeof words === "string") return [];
  const inNode = (node: WordNode): Placeholder[] => {
    if (typeof node === "string") return [];
    if ("var" in node) return [{ name: node.var, ...(node.format ? { format: node.format } : {}) }];
    return node.children.flatMap(inNode);
  };
  return words.flatMap(inNode);
}

/** What a placeholder reads: the name under which the store tells of changes, and the text now. */
interface Source {
  key: string;
  read(format?: WordFormat): string;
}

function sourceOf(store: FlowStore, row: Row | null, name: string): Source {
  const path = fieldAt(store.prepared, name) ? name : pathInRow(row, name);
  const [head = "", data = ""] = path.split(".", 2);
  const field = [path, path.replace(/\.description$/, "")].find((one) => fieldAt(store.prepared, one));
  return {
    key: field ?? (head === "data" ? `data.${data}` : "results"),
    read: (format) => placeholderText(store.prepared, wordSource(store), path, format),
  };
}

const wordSource = (store: FlowStore): WordSource => ({
  field: (path) => readable(store.leaf(path), store.pastLabel(path)),
  variable(name) {
    const [head, data = "", ...rest] = name.split(".");
    return head === "data"
      ? valueAt({ ...store.data(data) }, rest.join("."))
      : valueAt(store.results(), name);
  },
});

/**
 * What was chosen has no name while its options are on their way; what it is called among programs is none. A run that is
 * done says its name itself.
 */
function readable(leaf: Leaf, pastLabel: string | undefined): Leaf {
  const { value, options = [], status } = leaf;
  if (status !== "loading") return leaf;
  const isKnown = [value ?? []].flat().every((one) => options.some((option) => option.value === one));
  return isKnown ? leaf : { ...leaf, value: pastLabel, options: [] };
}

/** The one way in which words are filled: answers as people read them, what data gave, results of the run. */
export const wordValues =
  (store: FlowStore, row: Row | null = null): WordValues =>
  (name, format) =>
    sourceOf(store, row, name).read(format);

type SomeWords = (Words | undefined)[];

/** Several words with their placeholders filled; drawn again when something that they read changes, and only then. */
export function useAllFilled(words: SomeWords): SomeWords {
  const store = use(FlowContext)?.store;
  const row = use(RowContext);
  const sources = useMemo(
    () =>
      store
        ? words.flatMap(placeholdersIn).map(({ name, format }) => ({ ...sourceOf(store, row, name), format }))
        : [],
    [words, store, row],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = sources.map(({ key }) => store!.subscribe(key, listener));
      return () => stops.forEach((stop) => stop());
    },
    [sources, store],
  );
  const read = useCallback(
    () => (sources.length === 0 ? "" : JSON.stringify(sources.map((one) => one.read(one.format)))),
    [sources],
  );
  const now = useSyncExternalStore(subscribe, read, read);
  return useMemo(
    () =>
      store && sources.length > 0
        ? words.map((one) => (one === undefined ? one : fillWords(one, wordValues(store, row))))
        : words,
    // `now` says what the words read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [words, store, row, sources, now],
  );
}

/** Words with their placeholders filled. */
export function useFilled<Given extends Words | undefined>(words: Given): Given {
  return useAllFilled(useMemo(() => [words], [words]))[0] as Given;
}

/** The words of a field that placeholders may stand in. */
const wordsOf = ({ label, hint, text }: CompiledField): SomeWords => [label, hint, text];

/** Whether any of a field's own words has a placeholder. */
export const readsValues = (field: CompiledField): boolean =>
  wordsOf(field).some((words) => placeholdersIn(words).length > 0);

/** A field with its own words filled; the same object as long as they say the same. */
export function useFilledField(field: CompiledField): CompiledField {
  const words = useMemo(() => wordsOf(field), [field]);
  const filled = useAllFilled(words);
  return useMemo(() => {
    if (filled === words) return field;
    const [label = field.label, hint, text] = filled;
    return {
      ...field,
      label,
      ...(hint === undefined ? {} : { hint }),
      ...(text === undefined ? {} : { text }),
    };
  }, [field, words, filled]);
}
