import { useId, useRef, useState, type ReactNode } from "react";
import { fillWords, plainWords, valueAt, type Page, type Words } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { SkipLink } from "../controls/SkipLink.tsx";
import { useModal } from "../controls/use-modal.ts";
import { useMedia } from "../page/device.ts";
import { useClearedAddress } from "../page/filter-address.ts";
import { SiteLink } from "../page/SiteLink.tsx";
import { useFinderAnswers } from "../page/finder-answers.ts";
import { useWords } from "../page/words.ts";
import { usePageQuery } from "../views/use-page-query.ts";
import classes from "./finder.module.css";

/** Of a block: under which width its finder is opened over the page, and what its buttons say. */
export interface Drawer {
  below: number;
  open: Words;
  show: Words;
  total?: string;
}

interface FinderDrawerProps {
  page: Page;
  drawer: Drawer;
  children: ReactNode;
}

/** The questions of a finder: beside what it finds on wide screens, over the whole page on others, where a button opens them. */
export function FinderDrawer({ page, drawer, children }: FinderDrawerProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isWide = useMedia(`(min-width: ${drawer.below}px)`, true);
  const answers = useFinderAnswers() ?? page.flow?.found?.answers ?? {};
  const count = Object.keys(page.screen.bound ?? {}).filter((path) => answers[path] !== undefined).length;
  const close = (): void => {
    setOpen(false);
    // The dialog has gone by then.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const words = plainWords(drawer.open);
  const { text } = useWords();
  const after = useId();
  return (
    <>
      <div className={classes["opener"]}>
        <Button ref={opener} variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {count > 0 ? `${words} (${count})` : words}
        </Button>
      </div>
      {isOpen && !isWide ? (
        <Panel page={page} drawer={drawer} onClose={close}>
          {children}
        </Panel>
      ) : (
        <div className={classes["panel"]}>
          <SkipLink to={after}>{text("drawer.skip")}</SkipLink>
          {children}
        </div>
      )}
      <span id={after} tabIndex={-1} className={classes["after"]} />
    </>
  );
}

function Panel({ page, drawer, onClose, children }: FinderDrawerProps & { onClose(): void }) {
  const box = useModal(onClose);
  const { text } = useWords();
  const all = useClearedAddress(page);
  const title = plainWords(drawer.open);
  return (
    <dialog ref={box} className={classes["drawer"]} aria-label={title}>
      <div className={classes["drawerHead"]}>
        <h2 tabIndex={-1}>{title}</h2>
        <Button variant="subtle" onClick={onClose}>
          {text("drawer.close")}
        </Button>
      </div>
      <div className={classes["drawerBody"]}>{children}</div>
      <div className={classes["drawerFoot"]}>
        <SiteLink to={all} className={classes["clear"]}>
          {text("chips.clear")}
        </SiteLink>
        {drawer.total === undefined ? (
          <Button onClick={onClose}>{plainWords(drawer.show)}</Button>
        ) : (
          <ShowAll page={page} words={drawer.show} total={drawer.total} onClose={onClose} />
        )}
      </div>
    </dialog>
  );
}

/** The button that leads to what is found, with how many there are now. */
function ShowAll({
  page,
  words,
  total,
  onClose,
}: {
  page: Page;
  words: Words;
  total: string;
  onClose(): void;
}) {
  const [name = "", ...path] = total.split(".");
  const { status, value } = usePageQuery(page, name);
  const found = value === undefined ? undefined : valueAt(value, path.join("."));
  const shown = typeof found === "number" ? String(found) : "…";
  const said =
    typeof words === "string"
      ? words.replaceAll("{total}", shown)
      : plainWords(fillWords(words, (one) => (one === "total" ? shown : "")));
  return (
    <Button onClick={onClose} aria-busy={status === "loading"} aria-live="polite">
      {said}
    </Button>
  );
}
