/** Sealed bytes are followed by their SHA-256 digest, so that damage to any of them is noticed. */

import { sha256 } from "@noble/hashes/sha2.js";

const length = 32;

/** SHA-256. A platform that has a faster one may pass it; the bytes are the same. */
type Digest = (bytes: Uint8Array) => Uint8Array;

export function seal(bytes: Uint8Array, digest: Digest = sha256): Uint8Array {
  const sealed = new Uint8Array(bytes.length + length);
  sealed.set(bytes);
  sealed.set(digest(bytes), bytes.length);
  return sealed;
}

/** The bytes before the digest; undefined if the digest does not fit them. */
export function unseal(sealed: Uint8Array, digest: Digest = sha256): Uint8Array | undefined {
  if (sealed.length < length) return undefined;
  const bytes = sealed.subarray(0, sealed.length - length);
  const found = sealed.subarray(bytes.length);
  return digest(bytes).every((value, k) => value === found[k]) ? bytes : undefined;
}
