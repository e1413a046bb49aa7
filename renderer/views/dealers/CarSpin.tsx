import { Suspense, useState } from "react";
import { lazyPart } from "../../page/lazy-part.ts";
import { useHydrated } from "../../page/device.ts";
import type { WordsReader } from "../../page/words.ts";
import type { CarRow } from "./car.ts";
import classes from "./cars.module.css";

/** What is opened over the page comes when somebody opens it. */
const Spin = lazyPart(() => import("../gallery/Spin.tsx"));

interface CarSpinProps {
  car: CarRow;
  own: WordsReader;
  name: string;
}

/** A car from all around, over the page: its own pictures, or else the page of whoever has them. */
export function CarSpin({ car: { spinFrames, spinCarUrl, detailModel }, own, name }: CarSpinProps) {
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  const label = own.fill("spinOf", { name, version: detailModel });
  const words = own.text("spin");
  if (spinFrames === undefined || spinFrames.length === 0) {
    return spinCarUrl === undefined ? null : (
      <a
        className={classes["spin"]}
        href={spinCarUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label}
      >
        {words}
      </a>
    );
  }
  if (!isHydrated) return null;
  return (
    <>
      <button
        type="button"
        className={classes["spin"]}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words}
      </button>
      <Suspense>
        {isOpen && <Spin frames={spinFrames} name={name} own={own} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
