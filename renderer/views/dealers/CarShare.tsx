import { useState } from "react";
import { Button } from "../../controls/Button.tsx";
import { useHydrated } from "../../page/device.ts";
import type { WordsReader } from "../../page/words.ts";
import classes from "./car-detail.module.css";

/** The address of what is seen, without what only tells how somebody came here. */
const address = (): string => location.origin + location.pathname;

/** What takes the page along: the device's own sheet where it has one, the link, paper. */
export function CarShare({ name, own }: { name: string; own: WordsReader }) {
  const [said, setSaid] = useState("");
  // Without a script none of it does anything.
  if (!useHydrated()) return null;
  const share = (): void => {
    // Whoever closes the sheet has changed their mind: nothing went wrong.
    navigator.share({ title: name, url: address() }).catch(() => undefined);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address());
      setSaid(own.text("copied"));
    } catch {
      setSaid(own.text("notCopied"));
    }
  };
  return (
    <div className={classes["share"]}>
      {"share" in navigator && (
        <Button variant="subtle" size="sm" onClick={share}>
          {own.text("share")}
        </Button>
      )}
      <Button variant="subtle" size="sm" onClick={() => void copy()}>
        {own.text("copy")}
      </Button>
      <Button variant="subtle" size="sm" onClick={() => window.print()}>
        {own.text("print")}
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}
