import { useState } from "react";
import type { Page } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { useHydrated } from "../page/device.ts";
import { useSharing } from "../page/share.ts";
import { useWords } from "../page/words.ts";
import classes from "./view.module.css";

/** Takes along the address of what was found: by the device's own sheet where it has one, else it copies the link. */
export function ShareResults({ page, label }: { page: Page; label: string }) {
  const [said, setSaid] = useState("");
  const { text } = useWords();
  const { share, copy } = useSharing(page);
  const isAlive = useHydrated();
  const onClick = async (): Promise<void> => {
    if (share) share(document.title);
    else setSaid(text((await copy()) ? "share.copied" : "share.notCopied"));
  };
  return (
    // Without a script it does nothing; its place is there from the beginning.
    <div className={classes["share"]} data-alive={isAlive || undefined}>
      <Button variant="subtle" size="sm" onClick={() => void onClick()}>
        {label}
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}
