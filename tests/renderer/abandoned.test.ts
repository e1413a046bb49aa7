import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchAbandoned } from "../../renderer/run/abandoned.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A form that is put aside after ten minutes, before somebody who does as they are told. */
function form(canLeave = () => true) {
  const events = new EventTarget();
  const leave = vi.fn<() => void>();
  const stop = watchAbandoned({ minutes: 10, canLeave, leave, events });
  return { events, leave, stop };
}

const minutes = (count: number): void => void vi.advanceTimersByTime(count * 60_000);

describe("a form that nobody touches", () => {
  test("is left after its minutes, not before the server would leave it too", () => {
    const { leave } = form();
    minutes(10);
    expect(leave).not.toHaveBeenCalled();
    minutes(1);
    expect(leave).toHaveBeenCalledOnce();
  });

  test.each(["pointerdown", "keydown", "input"])("counts anew from a %s", (type) => {
    const { events, leave } = form();
    minutes(9);
    events.dispatchEvent(new Event(type));
    minutes(10);
    expect(leave).not.toHaveBeenCalled();
    minutes(1);
    expect(leave).toHaveBeenCalledOnce();
  });

  test("is left as soon as the device wakes up, however long its timers slept", () => {
    const { leave } = form();
    minutes(1);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    vi.advanceTimersByTime(30_000);
    expect(leave).toHaveBeenCalledOnce();
  });

  test("stays while nothing is begun or nobody can be asked, and is left afterwards", () => {
    let canLeave = false;
    const { leave } = form(() => canLeave);
    minutes(60);
    expect(leave).not.toHaveBeenCalled();
    canLeave = true;
    minutes(1);
    expect(leave).toHaveBeenCalled();
  });

  test("is not watched any more when it is gone", () => {
    const { leave, stop } = form();
    stop();
    minutes(60);
    expect(leave).not.toHaveBeenCalled();
  });
});
