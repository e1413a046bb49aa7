import { Suspense, useCallback, useState } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import { useWords } from "../page/words.ts";
import classes from "./chat.module.css";

const Chat = lazyPart(() => import("./Chat.tsx"));

/** A button at the corner of every page that opens the brand's chat: nothing of it is loaded before somebody presses. */
export function ChatOffer({ url, about }: { url: string; about?: Record<string, string> | undefined }) {
  const { text } = useWords();
  const [isOpen, open] = useState(false);
  const close = useCallback(() => open(false), []);
  return (
    <div className={`${classes["corner"]} screen-only`}>
      {isOpen && (
        <Suspense>
          <Chat url={url} about={about} onClose={close} />
        </Suspense>
      )}
      <button
        type="button"
        className={classes["offer"]}
        aria-expanded={isOpen}
        onClick={() => open((before) => !before)}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path
            fill="currentColor"
            d="M12 3C6.5 3 2 6.8 2 11.4c0 2.6 1.4 4.9 3.7 6.4L5 21.5l4.3-2c.9.2 1.8.3 2.7.3 5.5 0 10-3.8 10-8.4S17.5 3 12 3Z"
          />
        </svg>
        <span>{text("chat.open")}</span>
      </button>
    </div>
  );
}
