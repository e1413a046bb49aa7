import { useCallback, useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page is hydrated: false on the server and while it is taken over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Whether a media query holds. On the server and while the page is taken over nobody knows: `atFirst`, then. */
export function useMedia(query: string, atFirst: boolean): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => atFirst,
  );
}
