import { useSyncExternalStore } from "react";
import { signedInCookie } from "../../schemas/engine/evaluate.ts";

const changed = new Set<() => void>();

/** Read anew with every drawing of the menu: whoever signs in or out goes to another page then. */
export const isNoted = (): boolean =>
  document.cookie.split("; ").some((one) => one.startsWith(`${signedInCookie}=`));

const subscribe = (listener: () => void) => {
  changed.add(listener);
  return () => void changed.delete(listener);
};

/** Whether this device has noted that somebody is signed in. Pages are the same for everybody until they are hydrated. */
export const useSignedIn = (): boolean => useSyncExternalStore(subscribe, isNoted, () => false);

/** The server asks for signing in: what was noted is over. */
export function forgetSignedIn(): void {
  if (!isNoted()) return;
  // The store of cookies that replaces this is not in all browsers that our pages are read with.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${signedInCookie}=; path=/; max-age=0`;
  for (const listener of changed) listener();
}
