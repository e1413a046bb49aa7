import { useState, type ReactNode } from "react";
import type { Option } from "../../schemas/engine/evaluate.ts";
import { box } from "../controls/box.ts";
import { Button } from "../controls/Button.tsx";
import { visuallyHidden } from "../controls/classes.ts";
import { useHydrated } from "../page/device.ts";
import { useWords } from "../page/words.ts";
import { listed, matching } from "./matching.ts";
import classes from "./Options.module.css";

/** Counted options that are shown at first, where there are many. */
const first = 8;
/** From so many on, they can be searched. */
const many = 16;

interface LongList {
  shown: Option[];
  /** The field that searches them, and the button that shows the others. */
  search: ReactNode;
  more: ReactNode;
}

/**
 * Options with how many each would find, which may be many: the first ones and those that are chosen, the others on demand.
 * Others are shown as they are, and so are all where no script listens.
 */
export function useLongList({
  options,
  chosen,
  id,
  label,
}: {
  options: Option[];
  chosen: unknown[];
  id: string;
  label: string;
}): LongList {
  const { text, fill } = useWords();
  const alive = useHydrated();
  const [isWhole, setWhole] = useState(false);
  const [sought, setSought] = useState("");
  const isCounted = options.some(({ count }) => count !== undefined);
  if (!isCounted || options.length <= first + 1 || !alive)
    return { shown: options, search: null, more: null };
  const isSearched = options.length >= many;
  const found =
    sought.trim() === "" ? undefined : matching(listed(options), sought).map(({ option }) => option);
  const shown =
    found ?? (isWhole ? options : options.filter((one, at) => at < first || chosen.includes(one.value)));
  const listId = `${id}-sought`;
  return {
    shown,
    search: isSearched && (
      <>
        <label htmlFor={listId} className={visuallyHidden}>
          {fill("options.filter", { label })}
        </label>
        <input
          id={listId}
          type="search"
          className={box}
          placeholder={fill("options.filter", { label })}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        <p role="status" className={classes["sought"]}>
          {found?.length === 0 ? fill("select.none", { text: sought.trim() }) : ""}
        </p>
      </>
    ),
    more: found === undefined && (
      <Button variant="subtle" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? text("options.fewer") : `${text("options.more")} (${options.length - first})`}
      </Button>
    ),
  };
}
