import { useEffect, useState, type RefObject } from "react";
import { ButtonLink } from "../../controls/Button.tsx";
import type { BlockAction } from "../../page/block-actions.ts";
import { SiteLink } from "../../page/SiteLink.tsx";
import type { WordsReader } from "../../page/words.ts";
import { amountText, type CarDetailRow } from "./car.ts";
import { priceLines } from "./price-lines.ts";
import classes from "./car-bar.module.css";

/** Places of the page that are worth a link, and what can be taken along of it. */
export function QuickLinks({ links, label: name }: { links: BlockAction[]; label: string }) {
  if (links.length === 0) return null;
  return (
    <nav className={classes["links"]} aria-label={name}>
      {links.map(({ label, to, isFile }) =>
        isFile ? (
          <a key={to} href={to} download>
            {label}
          </a>
        ) : (
          <SiteLink key={to} to={to}>
            {label}
          </SiteLink>
        ),
      )}
    </nav>
  );
}

interface CarBarProps {
  car: CarDetailRow;
  own: WordsReader;
  /** What it stands for, once that is above what is seen. */
  of: RefObject<HTMLElement | null>;
  main: BlockAction | undefined;
  links: BlockAction[];
}

/** What the car is and costs, and the main thing to do, for whoever has scrolled past that. */
export function CarBar({ car, own, of, main, links }: CarBarProps) {
  const isPast = useIsPast(of);
  if (!isPast) return null;
  const price = priceLines(car, own)?.main;
  return (
    <div className={classes["bar"]} data-car-bar>
      <p>
        <strong>{car.name}</strong>
        {price && <span>{amountText(price.amount, price.currency)}</span>}
      </p>
      <QuickLinks links={links} label={own.text("barLinks")} />
      {main && <ButtonLink to={main.to}>{main.label}</ButtonLink>}
    </div>
  );
}

/** Whether something has left what is seen by its top. */
function useIsPast(of: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    // What is still below counts as seen: whoever jumps past it is told of as well.
    const watched = new IntersectionObserver((entries) => setPast(!entries.at(-1)!.isIntersecting), {
      rootMargin: "0px 0px 1000000px 0px",
    });
    if (of.current) watched.observe(of.current);
    return () => watched.disconnect();
  }, [of]);
  return isPast;
}
