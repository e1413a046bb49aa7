/**
 * Proofs that whoever has a signed head checks without the database, by RFC 6962: that an entry is in the log, and that an
 * earlier end of the log is the beginning of this one.
 */
import { isChained, leafOf, treeHeadText } from "../hash-chain.ts";
import { consistencyProof, includes, inclusionProof, isBeginning, rootOf } from "../merkle-tree.ts";
import { placedEntries, type Head } from "../store/evidence.ts";
import { signedHeads, type SignedHead } from "../store/evidence-log.ts";
import { isSignature } from "../store/seals.ts";
import type { Queries } from "../store/store.ts";

export interface InclusionProof {
  /** In the log, from 1; the tree counts from 0. */
  position: number;
  /** Hash of the leaf that what is stored of the entry makes, hexadecimal as all others. */
  leaf: string;
  path: string[];
  /** Whether the path leads from the leaf to the root of the end. */
  isProved: boolean;
}

export interface ConsistencyProof {
  /** The earlier end. */
  from: Head;
  path: string[];
  isProved: boolean;
}

export interface LogProofs {
  /** The end that is proved against. */
  head: SignedHead & { isSigned: boolean };
  inclusion: InclusionProof[];
  consistency: ConsistencyProof[];
}

const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString("hex"));

/** Hash of the leaf of each entry that has a place, in their order; and ends of a chain of before, by position. */
async function readLeaves(
  db: Queries,
  brand: string,
): Promise<{ leaves: Buffer[]; chained: Map<number, string> }> {
  const leaves: Buffer[] = [];
  const chained = new Map<number, string>();
  for await (const entries of placedEntries(db, brand)) {
    for (const entry of entries) {
      leaves.push(leafOf(entry));
      if (isChained(entry)) chained.set(entry.position, entry.hash);
    }
  }
  return { leaves, chained };
}

/** Proofs against the end of a brand's log; undefined where it has none. `from` are earlier ends. */
export async function proofsOf(
  db: Queries,
  brand: string,
  { positions = [], from = [] }: { positions?: number[]; from?: Head[] },
): Promise<LogProofs | undefined> {
  const head = (await signedHeads(db)).find((one) => one.brand === brand);
  if (!head) return undefined;
  const { position: size, hash, signed_at = "", signer = "", signature = "" } = head;
  const { leaves: all, chained } = await readLeaves(db, brand);
  const leaves = all.slice(0, size);
  const tree = { size, root: Buffer.from(hash, "hex") };
  const inclusion = positions.map((position): InclusionProof => {
    const leaf = leaves[position - 1];
    if (!leaf) return { position, leaf: "", path: [], isProved: false };
    const path = inclusionProof(leaves, position - 1);
    const isProved = includes(leaf, position - 1, tree, path);
    return { position, leaf: leaf.toString("hex"), path: hex(path), isProved };
  });
  const consistency = from.map((earlier): ConsistencyProof => {
    const isWithin = earlier.position > 0 && earlier.position <= leaves.length;
    if (!isWithin) return { from: earlier, path: [], isProved: false };
    // The end of a chain of before is the hash of its last entry, which the tree has as a leaf.
    const isOfChain = chained.get(earlier.position) === earlier.hash;
    const root = isOfChain ? rootOf(leaves.slice(0, earlier.position)) : Buffer.from(earlier.hash, "hex");
    const path = consistencyProof(leaves, earlier.position);
    const isProved = isBeginning({ size: earlier.position, root }, tree, path);
    return { from: earlier, path: hex(path), isProved };
  });
  const text = treeHeadText({ brand, size, root: hash, signed_at });
  const isSigned = isSignature(text, { signer, signature });
  return { head: { ...head, isSigned }, inclusion, consistency };
}
