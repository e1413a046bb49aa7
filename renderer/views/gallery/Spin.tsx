import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useModal } from "../../controls/use-modal.ts";
import type { WordsReader } from "../../page/words.ts";
import { CloseMark } from "./marks.tsx";
import { SlideButtons } from "./SlideButtons.tsx";
import classes from "./full-screen.module.css";

interface SpinProps {
  /** Pictures from all around, in order. */
  frames: string[];
  name: string;
  own: WordsReader;
  onClose(): void;
}

/** Pixels that a pointer goes for a whole turn. */
const turnWidth = 360;

/** Presses of a button for a whole turn: whoever cannot drag goes around in a few. */
const presses = 12;

/** Something that is turned around: by dragging it, with the arrow keys, or with buttons. */
export default function Spin({ frames, name, own, onClose }: SpinProps) {
  const box = useModal(onClose);
  const [frame, setFrame] = useState(0);
  /** Where the drag began, and with which frame. */
  const drag = useRef<{ x: number; frame: number }>(undefined);
  const turn = (to: number): void => setFrame(((to % frames.length) + frames.length) % frames.length);
  const degrees = Math.round((frame * 360) / frames.length);

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    drag.current = { x: event.clientX, frame };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    const from = drag.current;
    if (from) turn(from.frame + Math.round(((clientX - from.x) * frames.length) / turnWidth));
  };
  const letGo = (): void => void (drag.current = undefined);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
    const by = steps[event.key];
    const to = event.key === "Home" ? 0 : by === undefined ? undefined : frame + by;
    if (to === undefined) return;
    event.preventDefault();
    turn(to);
  };
  return (
    <dialog ref={box} className={classes["box"]} aria-label={`${own.text("spin")}: ${name}`}>
      <div
        className={classes["spin"]}
        role="slider"
        tabIndex={0}
        aria-label={own.text("spin")}
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={degrees}
        aria-valuetext={own.fill("spinPlace", { degrees: String(degrees) })}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onKeyDown={onKeyDown}
      >
        {/* All of them are loaded, so that none is waited for while it turns. */}
        {frames.map((src, index) => (
          <img
            key={src}
            src={src}
            alt=""
            width="960"
            height="480"
            draggable={false}
            hidden={index !== frame}
          />
        ))}
      </div>
      <p className={classes["hint"]}>{own.text("spinHint")}</p>
      <SlideButtons
        names={[own.text("spinLeft"), own.text("spinRight")]}
        step={(by) => turn(frame + by * Math.max(1, Math.round(frames.length / presses)))}
        classes={classes}
      />
      <div className={classes["bar"]}>
        <p />
        <button type="button" aria-label={own.text("close")} onClick={onClose}>
          <CloseMark />
        </button>
      </div>
    </dialog>
  );
}
