import { useWords } from "../page/words.ts";
import blocks from "./blocks.module.css";
import type { BlockHolder } from "./types.ts";

/** Says of content that it is an example, wherever examples are shown at all. */
export function ExampleMark({ of }: { of: BlockHolder }) {
  const { text } = useWords();
  return of["example"] === true ? <p className={blocks["example"]}>{text("example")}</p> : null;
}
