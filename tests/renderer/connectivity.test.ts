import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchConnection } from "../../renderer/page/connectivity.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page in a network that does as it is told. */
function page() {
  const events = new EventTarget();
  const network = { online: true, answers: async (): Promise<unknown> => "fine" };
  const pings: AbortSignal[] = [];
  const told: boolean[] = [];
  const connection = watchConnection({
    isOnline: () => network.online,
    ping: (signal) => (pings.push(signal), network.answers()),
    events,
  });
  const stop = connection.subscribe(() => told.push(connection.offline()));
  const turn = async (online: boolean): Promise<void> => {
    network.online = online;
    events.dispatchEvent(new Event(online ? "online" : "offline"));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { connection, network, pings, told, stop, turn };
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

describe("the connection", () => {
  test("is not there at once when the browser says so, and is asked for before it is back", async () => {
    const { connection, network, pings, told, turn } = page();
    await turn(false);
    expect(connection.offline()).toBe(true);
    expect(pings).toEqual([]);
    // A network that leads nowhere is none.
    network.answers = () => Promise.reject(new Error("captive portal"));
    await turn(true);
    expect(connection.offline()).toBe(true);
    network.answers = () => Promise.resolve("fine");
    await turn(true);
    expect(told).toEqual([true, false]);
  });

  test("is asked for every 100 seconds, for 3 seconds", async () => {
    const { connection, network, pings, told } = page();
    await vi.advanceTimersByTimeAsync(99_999);
    expect(pings).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(pings).toHaveLength(1);
    expect(told).toEqual([]);
    network.answers = () =>
      new Promise((_resolve, reject) => {
        pings.at(-1)!.addEventListener("abort", () => reject(new Error("too late")));
      });
    await vi.advanceTimersByTimeAsync(100_000 + 2_999);
    expect(connection.offline()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.offline()).toBe(true);
    network.answers = () => Promise.resolve("fine");
    await minutes(2);
    expect(told).toEqual([true, false]);
  });

  test("goes by the newest answer", async () => {
    const { network, told, turn } = page();
    let late = (): void => {};
    network.answers = () => new Promise((_resolve, reject) => (late = () => reject(new Error("gone"))));
    await turn(true);
    network.answers = () => Promise.resolve("fine");
    await turn(true);
    late();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([]);
  });

  test("is not watched when nobody listens any more", async () => {
    const { pings, stop, told, turn } = page();
    stop();
    await minutes(10);
    await turn(false);
    expect([pings, told]).toEqual([[], []]);
  });

  test("is asked for when somebody listens again after it was not there", async () => {
    const { connection, network, stop, turn } = page();
    await turn(false);
    stop();
    network.online = true;
    const told: boolean[] = [];
    connection.subscribe(() => told.push(connection.offline()));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([false]);
  });
});
