import { useEffect } from "react";
import type { CompiledSavedList } from "../../schemas/engine/evaluate.ts";
import type { SavedLists } from "./saved-lists.ts";
import { isNoted } from "./signed-in.ts";

/** Where a device keeps what it agreed on with an account. */
const place = "account-lists";

/** Begins where there is somebody to agree with, or there was. */
async function agree(
  saved: SavedLists,
  lists: Record<string, CompiledSavedList>,
  gone: AbortSignal,
): Promise<void> {
  if (localStorage.getItem(place) === null && !isNoted()) return;
  const { keepAgreed } = await import("./account-lists.ts");
  keepAgreed({ saved, lists, place, isSignedIn: isNoted }, gone);
}

/**
 * Keeps lists of this device as the account of whoever is signed in has them, from each page that they come to: whoever signs in
 * or out goes to another one. Its code comes only to those who are, or were.
 */
export function useAccountLists(
  saved: SavedLists,
  lists: Record<string, CompiledSavedList> | undefined,
  pathname: string,
): void {
  useEffect(() => {
    if (!lists) return undefined;
    const gone = new AbortController();
    // A device that keeps nothing agrees on nothing; without the code the next page tries again.
    agree(saved, lists, gone.signal).catch(() => {});
    return () => gone.abort();
  }, [saved, lists, pathname]);
}
