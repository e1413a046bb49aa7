import { use, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { plainWords } from "../../schemas/engine/evaluate.ts";
import { Button } from "../controls/Button.tsx";
import { LoadFor, loadPage, partsOf, type DrawnPage, type PageAnswer } from "../run/load-page.ts";
import { useModal } from "../controls/use-modal.ts";
import { useWords } from "../page/words.ts";
import classes from "./flow-dialog.module.css";
import { ProviderLink } from "./ProviderLink.tsx";
import { FlowInDialog } from "./FlowInDialog.tsx";

/** Milliseconds for which a page that was fetched ahead stands for the one that is opened. */
const freshMs = 5_000;

interface FlowDialogShellProps {
  isOpen: boolean;
  /** The flow's own page, which is fetched for what stands in the dialog. */
  to: string;
  flow: string;
  /** What it was opened with. */
  opener: { current: HTMLElement | undefined };
  onClose(): void;
}

/** The dialog itself. What stands in it stays when it is closed, unless it was done. */
export default function FlowDialogShell({ isOpen, to, flow, opener, onClose }: FlowDialogShellProps) {
  const { text } = useWords();
  const loadResources = use(LoadFor)!;
  const { path, query } = partsOf(to);
  const navigate = useNavigate();
  const [drawn, setDrawn] = useState<DrawnPage>();
  const [failed, setFailed] = useState(false);
  const done = useRef(false);
  const onDone = useCallback(() => void (done.current = true), []);

  /** Fetched when it is about to be opened, and again where it was opened only long after. */
  const fetched = useRef<{ at: number; answer: Promise<PageAnswer> }>(undefined);
  const isWanted = !drawn && !failed;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isMeant = true;
    const { current: before } = fetched;
    const isFresh = before !== undefined && performance.now() - before.at < freshMs;
    const answer = isFresh ? before.answer : loadPage(path, query, loadResources);
    fetched.current = isFresh ? before : { at: performance.now(), answer };
    answer.then(
      ({ page, resources, redirect }) => {
        if (!isMeant || !isOpen) return;
        fetched.current = undefined;
        // What the flow is about has gone, or is elsewhere: its own page says so.
        if (page?.flow?.id === flow && resources) setDrawn({ page, resources });
        else void navigate(redirect ?? to, { replace: true });
      },
      () => {
        fetched.current = undefined;
        if (isMeant && isOpen) setFailed(true);
      },
    );
    return () => {
      isMeant = false;
    };
  }, [isWanted, isOpen, loadResources, flow, to, path, query, navigate]);

  const goBack = useRef(() => {});
  // Before it is opened, and takes the focus.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const focused = opener.current ?? document.activeElement;
    const { scrollX, scrollY } = window;
    goBack.current = () => {
      window.scrollTo(scrollX, scrollY);
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    };
  }, [isOpen, opener]);
  const box = useModal(onClose, isOpen);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      opener.current = undefined;
      goBack.current();
      // An address with a place of its own leads there first, and takes the focus.
      requestAnimationFrame(goBack.current);
      // What was sent is done: whoever opens it again begins anew.
      if (done.current) setDrawn(undefined);
      done.current = false;
      setFailed(false);
    };
  }, [isOpen, opener]);

  return (
    <dialog
      ref={box}
      className={classes["dialog"]}
      aria-label={drawn?.resources ? plainWords(drawn.resources.flow.title) : text("loading")}
    >
      <div className={classes["head"]}>
        <Button variant="subtle" onClick={onClose}>
          {text("close")}
        </Button>
      </div>
      <div className={classes["body"]} data-dialog-body>
        {failed && (
          <div role="alert" className={classes["failed"]}>
            <p>{text("unreachable")}</p>
            <Button onClick={() => setFailed(false)}>{text("retry")}</Button>
          </div>
        )}
        {isOpen && !drawn && !failed && <Skeleton label={text("loading")} />}
        {drawn && <ProviderLink page={drawn.page} />}
        {drawn?.resources && (
          <FlowInDialog
            page={drawn.page}
            resources={drawn.resources}
            query={query}
            isOpen={isOpen}
            onClose={onClose}
            onDone={onDone}
          />
        )}
      </div>
    </dialog>
  );
}

/** The shape of a form that is on its way. */
const Skeleton = ({ label }: { label: string }) => (
  <div className={classes["skeleton"]} role="status" aria-label={label}>
    {Array.from({ length: 5 }, (_, index) => (
      // They are all alike.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} />
    ))}
  </div>
);
