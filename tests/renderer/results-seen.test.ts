import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteResults, resultsSeen } from "../../renderer/page/results-seen.ts";

const document = { cookie: "" };

beforeEach(() => {
  document.cookie = "";
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", { protocol: "https:" });
});
afterEach(() => vi.unstubAllGlobals());

test.each<[string, string | undefined]>([
  ["/books/used?subject=sea&sort=2&page=3", "/books/used?subject=sea&sort=2&page=3"],
  ["/books?subject=año", "/books?subject=año"],
  ["/books", undefined],
])("results at %s are noted for a quarter of an hour", (address, seen) => {
  noteResults("/books", address);
  const [pair, ...how] = document.cookie.split("; ");
  expect(how).toEqual(["path=/", "max-age=900", "samesite=lax", "secure"]);
  document.cookie = `other=1; ${pair}`;
  expect(resultsSeen("/books")).toBe(seen);
  expect(resultsSeen("/films")).toBeUndefined();
});

test.each([
  "",
  "%",
  "%E0%A4%A",
  "/books",
  "/books //x.example",
  "/books /\\\\x.example",
  "/books https://x.example",
  "x /books?page=2",
])("a cookie that says %j leads nowhere", (text) => {
  document.cookie = `resultados=${text.startsWith("%") ? text : encodeURIComponent(text)}`;
  expect(resultsSeen("/books")).toBeUndefined();
});
