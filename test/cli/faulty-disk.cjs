// Preloaded into the command and its threads. It simulates a disk with the fault that TAUT_TEST_DISK names:
//
//     short          every write accepts half of the bytes it is given, and returns that number
//     full:N         the disk is full after N bytes of this thread; the write that reaches the end is cut off there
//     tables:N       the same, but only for the main thread, which writes the tables
//     late:N         the first N files can be flushed; every later flush fails because the disk is full

const fs = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const [kind, number = "0"] = (process.env.TAUT_TEST_DISK ?? "").split(":");
let left = Number(number);
/** @param {string} call */
const full = (call) => Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), { code: "ENOSPC" });
const { writeSync, fsyncSync } = fs;

/**
 * Replaces `fs.writeSync`. Only writes of bytes are faulty: parts, checkpoints and tables are written that way.
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
