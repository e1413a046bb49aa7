/** The tree of RFC 6962 against the vectors of its reference implementation, and against a naive one of our own. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  appendLeaf,
  consistencyProof,
  emptyFrontier,
  frontierRoot,
  includes,
  inclusionProof,
  isBeginning,
  leafHash,
  rootOf,
} from "../../server/merkle-tree.ts";
import fc from "../support/properties.ts";

/** Those of the certificate-transparency project. */
const inputs = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const roots = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const vector = inputs.map((hex) => leafHash(Buffer.from(hex, "hex")));

/** Inclusion: index and size, and the proof. */
const inclusions: [number, number, string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  ],
  [
    5,
    8,
    [
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  ],
  [2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]],
];

const sha256 = (...parts: Buffer[]): Buffer => createHash("sha256").update(Buffer.concat(parts)).digest();

/** As section 2.1 says it, word by word. */
function naiveRoot(data: Buffer[]): Buffer {
  if (data.length === 0) return sha256();
  if (data.length === 1) return sha256(Buffer.from([0]), data[0]!);
  let k = 1;
  while (k * 2 < data.length) k *= 2;
  return sha256(Buffer.from([1]), naiveRoot(data.slice(0, k)), naiveRoot(data.slice(k)));
}

const data = fc.array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 70 });
const leavesOf = (given: Uint8Array[]): Buffer[] => given.map((one) => leafHash(Buffer.from(one)));
const changed = (hash: Buffer): Buffer => sha256(hash);

describe("the vectors of certificate transparency", () => {
  it("roots", () => {
    expect(roots.map((_, size) => rootOf(vector.slice(0, size)).toString("hex"))).toEqual(roots);
  });

  it.each(inclusions)("inclusion of %i in %i", (index, size, proof) => {
    const leaves = vector.slice(0, size);
    expect(inclusionProof(leaves, index).map((hash) => hash.toString("hex"))).toEqual(proof);
    expect(
      includes(
        leaves[index]!,
        index,
        { size, root: rootOf(leaves) },
        proof.map((hex) => Buffer.from(hex, "hex")),
      ),
    ).toBe(true);
  });

  it("consistency of 1, 2 and 6 with 8", () => {
    const proofs = [1, 6, 2].map((size) =>
      consistencyProof(vector, size).map((hash) => hash.toString("hex").slice(0, 8)),
    );
    expect(proofs).toEqual([
      ["96a296d2", "5f083f0a", "6b47aaf2"],
      ["0ebc5d34", "ca854ea1", "d37ee418"],
      ["5f083f0a", "6b47aaf2"],
    ]);
  });
});

describe("any tree", () => {
  it("has the root of the naive one, also where it grew leaf by leaf", () => {
    fc.assert(
      fc.property(data, (given) => {
        const frontier = emptyFrontier();
        for (const [index, leaf] of leavesOf(given).entries()) {
          appendLeaf(frontier, leaf);
          const expected = naiveRoot(given.slice(0, index + 1).map((one) => Buffer.from(one)));
          expect(frontierRoot(frontier).equals(expected)).toBe(true);
        }
      }),
    );
  });

  it("proves each of its leaves, and nothing else", () => {
    fc.assert(
      fc.property(data, fc.nat(), fc.nat(), (given, seed, other) => {
        const leaves = leavesOf(given);
        const size = leaves.length;
        const tree = { size, root: rootOf(leaves) };
        const index = seed % size;
        const proof = inclusionProof(leaves, index);
        expect(includes(leaves[index]!, index, tree, proof)).toBe(true);
        expect(includes(changed(leaves[index]!), index, tree, proof)).toBe(false);
        expect(includes(leaves[index]!, size + (other % 3), tree, proof)).toBe(false);
        expect(includes(leaves[index]!, index, { ...tree, root: changed(tree.root) }, proof)).toBe(false);
        expect(includes(leaves[index]!, index, tree, [...proof, tree.root])).toBe(false);
        if (proof.length === 0) return;
        const at = other % proof.length;
        expect(includes(leaves[index]!, index, tree, proof.with(at, changed(proof[at]!)))).toBe(false);
        expect(includes(leaves[index]!, index, tree, proof.slice(1))).toBe(false);
      }),
    );
  });

  it("proves each of its beginnings, and nothing else", () => {
    fc.assert(
      fc.property(data, fc.nat(), fc.nat(), (given, seed, other) => {
        const leaves = leavesOf(given);
        const larger = { size: leaves.length, root: rootOf(leaves) };
        const size = 1 + (seed % leaves.length);
        const smaller = { size, root: rootOf(leaves.slice(0, size)) };
        const proof = consistencyProof(leaves, size);
        expect(isBeginning(smaller, larger, proof)).toBe(true);
        expect(isBeginning({ ...smaller, root: changed(smaller.root) }, larger, proof)).toBe(false);
        expect(isBeginning(smaller, { ...larger, root: changed(larger.root) }, proof)).toBe(false);
        expect(isBeginning({ ...smaller, size: larger.size + 1 }, larger, proof)).toBe(false);
        expect(isBeginning(smaller, larger, [...proof, larger.root])).toBe(false);
        if (proof.length === 0) return;
        const at = other % proof.length;
        expect(isBeginning(smaller, larger, proof.with(at, changed(proof[at]!)))).toBe(false);
        expect(isBeginning(smaller, larger, proof.slice(0, -1))).toBe(false);
      }),
    );
  });
});
