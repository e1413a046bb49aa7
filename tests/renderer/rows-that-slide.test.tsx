/** Of how many rows, over which width, nothing slides: as the home pages say it of their makes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderToString } from "react-dom/server";
import { Slider } from "../../renderer/views/Slider.tsx";

interface Block {
  slider?: { still?: { from: number; to: number; over: number }[] };
}

const file = join(import.meta.dirname, "../../schemas/screens/home.json");
const { blocks } = JSON.parse(readFileSync(file, "utf8")) as { blocks: Block[] };
const still = blocks.find(({ slider }) => slider?.still !== undefined)!.slider!.still!;

test.each([
  [1, undefined],
  [4, undefined],
  [5, 420],
  [6, 420],
  [7, 1024],
  [9, 1024],
  [10, undefined],
])("%i makes stand still over %s px", (count, over) => {
  const html = renderToString(
    <Slider label="Marcas" count={count} size="small" still={still}>
      <ul />
    </Slider>,
  );
  expect(/data-still-over="(\d+)"/.exec(html)?.[1]).toBe(over === undefined ? undefined : String(over));
});
