/** Sealing of single values: AES-256-GCM, with a nonce of its own for each, bound to table and column. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { randomSource } from "../random.ts";
import { DamagedValue } from "./damaged.ts";
import type { ColumnRef } from "./personal.ts";
import { byteSeals, type ByteSeals } from "./sealed-bytes.ts";

/** What a sealed value begins with; the id of its key follows. What does not begin so is as it was before there were seals. */
const mark = "sealed.1.";
const idLength = 8;
const headLength = mark.length + idLength + 1;
const nonceLength = 12;
const tagLength = 16;

const newNonce = randomSource(nonceLength);

/** One key, as it is used: nothing that is derived from it leads back to it. */
export interface DataKey {
  /** Eight hexadecimal digits that tell it from others. */
  id: string;
  sealing: KeyObject;
  searching: KeyObject;
  /** Of the links that only this site can have made. */
  linking: KeyObject;
  /** Of which each file's own key is made. */
  bytes: KeyObject;
  signing: KeyObject;
  /** The public key of what it signs, base64url. */
  signer: string;
}

/** What stands before the 32 bytes of a private key of Ed25519 in PKCS #8. */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

const signingKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" });

/** Whether a signature is one of a public key, whoever's that is. */
export function isSignature(
  text: string,
  { signer, signature }: { signer: string; signature: string },
): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: signer }, format: "jwk" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

const derived = (key: KeyObject, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, "", `vitrina ${purpose}`, length));

/** @param key 32 bytes */
export function dataKey(key: KeyObject): DataKey {
  const signing = signingKey(derived(key, "sign", 32));
  return {
    id: derived(key, "id", idLength / 2).toString("hex"),
    sealing: createSecretKey(derived(key, "seal", 32)),
    searching: createSecretKey(derived(key, "search", 32)),
    linking: createSecretKey(derived(key, "link", 32)),
    bytes: createSecretKey(derived(key, "bytes", 32)),
    signing,
    signer: createPublicKey(signing).export({ format: "jwk" }).x!,
  };
}

export interface Seals {
  /** The key that seals. */
  id: string;
  /** What every value begins with that this key has sealed. */
  mark: string;
  /** Whether a text is a sealed one, by whatever key. */
  isSealed(text: string): boolean;
  seal(place: ColumnRef, text: string): string;
  /** @throws {DamagedValue} where the key is not here, or the value was changed or comes from elsewhere */
  open(place: ColumnRef, text: string): string;
  /** Seals and opens files. */
  bytes: ByteSeals;
  /** By what a text is found: the first is how it is kept now, the others how older keys would have kept it. */
  hashes(text: string): [string, ...string[]];
  /** What proves that a link is ours: the first is what one has that is made now, the others what older keys would have given it. */
  linkProofs(text: string): [string, ...string[]];
  /** The public key of `sign`, and those of all keys that are here. */
  signer: string;
  signers: string[];
  /** Ed25519, base64url. */
  sign(text: string): string;
}

/** By each key, that of the first before the others. */
function macs(
  [first, ...others]: readonly [DataKey, ...DataKey[]],
  use: "searching" | "linking",
  text: string,
): [string, ...string[]] {
  const macOf = (key: DataKey): string => createHmac("sha256", key[use]).update(text).digest("base64url");
  return [macOf(first), ...others.map(macOf)];
}

/** @param keys the first seals, all of them open. */
export function createSeals(keys: readonly [DataKey, ...DataKey[]]): Seals {
  const [first] = keys;
  const byId = new Map(keys.map((key) => [key.id, key]));
  const places = new Map<ColumnRef, Buffer>();
  const bound = (place: ColumnRef): Buffer => {
    let bytes = places.get(place);
    if (!bytes) places.set(place, (bytes = Buffer.from(place)));
    return bytes;
  };
  const ownMark = `${mark}${first.id}.`;
  return {
    id: first.id,
    mark: ownMark,
    isSealed: (text) => text.startsWith(mark),
    seal: (place, text) => {
      const nonce = newNonce();
      const cipher = createCipheriv("aes-256-gcm", first.sealing, nonce).setAAD(bound(place));
      const sealed = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return ownMark + Buffer.concat(sealed).toString("base64url");
    },
    open: (place, text) => {
      if (!text.startsWith(mark)) return text;
      const id = text.slice(mark.length, headLength - 1);
      const key = byId.get(id);
      if (!key) throw new DamagedValue(place, `is sealed with the key ${id}, which is not here`);
      const bytes = Buffer.from(text.slice(headLength), "base64url");
      try {
        const nonce = bytes.subarray(0, nonceLength);
        const decipher = createDecipheriv("aes-256-gcm", key.sealing, nonce, { authTagLength: tagLength })
          .setAAD(bound(place))
          .setAuthTag(bytes.subarray(-tagLength));
        // Only the end says whether all of it is what was sealed.
        return (
          decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, "utf8") + decipher.final("utf8")
        );
      } catch {
        throw new DamagedValue(place, "was changed, or moved here from elsewhere");
      }
    },
    bytes: byteSeals(keys),
    signer: first.signer,
    signers: keys.map(({ signer }) => signer),
    sign: (text) => sign(null, Buffer.from(text), first.signing).toString("base64url"),
    hashes: (text) => macs(keys, "searching", text),
    linkProofs: (text) => macs(keys, "linking", text),
  };
}
