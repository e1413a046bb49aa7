/** A part of a call's path that is an input: what it may be, and that it stays one part. */
import { expect, test } from "vitest";
import type { CompiledCall } from "../../schemas/engine/types/index.ts";
import { routeOf, type ServiceRoute } from "../../server/services/embedded/service.ts";
import { CallInputError, preparedCall } from "../../server/services/prepared-call.ts";

const call = (path: string): CompiledCall => ({
  service: "books",
  call: "one",
  method: "GET",
  path,
  input: { id: {} },
  optional: [],
  query: {},
  timeout: 60_000,
  cache: 0,
});

test.each([
  ["7", "books/7/pages"],
  [7, "books/7/pages"],
  ["a-b_c.d~e", "books/a-b_c.d~e/pages"],
])("%s stands in the path", (id, path) => {
  expect(preparedCall(call("books/{id}/pages")).request({ id }, {}).path).toBe(path);
});

test.each(["", ".", "..", "a/b", "a%2Fb", "a?b", "a#b", "a b", "ñ", "\n", true, null, ["a"], { a: 1 }])(
  "%j is no part of a path",
  (id) => {
    expect(() => preparedCall(call("books/{id}/pages")).request({ id }, {})).toThrow(CallInputError);
  },
);

test.each(["books/{id", "books/x{id}", "books/../{id}"])("%s is no path", (path) => {
  expect(() => preparedCall(call(path))).toThrow("plain segments");
});

const route = (path: string): ServiceRoute => ({
  method: "GET",
  path,
  handle: async () => ({ status: 200, body: null }),
});
const routes = ["/books/{id}", "/books/new", "/books/{id}/pages"].map(route);

test.each([
  ["/books/7", "/books/{id}", { id: "7" }],
  ["/books/new", "/books/new", {}],
  ["/books/new/pages", "/books/{id}/pages", { id: "new" }],
])("%s is asked of %s", (path, written, params) => {
  const found = routeOf({ service: "books", routes }, "GET", path);
  expect([found?.route.path, found?.params]).toEqual([written, params]);
});

test.each([
  ["GET", "/books"],
  ["GET", "/books/7/pages/2"],
  ["POST", "/books/7"],
])("%s %s is nobody's", (method, path) => {
  expect(routeOf({ service: "books", routes }, method, path)).toBeUndefined();
});
