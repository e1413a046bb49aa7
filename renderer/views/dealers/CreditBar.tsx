import { useEffect, useId, useState, type ReactNode, type RefObject } from "react";
import classes from "./credit.module.css";

interface CreditBarProps {
  /** What it stands for, while that is not seen. */
  of: RefObject<HTMLElement | null>;
  label: string;
  fee: string;
  /** What opens it, and what closes it again. */
  says: { open: string; close: string };
  children: ReactNode;
}

/** On phones, the fee at the top of the simulator while what is asked for it is on the screen: with one press, all of it. */
export function CreditBar({ of, label, fee, says, children }: CreditBarProps) {
  const isAway = useIsAway(of);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!isAway) return null;
  return (
    <div className={classes["bar"]} data-credit-bar>
      <div className={classes["barHead"]}>
        <p>
          <span>{label}</span>
          <strong>{fee}</strong>
        </p>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? says.close : says.open}
        </button>
      </div>
      <div id={id} hidden={!isOpen} className={classes["barBody"]}>
        {children}
      </div>
    </div>
  );
}

/** Whether something is out of sight while the page that it is a part of is in sight. */
function useIsAway(of: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState({ part: true, page: false });
  useEffect(() => {
    const part = of.current;
    const page = part?.closest("[data-page-in-place], main");
    if (!part || !page) return undefined;
    const watched = new IntersectionObserver((entries) =>
      setSeen((now) => ({ ...now, part: entries.at(-1)!.isIntersecting })),
    );
    watched.observe(part);
    // What only begins at the lower edge is not what somebody looks at.
    const around = new IntersectionObserver(
      (entries) => setSeen((now) => ({ ...now, page: entries.at(-1)!.isIntersecting })),
      { rootMargin: "0px 0px -60% 0px" },
    );
    around.observe(page);
    return () => {
      watched.disconnect();
      around.disconnect();
    };
  }, [of]);
  return seen.page && !seen.part;
}
