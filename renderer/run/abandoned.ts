const minuteMs = 60_000;
/** Milliseconds between two checks, also after the device slept. The server counts from the last draft, and is never later. */
const intervalMs = 30_000;
const activity = ["pointerdown", "keydown", "input"] as const;

export interface AbandonedOptions {
  /** Without any sign of a person. */
  minutes: number;
  /** Whether something is begun, and the server can be asked. */
  canLeave(): boolean;
  leave(): void;
  events: EventTarget;
}

/** Calls `leave` when nobody has touched the page for so many minutes. Returns the way to stop. */
export function watchAbandoned({ minutes, canLeave, leave, events }: AbandonedOptions): () => void {
  let lastActivity = Date.now();
  const onActivity = (): void => void (lastActivity = Date.now());
  const check = (): void => {
    if (Date.now() - lastActivity > minutes * minuteMs + intervalMs && canLeave()) leave();
  };
  for (const type of activity) events.addEventListener(type, onActivity, true);
  const timer = setInterval(check, intervalMs);
  return () => {
    clearInterval(timer);
    for (const type of activity) events.removeEventListener(type, onActivity, true);
  };
}
