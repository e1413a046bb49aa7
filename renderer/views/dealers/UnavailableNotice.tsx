import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "../../controls/Button.tsx";
import type { WordsReader } from "../../page/words.ts";
import classes from "./car-detail.module.css";

/** Milliseconds after which it is said: whoever was led here has seen by then where they are. */
const saidAfterMs = 3_500;

/** For who was led here because the car cannot be reserved: the address says so. */
export function UnavailableNotice({ own }: { own: WordsReader }) {
  const { search } = useLocation();
  const isAsked = new URLSearchParams(search).get("show_alert") === "true";
  const [isSaid, setSaid] = useState(false);
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => setSaid(true), saidAfterMs);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return (
    <div role="alert">
      {isAsked && isSaid && (
        <p className={classes["unavailable"]}>
          {own.text("unavailable")}
          <Button
            variant="subtle"
            size="sm"
            aria-label={own.text("closeNotice")}
            onClick={() => {
              setSaid(false);
              // What had the focus goes: the page is about what its title says, wherever somebody is on it.
              document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
            }}
          >
            <span aria-hidden="true">×</span>
          </Button>
        </p>
      )}
    </div>
  );
}
