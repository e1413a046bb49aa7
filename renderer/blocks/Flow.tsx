import type { Page } from "../../schemas/engine/evaluate.ts";
import classes from "./blocks.module.css";
import type { BlockProps } from "./types.ts";

const numbers = new WeakMap<Page, number>();
let last = 0;

/** A number of its own for each page that was fetched: another one has another run, even at the same address. */
function numberOf(page: Page): number {
  const number = numbers.get(page) ?? ++last;
  numbers.set(page, number);
  return number;
}

/** A flow, on the page that it is mounted on. Its code comes along with its definition. */
export function Flow({ block, page, resources, typed }: BlockProps) {
  if (!resources || resources.flow.flow !== block["flow"]) {
    throw new Error(`the page was drawn without its flow "${String(block["flow"])}"`);
  }
  const { View } = resources;
  return (
    <div className={classes["column"]}>
      <View key={numberOf(page)} page={page} resources={resources} typed={typed} />
    </div>
  );
}
