import { join } from "node:path";
import { expect, test } from "vitest";
import { createPublisher } from "../../server/definitions/publisher.ts";
import { createSharedThread } from "../../server/shared-thread.ts";
import { countThreads } from "../support/count-threads.ts";
import { root } from "../support/definitions.ts";

const small = join(root, "fixtures/definitions");

test("a publisher that is closed while it works ends what it does, and the next begins anew", async () => {
  const first = createPublisher();
  await first.name(small);
  const threads = countThreads();
  const outcome = first.publish(small, "closed").then(
    () => "published",
    ({ message }: Error) => message,
  );
  await first.close();
  expect(await outcome).toBe("Nothing is published any more");
  const next = createPublisher();
  expect((await next.publish(small, "next")).built.brands?.map(({ brand }) => brand)).toEqual(["AA", "BB"]);
  expect(threads()).toBe(1);
  await next.close();
});

test("a publisher that is closed while it waits leaves its thread to the next, and hears no more of it", async () => {
  const shared = createSharedThread();
  const first = createPublisher(shared);
  const { name } = await first.publish(small, "first");
  await first.close();
  const threads = countThreads();
  const next = createPublisher(shared);
  expect((await next.publish(small, "next")).name).toBe(name);
  expect(threads()).toBe(0);
  // Two at once have one each.
  const other = createPublisher(shared);
  expect(await other.name(small)).toBe(await next.name(small));
  expect(threads()).toBe(1);
  await Promise.all([next.close(), other.close()]);
});

test("a publisher that shares no thread ends its own, though it waits", async () => {
  const first = createPublisher();
  await first.name(small);
  const threads = countThreads();
  await first.close();
  const next = createPublisher();
  await next.name(small);
  expect(threads()).toBe(1);
  await next.close();
});

test("a thread that was left and ended is taken by nobody", async () => {
  const shared = createSharedThread();
  const first = createPublisher(shared);
  await first.name(small);
  await first.close();
  const left = shared.take()!;
  expect(shared.leave(left)).toBe(true);
  await left.terminate();
  expect(shared.take()).toBeUndefined();
});
