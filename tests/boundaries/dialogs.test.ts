/** There is one way in which what stands over a page is opened, and tells of its end: `useModal`. */
import { expect, test } from "vitest";
import { filesUnder, read } from "./project.ts";

const ownWay = /\bshowModal\(|<dialog\b[^<]*?\s(?:onCancel|onClose)=/;

/** Files that draw a dialog without it, or open one or hear of its end in a way of their own. */
const otherwise = (files: Record<string, string>): string[] =>
  Object.entries(files)
    .filter(([, text]) => (text.includes("<dialog") && !text.includes("useModal(")) || ownWay.test(text))
    .map(([path]) => path);

test("dialogs are opened, and tell of their end, in one way", () => {
  const paths = filesUnder("renderer").filter(
    (path) => /\.tsx?$/.test(path) && path !== "renderer/controls/use-modal.ts",
  );
  expect(otherwise(Object.fromEntries(paths.map((path) => [path, read(path)])))).toEqual([]);
  const wrong = {
    "a.tsx": "<dialog open>",
    "b.tsx": "const box = useModal(end);\n<dialog\n  ref={box}\n  onClose={end}\n>",
    "c.ts": "box.showModal();",
  };
  expect(otherwise(wrong)).toEqual(["a.tsx", "b.tsx", "c.ts"]);
  expect(
    otherwise({ "d.tsx": "const box = useModal(end);\n<dialog ref={box}>\n<End onClose={end} />" }),
  ).toEqual([]);
});
