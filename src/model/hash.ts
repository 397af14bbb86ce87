/**
 * The identity of a model: SHA-256 of canonical JSON. The hash is computed synchronously, in the same way in Node and in
 * browsers, so neither `node:crypto` nor `crypto.subtle` will do.
 */

import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of UTF-8 text, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return sha256Hex(utf8ToBytes(text));
}

/** SHA-256 of bytes, as 64 hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return bytesToHex(digest(bytes));
}

/** JSON with keys in the order of their code units and no spaces, so that equal data has equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
}
