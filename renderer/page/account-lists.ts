/** Saved lists that the account of whoever is signed in keeps too: joined with those of this device, and the same on all of theirs. */
import {
  mergedSaved,
  savedChange,
  type AccountListsAnswer,
  type AccountListsRequest,
  type CompiledSavedList,
  type SavedEntry,
} from "../../schemas/engine/evaluate.ts";
import type { SavedLists } from "./saved-lists.ts";

/** What this device agreed on with an account, by the cookies of the lists. */
interface Agreement {
  of: string;
  lists: Record<string, Agreed>;
}

interface Agreed {
  /** What was in both. */
  entries: SavedEntry[];
  /** Ids that came of the account: they leave this device with its person. */
  brought: string[];
  /** When, in milliseconds since 1970: a cookie that has had its time since says nothing of what somebody took out. */
  at: number;
}

/** What of the browser it uses. Tests give another one. */
export interface AccountListsDeps {
  lists: Record<string, CompiledSavedList>;
  /** Whether this device has noted that somebody is signed in. */
  isSignedIn(): boolean;
  read(list: CompiledSavedList): SavedEntry[];
  /** Writes what a list is to hold, of what it holds, while nobody else changes it. */
  change(list: CompiledSavedList, to: (entries: SavedEntry[]) => SavedEntry[]): Promise<unknown>;
  agreement: { read(): string | null; write(text: string | null): void };
  /** Undefined where no answer came. */
  ask(request: AccountListsRequest): Promise<AccountListsAnswer | undefined>;
  now(): number;
}

const dayMs = 86_400_000;

function readAgreement({ agreement }: AccountListsDeps): Agreement | undefined {
  try {
    const read = JSON.parse(agreement.read() ?? "null") as Partial<Agreement> | null;
    return typeof read?.of === "string" && read.lists ? (read as Agreement) : undefined;
  } catch {
    return undefined;
  }
}

/** Those lists that accounts keep. */
const kept = (deps: AccountListsDeps): [string, CompiledSavedList][] =>
  Object.entries(deps.lists).filter(([, { account }]) => account !== undefined);

/** Nobody is signed in any more: what came of their account leaves this device, and what was put in here stays. */
async function leave(deps: AccountListsDeps, { lists }: Agreement): Promise<void> {
  for (const [, list] of kept(deps)) {
    const { brought = [] } = lists[list.cookie] ?? {};
    if (brought.length > 0)
      await deps.change(list, (entries) => entries.filter(({ id }) => !brought.includes(id)));
  }
  deps.agreement.write(null);
}

/**
 * Tells the account what has changed here, and changes here what has changed there.
 * @param isAsked whether it is asked where nothing has changed here
 */
export async function agreeWithAccount(deps: AccountListsDeps, isAsked = true): Promise<void> {
  const before = readAgreement(deps);
  if (!deps.isSignedIn()) {
    if (before) await leave(deps, before);
    return;
  }
  const had = new Map(kept(deps).map(([name, list]) => [name, deps.read(list)]));
  const now = deps.now();
  const agreedOf = ({ cookie, days }: CompiledSavedList): Agreed | undefined => {
    const agreed = before?.lists[cookie];
    return agreed && now - agreed.at < days * dayMs ? agreed : undefined;
  };
  const changes = kept(deps).map(([name, list]) => {
    return [name, savedChange(agreedOf(list)?.entries ?? [], had.get(name)!)] as const;
  });
  const isChanged = changes.some(([, { add, remove }]) => add.length + remove.length > 0);
  if (before && !isChanged && !isAsked) return;
  const answer = await deps.ask({
    ...(before ? { of: before.of } : {}),
    lists: Object.fromEntries(changes),
  });
  if (answer === undefined) return;
  const { of, lists } = answer;
  if (of === undefined || lists === undefined) {
    if (before) await leave(deps, before);
    // Another person than the one of before: they begin as whoever signs in on this device.
    if (before && of !== undefined) await agreeWithAccount(deps);
    return;
  }
  const agreed: Agreement["lists"] = {};
  for (const [name, list] of kept(deps)) {
    const there = lists[name] ?? [];
    const brought = [
      ...(agreedOf(list)?.brought ?? []),
      ...savedChange(had.get(name)!, there).add.map(({ id }) => id),
    ];
    // What changed here while the answer was on its way stays, and is told the next time.
    await deps.change(list, (entries) => mergedSaved(there, savedChange(had.get(name)!, entries), list));
    const isThere = (id: string): boolean => there.some((one) => one.id === id);
    agreed[list.cookie] = { entries: there, brought: [...new Set(brought)].filter(isThere), at: now };
  }
  deps.agreement.write(JSON.stringify({ of, lists: agreed } satisfies Agreement));
}

interface Browser {
  saved: SavedLists;
  lists: Record<string, CompiledSavedList>;
  /** Where this device keeps what it agreed on. */
  place: string;
  isSignedIn(): boolean;
}

const inBrowser = ({ saved, lists, place, isSignedIn }: Browser): AccountListsDeps => ({
  lists,
  isSignedIn,
  ...saved.entries,
  agreement: {
    read: () => localStorage.getItem(place),
    write: (text) => {
      if (text === null) localStorage.removeItem(place);
      else localStorage.setItem(place, text);
    },
  },
  async ask(request) {
    try {
      const response = await fetch("/api/account/saved-lists", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
        credentials: "same-origin",
        // Whoever saves something and goes on to another page has saved it.
        keepalive: true,
      });
      if (!response.ok) return undefined;
      const answer = (await response.json()) as AccountListsAnswer;
      isAnswered = true;
      return answer;
    } catch {
      return undefined;
    }
  },
  now: () => Date.now(),
});

let last: Promise<unknown> = Promise.resolve();

/** Whether the account has answered since this document was loaded: then another of its pages brings nothing new. */
let isAnswered = false;

/** One after the other, in whatever tab. */
async function inTurn(place: string, work: () => Promise<void>): Promise<void> {
  // Pages without encryption have none.
  const locks = (navigator as { locks?: LockManager }).locks;
  const turn = locks ? locks.request(place, work) : last.then(work);
  last = turn.catch(() => {});
  await turn;
}

/**
 * Agrees once in a visit, after each change, and when somebody comes back to the page; until it is gone. Whoever has signed in
 * or out meanwhile has agreed on nothing yet, or is not noted any more: that is looked at on each page.
 */
export function keepAgreed(browser: Browser, gone: AbortSignal): void {
  if (gone.aborted) return;
  const deps = inBrowser(browser);
  const agree = (isAsked: () => boolean): void =>
    void inTurn(browser.place, () => agreeWithAccount(deps, isAsked()));
  const come = (): void => {
    if (document.visibilityState === "visible") agree(() => true);
  };
  agree(() => !isAnswered);
  gone.addEventListener(
    "abort",
    browser.saved.subscribe(() => agree(() => false)),
  );
  document.addEventListener("visibilitychange", come, { signal: gone });
  // Only a page that the browser had kept: one that is loaded asks by itself.
  addEventListener("pageshow", ({ persisted }) => persisted && come(), { signal: gone });
}
