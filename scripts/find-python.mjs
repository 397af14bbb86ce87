import { spawnSync } from "node:child_process";
import { findProgram } from "./find-program.mjs";

/**
 * The path of a Python with NumPy for the tests of the Python package: `TAUT_PYTHON`, or `python3`.
 *
 * @param {{ install?: boolean }} [options]
 */
export function findPython({ install = false } = {}) {
  return findProgram({
    variable: "TAUT_PYTHON",
    names: ["python3"],
    package: "python3-numpy",
    what: "Python with NumPy",
    tests: "the tests of the Python package",
    works: (path) => spawnSync(path, ["-c", "import numpy"], { stdio: "ignore" }).status === 0,
    install,
  });
}
