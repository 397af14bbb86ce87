import { parquetWriteBuffer } from "hyparquet-writer";
import { sha256Hex } from "../../model/index.js";
import type { TableColumn } from "./columns.js";

/** The name of the entry in the file's metadata that holds the digest of the file. */
const digestKey = "taut.sha256";
/** The entry is this close to the end of the file, followed only by the name of the writer. */
const longestEnd = 1024;
const noDigest = "0".repeat(64);

/**
 * Apache Parquet with DOUBLE and STRING columns. Doubles are stored exactly. Parquet itself has no checksums, so the
 * metadata holds the SHA-256 digest of the file, computed with zeros in place of the digest.
 */
export function toParquet(columns: readonly TableColumn[]): Uint8Array {
  const columnData = columns.map((column) =>
    "text" in column
      ? { name: column.name, data: [...column.text], type: "STRING" as const }
      : { name: column.name, data: column.data, type: "DOUBLE" as const },
  );
  const kvMetadata = [{ key: digestKey, value: noDigest }];
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata }));
  const digest = sha256Hex(bytes);
  bytes.set(new TextEncoder().encode(digest), digestAt(bytes)!);
  return bytes;
}

/** The first version of this package whose Parquet files have a digest. */
const firstVersion = "0.1.0";

/** What is wrong with a Parquet file; undefined if it is as `toParquet` wrote it. */
export function parquetFault(file: Uint8Array): string | undefined {
  const at = digestAt(file);
  if (at === undefined)
    return `it has no digest, which files of taut ${firstVersion} and later have: an earlier version or another program wrote it, or its end is damaged (Parquet written elsewhere can be given as CSV)`;
  const bytes = Uint8Array.from(file);
  const found = new TextDecoder().decode(bytes.subarray(at, at + noDigest.length));
  bytes.set(new TextEncoder().encode(noDigest), at);
  return sha256Hex(bytes) === found ? undefined : "it is damaged: its digest does not fit";
}

/** Where the digest is: after its name and the length of the text, which takes two bytes. */
function digestAt(bytes: Uint8Array): number | undefined {
  const name = new TextEncoder().encode(digestKey);
  const first = Math.max(0, bytes.length - longestEnd);
  for (let at = bytes.length - name.length; at >= first; at--)
    if (name.every((byte, k) => bytes[at + k] === byte)) return at + name.length + 2;
  return undefined;
}
