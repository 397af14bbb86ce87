import { spawnSync } from "node:child_process";
import { findProgram } from "./find-program.mjs";

/**
 * The path of a Python with NumPy, a Jupyter kernel and widgets, for the tests of notebooks: `TAUT_JUPYTER_PYTHON`, or `python3`.
 *
 * @param {{ install?: boolean }} [options]
 */
export function findJupyter({ install = false } = {}) {
  return findProgram({
    variable: "TAUT_JUPYTER_PYTHON",
    names: ["python3"],
    package: "python3-numpy python3-ipykernel python3-nbclient python3-ipywidgets",
    what: "Python with a Jupyter kernel",
    tests: "the tests of notebooks",
    works: (path) =>
      spawnSync(path, ["-c", "import numpy, ipykernel, nbclient, ipywidgets"], { stdio: "ignore" }).status === 0,
    install,
  });
}
