import { useState } from "react";
import { Button } from "../../controls/Button.tsx";
import { useHydrated } from "../../page/device.ts";
import { useSharing } from "../../page/share.ts";
import type { WordsReader } from "../../page/words.ts";
import { useFlowPage } from "../../run/page-context.ts";
import classes from "./car-detail.module.css";

/** What takes the page along: the device's own sheet where it has one, the link, paper. */
export function CarShare({ name, own }: { name: string; own: WordsReader }) {
  const [said, setSaid] = useState("");
  const sharing = useSharing(useFlowPage());
  // Without a script none of it does anything.
  if (!useHydrated()) return null;
  const { share } = sharing;
  const copy = async (): Promise<void> => setSaid(own.text((await sharing.copy()) ? "copied" : "notCopied"));
  return (
    <div className={classes["share"]}>
      {share && (
        <Button variant="subtle" size="sm" onClick={() => share(name)}>
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
