import { UpdateQueryNode, type KyselyPlugin } from "kysely";
import type { Store } from "../../server/store/store.ts";

/** A store whose server dies before it changes rows of a table for so many times: what was written by then stays. */
export function dyingAt(store: Store, table: string, times: number): Store {
  let left = times;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const of = UpdateQueryNode.is(node) ? JSON.stringify(node.table) : "";
      if (of.includes(`"${table}"`) && --left <= 0) throw new Error("this server died");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...store,
    db: store.db.withPlugin(plugin),
    transaction: (work) => store.transaction((db) => work(db.withPlugin(plugin))),
  };
}
