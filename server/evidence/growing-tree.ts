import { isChained, leafOf } from "../hash-chain.ts";
import { appendLeaf, emptyFrontier, frontierRoot, rootOf } from "../merkle-tree.ts";
import type { TreeHead } from "../store/evidence-log.ts";
import type { PlacedEntry } from "../store/evidence.ts";

/** A log's tree as it grows, compared with every head of it that was signed. */
export function growingTree(signed: ReadonlyMap<number, TreeHead>) {
  const tree = emptyFrontier();
  let part: Buffer[] = [];
  // Once something is wrong with what the tree is made of, its root says nothing more; those of later parts do.
  let isPartWhole = true;
  const grown = {
    isWhole: true,
    root: (): string => frontierRoot(tree).toString("hex"),
    /** What was found already is not told again as another root. */
    doubt: (): void => {
      grown.isWhole = false;
      isPartWhole = false;
    },
    /** Adds an entry's leaf. Tells whether that, or what came since the last head, is not what was signed. */
    add: (entry: PlacedEntry): boolean => {
      // What the hash of a changed one says may be what it was: then the others are proved all the same.
      const leaf = isChained(entry) ? leafOf(entry) : Buffer.from(entry.hash, "hex");
      appendLeaf(tree, leaf);
      part.push(leaf);
      const head = signed.get(entry.position);
      if (!head) return false;
      const isOther = isPartWhole && rootOf(part).toString("hex") !== head.added;
      const isBroken = isOther || (grown.isWhole && head.root !== grown.root());
      if (isBroken) grown.isWhole = false;
      part = [];
      isPartWhole = true;
      return isBroken;
    },
  };
  return grown;
}
