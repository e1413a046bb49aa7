import { useEffect } from "react";

/** From both sides, 300 in all. */
const bursts = [
  { angle: 60, origin: { x: 0, y: 0.7 } },
  { angle: 120, origin: { x: 1, y: 0.7 } },
];
const each = 150;

/** On the element itself: it stands outside of the form, where no style sheet of a form on another's page holds. */
const over: Partial<CSSStyleDeclaration> = {
  position: "fixed",
  inset: "0",
  zIndex: "5",
  width: "100%",
  height: "100%",
  pointerEvents: "none",
};

/** A moment of joy over the page: nothing of the page moves, and everything can be pressed. Not where people want rest. */
export default function Confetti() {
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const canvas = document.createElement("canvas");
    Object.assign(canvas.style, over);
    canvas.ariaHidden = "true";
    // On paper it would lie over what is to be read.
    canvas.className = "screen-only";
    let gone = false;
    const clear = (): void => canvas.remove();
    // Where its code cannot be had, there is none.
    throwFrom(canvas, () => gone).then(clear, clear);
    return () => {
      gone = true;
      clear();
    };
  }, []);
  return null;
}

async function throwFrom(canvas: HTMLCanvasElement, gone: () => boolean): Promise<void> {
  const { default: confetti } = await import("canvas-confetti");
  if (gone()) return;
  document.body.append(canvas);
  // Workers are made from text, which the page's policy forbids.
  const cannon = confetti.create(canvas, { resize: true, useWorker: false });
  await Promise.all(
    bursts.map(async (burst) => {
      await cannon({ ...burst, particleCount: each, spread: 70, startVelocity: 55 });
    }),
  );
}
