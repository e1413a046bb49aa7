import classes from "./blocks.module.css";
import type { BlockProps } from "./types.ts";

/** A flow, on the page that it is mounted on. Its code comes along with its definition. */
export function Flow({ block, page, resources, typed }: BlockProps) {
  if (!resources || resources.flow.flow !== block["flow"]) {
    throw new Error(`the page was drawn without its flow "${String(block["flow"])}"`);
  }
  const { View } = resources;
  return (
    <div className={classes["column"]}>
      <View page={page} resources={resources} typed={typed} />
    </div>
  );
}
