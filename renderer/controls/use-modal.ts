import { useLayoutEffect, useRef, type RefObject } from "react";

/** The ref of a `<dialog>` that stands over the page, and keeps the focus, for as long as it is drawn. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = box.current!;
    shown.showModal();
    return () => shown.close();
  }, []);
  return box;
}
