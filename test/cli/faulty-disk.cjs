// Preloaded into the command and its threads. It simulates a disk with the fault that TAUT_TEST_DISK names:
//
//     short          every write accepts half of the bytes it is given, and returns that number
//     full:N         the disk is full after N bytes of this thread; the write that reaches the end is cut off there
//     tables:N       the same, but only for the thread of the command, which writes the tables
//     late:N         the first N files can be flushed; every later flush fails because the disk is full
//     main:N         operation N of the command's thread fails: each open for writing, write, flush, rename, link or removal
//     thread:N       the same in every other thread

const fs = require("node:fs");
const { isMainThread, workerData } = require("node:worker_threads");
/** The main thread only answers signals where a command has a thread of its own. */
const isCommand = isMainThread || workerData?.isCommand === true;

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

if (kind === "short" || kind === "full" || (kind === "tables" && isCommand)) fs.writeSync = write;
if (kind === "late")
  fs.fsyncSync = (handle) => {
    if (left-- <= 0) throw full("fsync");
    fsyncSync(handle);
  };
if ((kind === "main" && isCommand) || (kind === "thread" && !isCommand)) {
  const changes = ["openSync", "writeSync", "fsyncSync", "renameSync", "linkSync", "rmSync", "mkdirSync"];
  for (const name of changes) {
    const operation = /** @type {any} */ (fs)[name];
    /** @param {any[]} args */
    const failing = (...args) => {
      const changesDisk = name === "openSync" ? args[1] === "wx" : name !== "writeSync" || args[0] > 2;
      if (changesDisk && left-- === 0) throw Object.assign(new Error(`EIO: i/o error, ${name}`), { code: "EIO" });
      return operation(...args);
    };
    /** @type {any} */ (fs)[name] = failing;
  }
}
require("node:module").syncBuiltinESMExports();
