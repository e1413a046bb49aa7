/** Named programs of a flow stand where they are done, and what is wrong in one is told where it is written. */
import { expect, test } from "vitest";
import { readSources } from "../../schemas/engine/all.ts";

const path = "schemas/flows/x/flow.json";
const text = JSON.stringify(
  {
    flow: "x",
    programs: {
      leave: [{ do: "note" }, { go: "end" }],
      note: [{ set: { noted: true } }],
      circle: [{ do: "circle" }],
    },
    steps: {
      one: {
        onContinue: [
          { call: "a.b", onFailure: [{ do: "note" }, { refuse: "No" }] },
          { do: "nobody" },
          { do: "circle" },
          { do: "leave" },
        ],
      },
    },
  },
  null,
  2,
);

const { files } = readSources({ [path]: text });
const { value, locate } = files[path]!;

test("lines of named programs stand in the places of those that do them, also within branches", () => {
  expect(value).toMatchObject({
    steps: {
      one: {
        onContinue: [
          { call: "a.b", onFailure: [{ set: { noted: true } }, { refuse: "No" }] },
          { do: "nobody" },
          { do: "circle" },
          { set: { noted: true } },
          { go: "end" },
        ],
      },
    },
  });
});

test.each([
  [[3, "set"], '"noted": true', "noted"],
  [[4, "go"], '"go": "end"', "end"],
  [[0, "onFailure", 1, "refuse"], '"refuse": "No"', "No"],
])("what stands at %j now is found where it is written", (at, line) => {
  const found = locate(["steps", "one", "onContinue", ...at]);
  const key = line.split(":", 1)[0]!;
  const written = text.split("\n").findIndex((one) => one.includes(at.includes("set") ? '"set"' : key)) + 1;
  expect(found.line).toBe(written);
});
