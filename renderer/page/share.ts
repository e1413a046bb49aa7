import { searchOf, type Page } from "../../schemas/engine/evaluate.ts";
import { useAddressNow } from "./address-now.ts";

export interface Sharing {
  /** Opens the device's own sheet; none where it has none. */
  share?: (title: string) => void;
  /** Copies the link. Tells whether it could. */
  copy(): Promise<boolean>;
}

/** What takes the address of a page along: with what the page shows, and nothing that only tells how somebody came here. */
export function useSharing({ screen }: Pick<Page, "screen">): Sharing {
  const addressNow = useAddressNow();
  const shown = new Set([...Object.keys(screen.address ?? {}), ...Object.values(screen.bound ?? {})]);
  const address = (): string => {
    const { path, search } = addressNow();
    return (
      location.origin + path + searchOf([...new URLSearchParams(search)].filter(([name]) => shown.has(name)))
    );
  };
  return {
    async copy() {
      try {
        await navigator.clipboard.writeText(address());
        return true;
      } catch {
        return false;
      }
    },
    ...("share" in navigator
      ? {
          share(title: string) {
            // Whoever closes the sheet has changed their mind: nothing went wrong.
            navigator.share({ title, url: address() }).catch(() => undefined);
          },
        }
      : {}),
  };
}
