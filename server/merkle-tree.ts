/**
 * The tree of hashes of RFC 6962, section 2.1, and its proofs. Nothing here reads or writes. What this gives for equal
 * arguments may never change: what is stored, and what others have noted, rests on it.
 */
import { createHash } from "node:crypto";

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafMark = Buffer.from([0]);
const nodeMark = Buffer.from([1]);

/** Hash of a leaf: no inner node has the same. */
export const leafHash = (data: Buffer | string): Buffer => sha256(leafMark, data);

const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(nodeMark, left, right);

/** The largest power of two that is smaller than `size`: where the tree of so many leaves is divided. */
const divide = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** Root of the tree over leaf hashes, in their order. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const frontier = emptyFrontier();
  for (const leaf of leaves) appendLeaf(frontier, leaf);
  return frontierRoot(frontier);
}

/** A tree that only grows, without its leaves: the roots of the whole trees that it is made of, the largest first. */
export interface Frontier {
  size: number;
  nodes: Buffer[];
}

export const emptyFrontier = (): Frontier => ({ size: 0, nodes: [] });

/** Adds a leaf hash at the end. */
export function appendLeaf(frontier: Frontier, leaf: Buffer): void {
  let node = leaf;
  // As in counting: each one that carries joins two trees of the same size.
  for (let carries = frontier.size; carries % 2 === 1; carries = (carries - 1) / 2) {
    node = nodeHash(frontier.nodes.pop()!, node);
  }
  frontier.nodes.push(node);
  frontier.size += 1;
}

export function frontierRoot({ nodes }: Frontier): Buffer {
  const [last, ...larger] = nodes.toReversed();
  if (last === undefined) return sha256();
  return larger.reduce((right, left) => nodeHash(left, right), last);
}

/** What shows that the leaf at `index` (from 0) is in the tree: the hashes beside its way to the root. */
export function inclusionProof(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length <= 1) return [];
  const middle = divide(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return index < middle
    ? [...inclusionProof(left, index), rootOf(right)]
    : [...inclusionProof(right, index - middle), rootOf(left)];
}

/** What shows that the tree of the first `size` leaves (at least one) is the beginning of this one. */
export const consistencyProof = (leaves: readonly Buffer[], size: number): Buffer[] =>
  size === leaves.length ? [] : subProof(leaves, size, true);

function subProof(leaves: readonly Buffer[], size: number, isWhole: boolean): Buffer[] {
  if (size === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const middle = divide(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return size <= middle
    ? [...subProof(left, size, isWhole), rootOf(right)]
    : [...subProof(right, size - middle, false), rootOf(left)];
}

/** Whether a proof leads from a leaf hash to the root of a tree of `size` leaves (RFC 9162, 2.1.3.2). */
export function includes(
  leaf: Buffer,
  index: number,
  { size, root }: { size: number; root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (index >= size) return false;
  let [at, last] = [index, size - 1];
  let hash = leaf;
  for (const beside of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(beside, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = nodeHash(hash, beside);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hash.equals(root);
}

/** Whether a proof shows that the smaller tree is the beginning of the larger one (RFC 9162, 2.1.4.2). */
export function isBeginning(
  smaller: { size: number; root: Buffer },
  larger: { size: number; root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (smaller.size === larger.size) return proof.length === 0 && smaller.root.equals(larger.root);
  if (smaller.size < 1 || smaller.size > larger.size) return false;
  const isWhole = Number.isInteger(Math.log2(smaller.size));
  const [first, ...rest] = isWhole ? [smaller.root, ...proof] : proof;
  if (first === undefined || (isWhole && proof.length === 0)) return false;
  let [at, last] = [smaller.size - 1, larger.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [before, after] = [first, first];
  for (const beside of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      before = nodeHash(beside, before);
      after = nodeHash(beside, after);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      after = nodeHash(after, beside);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && before.equals(smaller.root) && after.equals(larger.root);
}

// Not by shifting bits: those of numbers end at 32.
const half = (value: number): number => Math.floor(value / 2);
