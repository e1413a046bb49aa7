/** Saved lists in a browser: kept in cookies, the same in all of its tabs. */
import { createContext, use, useCallback, useSyncExternalStore } from "react";
import {
  readSavedList,
  savedListText,
  withoutSaved,
  withSaved,
  type CompiledSavedList,
  type SavedEntry,
} from "../../schemas/engine/evaluate.ts";

/** The ids in each list, the last one first. The same objects until something changes. */
export type SavedIds = Readonly<Record<string, readonly string[]>>;

export interface SavedLists {
  ids(): SavedIds;
  /** What the page was drawn with: all that is known until it is hydrated. */
  drawn(): SavedIds;
  /** Puts something in front of a list. False where the list is full and takes nothing more. */
  add(list: string, id: string): Promise<boolean>;
  remove(list: string, ids: readonly string[]): Promise<void>;
  /** What a list holds, and changing it as a whole: for whatever keeps it in another place too. */
  entries: {
    read(list: CompiledSavedList): SavedEntry[];
    /** False where it is not changed: to nothing. */
    change(list: CompiledSavedList, to: (before: SavedEntry[]) => SavedEntry[] | undefined): Promise<boolean>;
  };
  subscribe(listener: () => void): () => void;
}

/** What of the browser it uses. Tests give another one. */
export interface CookieJar {
  read(name: string): string | undefined;
  write(name: string, text: string, seconds: number): void;
  /** Lets nobody else work meanwhile, in whatever tab: two who read at once would each lose what the other wrote. */
  inTurn(work: () => void): Promise<void>;
  /** Tells the other tabs. */
  tell(): void;
  /** Calls when another tab told, or when there may be something new that nobody told of. */
  listen(changed: () => void): void;
  /** Milliseconds since 1970. */
  now(): number;
}

const daySeconds = 86_400;
const none: SavedIds = {};

/** @param jar none on a server, where nothing is kept */
export function openSavedLists(
  lists: Record<string, CompiledSavedList> = {},
  drawn: SavedIds = none,
  jar?: CookieJar,
): SavedLists {
  const listeners = new Set<() => void>();
  /** Where the browser keeps nothing, the page itself remembers, until it is reloaded. */
  const unkept = new Map<string, string>();
  const textOf = (list: CompiledSavedList): string => unkept.get(list.cookie) ?? jar?.read(list.cookie) ?? "";
  const read = (list: CompiledSavedList): SavedEntry[] => readSavedList(textOf(list), list);
  let texts = new Map<string, string>();
  let ids: SavedIds = none;

  function refresh(): void {
    const now = new Map(Object.entries(lists).map(([name, list]) => [name, textOf(list)]));
    const changed = [...now].filter(([name, text]) => texts.get(name) !== text);
    if (changed.length === 0) return;
    texts = now;
    ids = {
      ...ids,
      ...Object.fromEntries(
        changed.map(([name, text]) => [name, readSavedList(text, lists[name]!).map(({ id }) => id)]),
      ),
    };
    for (const listener of listeners) listener();
  }

  const change = async (
    name: string,
    to: (before: SavedEntry[], list: CompiledSavedList) => SavedEntry[] | undefined,
  ): Promise<boolean> => {
    const list = Object.hasOwn(lists, name) ? lists[name]! : undefined;
    return list ? await changeList(list, (before) => to(before, list)) : false;
  };

  async function changeList(
    list: CompiledSavedList,
    to: (before: SavedEntry[]) => SavedEntry[] | undefined,
  ): Promise<boolean> {
    if (!jar) return false;
    let isTaken = false;
    await jar.inTurn(() => {
      const after = to(read(list));
      isTaken = after !== undefined;
      if (!after) return;
      const text = savedListText(after);
      jar.write(list.cookie, text, list.days * daySeconds);
      if ((jar.read(list.cookie) ?? "") === text) unkept.delete(list.cookie);
      else unkept.set(list.cookie, text);
    });
    refresh();
    jar.tell();
    return isTaken;
  }

  refresh();
  jar?.listen(refresh);
  return {
    ids: () => ids,
    drawn: () => drawn,
    add: (name, id) =>
      change(name, (before, list) => withSaved(before, id, Math.floor(jar!.now() / 1_000), list)),
    remove: async (name, gone) => {
      await change(name, (before) => withoutSaved(before, gone));
    },
    entries: { read, change: changeList },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The browser's own. */
export function browserCookies(): CookieJar {
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("saved-lists") : undefined;
  return {
    read: (name) =>
      document.cookie
        .split("; ")
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    write: (name, text, seconds) => {
      const secure = location.protocol === "https:" ? "; secure" : "";
      const age = text === "" ? 0 : seconds;
      // The store of cookies that replaces this is not in all browsers that our pages are read with.
      // oxlint-disable-next-line unicorn/no-document-cookie
      document.cookie = `${name}=${text}; path=/; max-age=${age}; samesite=lax${secure}`;
    },
    inTurn: async (work) => {
      // Pages without encryption have none.
      const locks = (navigator as { locks?: LockManager }).locks;
      if (locks) await locks.request("saved-lists", work);
      else work();
    },
    // A channel is of this site alone: there is no other window to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: () => channel?.postMessage(null),
    listen: (changed) => {
      channel?.addEventListener("message", changed);
      addEventListener("pageshow", changed);
      // Another browser window may have changed it while this one heard nothing, and what is kept has an end.
      document.addEventListener("visibilitychange", changed);
    },
    now: () => Date.now(),
  };
}

export const SavedListsContext = createContext<SavedLists>(openSavedLists());

export const useSavedLists = (): SavedLists => use(SavedListsContext);

/** The ids in all lists. */
export function useSavedIds(): SavedIds {
  const { subscribe, ids, drawn } = useSavedLists();
  return useSyncExternalStore(subscribe, ids, drawn);
}

/** How many there are in a list; whoever asks is drawn again only when that changes. */
export function useSavedCount(list: string): number {
  const { subscribe, ids, drawn } = useSavedLists();
  return useSyncExternalStore(
    subscribe,
    () => ids()[list]?.length ?? 0,
    () => drawn()[list]?.length ?? 0,
  );
}

/** Whether something is in a list. */
export function useIsSaved(list: string, id: string): boolean {
  const { subscribe, ids, drawn } = useSavedLists();
  const isIn = useCallback((of: () => SavedIds) => of()[list]?.includes(id) === true, [list, id]);
  return useSyncExternalStore(
    subscribe,
    () => isIn(ids),
    () => isIn(drawn),
  );
}
