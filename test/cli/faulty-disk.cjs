// Preloaded into the command, threads included: a disk with a fault, as TAUT_TEST_DISK names it.
//
//     short          every write takes half of what it is given, and says so
//     full:N         after N bytes of this thread the disk is full: the write that meets the end is cut off there
//     tables:N       the same for the thread that writes the tables only
//     late:N         the first N files can be written, and no other be flushed: the disk notices its end only then

const fs = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const [kind, number = "0"] = (process.env.TAUT_TEST_DISK ?? "").split(":");
let left = Number(number);
/** @param {string} call */
const full = (call) => Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), { code: "ENOSPC" });
const { writeSync, fsyncSync } = fs;

/**
 * Of a disk that is not to be trusted: bytes only, as parts, checkpoints and tables are written.
 *
 * @param {number} handle
 * @param {any} data
 * @param {any} offset
 * @param {any} length
 * @param {any} position
 * @returns {number}
 */
function write(handle, data, offset = 0, length = data.byteLength - offset, position = null) {
  if (handle <= 2 || typeof data === "string") return writeSync(handle, data, offset, length);
  if (kind === "short") return writeSync(handle, data, offset, Math.ceil(length / 2), position);
  const fits = Math.min(left, length);
  left -= fits;
  const written = fits === 0 ? 0 : writeSync(handle, data, offset, fits, position);
  if (written === 0 && length > 0) throw full("write");
  return written;
}

if (kind === "short" || kind === "full" || (kind === "tables" && isMainThread)) fs.writeSync = write;
if (kind === "late")
  fs.fsyncSync = (handle) => {
    if (left-- <= 0) throw full("fsync");
    fsyncSync(handle);
  };
require("node:module").syncBuiltinESMExports();
