import { expect, test } from "vitest";
import { contrast, readableOn, scaleOf, textOn } from "../../renderer/theme/colours.ts";
import { withCampaign, isOwnPath } from "../../renderer/app/links.ts";

test("white text can be read on any brand's main shade", () => {
  for (const primary of ["#0b5cab", "#b3122b", "#f2b705", "#ffffff", "#00ff00", "#000000"]) {
    const scale = scaleOf(primary);
    expect(scale).toHaveLength(10);
    for (const shade of scale.slice(6)) expect(contrast(shade, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  }
});

test("text on an accent and quiet text can be read", () => {
  for (const colour of ["#f2b705", "#111111", "#777777", "#ff0000"]) {
    expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(readableOn(colour, "#f4f7fa"), "#f4f7fa")).toBeGreaterThanOrEqual(4.5);
  }
});

test("a colour that is none is refused", () => {
  expect(() => scaleOf("blue")).toThrow('"blue"');
});

test.each([
  ["/", "?utm_source=a&rut=1", "/?utm_source=a"],
  ["/306?x=1", "?utm_medium=b%20c", "/306?x=1&utm_medium=b+c"],
  ["/a#b", "?utm_x=1", "/a?utm_x=1#b"],
  ["/a", "?utmost=1", "/a"],
])("%s from a page with %s keeps the campaign alone", (path, search, expected) => {
  expect(withCampaign(path, search)).toBe(expected);
});

test("only paths of this site are its own", () => {
  expect(["/", "/a/b"].every(isOwnPath)).toBe(true);
  expect(
    ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:x", ""].some(isOwnPath),
  ).toBe(false);
});
