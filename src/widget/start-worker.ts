/** Starts the worker of `<taut-lab>`, also where the script comes from another server than the page. */

import { workerOf } from "./worker-of.js";

const here = import.meta.url;

/** The worker beside this file. Browsers refuse one from another server, so that it is then imported by one made here. */
export function startWorker(): Worker {
  try {
    // bundlers look for exactly this form
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "taut-lab" });
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "SecurityError") throw error;
    const address = new URL("./worker.js", here).href;
    return workerOf(`import ${JSON.stringify(address)};`, "module");
  }
}
