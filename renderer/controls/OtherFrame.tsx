import { useEffect, useRef, useState } from "react";
import type { ConsentPurpose } from "../../schemas/engine/evaluate.ts";
import { useAllowed } from "../page/consent.ts";
import { useWords } from "../page/words.ts";
import { Button } from "./Button.tsx";
import classes from "./other-frame.module.css";

export interface OtherFrameProps {
  purpose: ConsentPurpose;
  url: string;
  /** What it shows: its name for those who hear the page. */
  title: string;
}

/**
 * A page of another site in a frame, loaded once its purpose is allowed, or somebody presses for this one alone. It runs its
 * own scripts in its own origin, and can neither lead this page elsewhere nor reach into it.
 */
export function OtherFrame({ purpose, url, title }: OtherFrameProps) {
  const { text, fill } = useWords();
  const isAllowed = useAllowed(purpose);
  const [isPressed, press] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  // The button that was pressed has gone: what it brought has the focus in its place.
  useEffect(() => {
    if (isPressed) frame.current?.focus();
  }, [isPressed]);
  if (!isAllowed && !isPressed)
    return (
      <div className={classes["asks"]}>
        <p>{fill("consent.frame", { host: new URL(url).host })}</p>
        <Button variant="outline" onClick={() => press(true)}>
          {text("consent.frame.show")}
        </Button>
      </div>
    );
  // A page of our own origin could take the sandbox off.
  const isOther = new URL(url).origin !== location.origin;
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      ref={frame}
      className={classes["frame"]}
      src={url}
      title={title}
      sandbox={`allow-scripts allow-forms allow-popups${isOther ? " allow-same-origin" : ""}`}
      referrerPolicy="strict-origin-when-cross-origin"
      loading="lazy"
    />
  );
}
