/**
 * Jobs can be signed with a key that sweeps and workers share (HMAC with SHA-256). The key is read from the environment
 * and never goes through the queue.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { UsageError } from "../../exit.js";
import type { JobData } from "./job-schema.js";

/** A shorter key could be guessed. */
const shortest = 16;

/** The key in TAUT_QUEUE_KEY; undefined if it is not set. */
export function queueKey(): string | undefined {
  const key = process.env.TAUT_QUEUE_KEY;
  if (key === undefined || key === "") return undefined;
  if (key.length < shortest)
    throw new UsageError(
      "TAUT_QUEUE_KEY",
      `must have at least ${shortest} characters; it has ${key.length}. Make one with: openssl rand -hex 32`,
    );
  return key;
}

export function signed(job: JobData, key: string | undefined): JobData {
  return key === undefined ? job : { ...job, signature: signatureOf(job, key) };
}

/** Throws a `UsageError` unless the job is signed with the key. */
export function checkSignature(job: JobData, key: string): void {
  if (job.signature === undefined)
    throw new UsageError(
      "job.signature",
      "must be there, because this worker has a TAUT_QUEUE_KEY; the job is not signed. Run the sweep with the same key.",
    );
  if (!equal(job.signature, signatureOf(job, key)))
    throw new UsageError(
      "job.signature",
      "must be made with the worker's TAUT_QUEUE_KEY, and it is not. Run the sweep with the same key.",
    );
}

function signatureOf({ study, folder, indices, missing }: JobData, key: string): string {
  const text = JSON.stringify(["taut job 1", study, folder, indices, missing]);
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));
}

/** Compares in a time that does not depend on where two texts of the same length differ. */
function equal(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let k = 0; k < a.length; k++) difference |= a.charCodeAt(k) ^ b.charCodeAt(k);
  return difference === 0;
}
