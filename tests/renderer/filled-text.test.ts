import { expect, test } from "vitest";
import type { Words } from "../../schemas/engine/evaluate.ts";
import { filledText } from "../../renderer/page/words.ts";

const found: [Words, Record<string, string>, string][] = [
  ["Nada con «{text}»", { text: "yaris" }, "Nada con «yaris»"],
  // What somebody types is a text, whatever a replacement would make of it.
  ["Nada con «{text}»", { text: "$& $1 {text}" }, "Nada con «$& $1 {text}»"],
  [["Nada con «", { var: "text" }, "»"], { text: "$&" }, "Nada con «$&»"],
  ["{count} autos", { count: "1.234" }, "1.234 autos"],
  ["{count} autos", { count: "" }, " autos"],
  ["Hola {name}", { count: "1" }, "Hola {name}"],
];

test.each(found)("%j with %j is %j", (written, values, text) => {
  expect(filledText(written, values)).toBe(text);
});
