/** Sealed bytes are followed by a digest of them, so that damage is noticed. */

/** Computes a digest; all digests of one function have the same length. */
export type Digest = (bytes: Uint8Array) => Uint8Array;

/**
 * A digest of 64 bits against accidents: two FNV-1a hashes with different offsets. Every step is a bijection of the hash,
 * so a single changed byte is always noticed; other damage is noticed unless both hashes agree by chance. Files are sealed
 * with a cryptographic digest instead.
 */
const checksum: Digest = (bytes) => {
  let [a, b] = [0x811c9dc5, 0x2f0b4c47];
  for (let i = 0; i < bytes.length; i++) {
    a = Math.imul(a ^ bytes[i], 0x01000193);
    b = Math.imul(b ^ bytes[i], 0x85ebca6b);
  }
  return new Uint8Array(Uint32Array.of(a, b).buffer);
};

export function seal(bytes: Uint8Array, digest: Digest = checksum): Uint8Array {
  const seal = digest(bytes);
  const sealed = new Uint8Array(bytes.length + seal.length);
  sealed.set(bytes);
  sealed.set(seal, bytes.length);
  return sealed;
}

/** The bytes before the digest; undefined if the digest does not match them. */
export function unseal(sealed: Uint8Array, digest: Digest = checksum): Uint8Array | undefined {
  const { length } = digest(new Uint8Array(0));
  if (sealed.length < length) return undefined;
  const bytes = sealed.subarray(0, sealed.length - length);
  const found = sealed.subarray(bytes.length);
  return digest(bytes).every((value, k) => value === found[k]) ? bytes : undefined;
}
