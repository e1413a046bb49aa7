import { useEffect, useId, useRef } from "react";
import { OtherFrame } from "../controls/OtherFrame.tsx";
import { useWords } from "../page/words.ts";
import { withQuery } from "../page/load-script.ts";
import classes from "./chat-panel.module.css";

interface ChatProps {
  url: string;
  /** What the page says of what is seen on it. */
  about?: Record<string, string> | undefined;
  onClose(): void;
}

/** The brand's chat, in a frame of its own: it knows of the page what it is told, and reaches nothing of it. */
export default function Chat({ url, about, onClose }: ChatProps) {
  const { text } = useWords();
  const id = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = box.current!;
    shown.querySelector<HTMLElement>("h2")?.focus();
    const close = ({ key }: KeyboardEvent): void => {
      if (key !== "Escape") return;
      onClose();
      shown.parentElement?.querySelector<HTMLElement>("button[aria-expanded]")?.focus();
    };
    shown.addEventListener("keydown", close);
    return () => shown.removeEventListener("keydown", close);
  }, [onClose]);
  return (
    <section ref={box} className={classes["chat"]} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {text("chat.title")}
      </h2>
      <OtherFrame purpose="chat" url={withQuery(url, about ?? {})} title={text("chat.title")} />
    </section>
  );
}
