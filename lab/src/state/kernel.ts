/** The worker that runs the library, and the listener of its frames. */

import { proxy, type Remote, wrap } from "comlink";
import type { LabWorker } from "../worker/main.js";
import type { Chunk, LabError } from "../worker/protocol.js";

let remote: Remote<LabWorker> | undefined;
let listener: ((chunk: Chunk) => void) | undefined;

/** The worker. It is started when a model is first opened, because the gallery does not need it. */
export function kernel(): Remote<LabWorker> {
  if (remote === undefined) {
    const worker = new Worker(new URL("../worker/main.ts", import.meta.url), { type: "module", name: "taut" });
    remote = wrap<LabWorker>(worker);
    void remote.listen(proxy((chunk: Chunk) => listener?.(chunk)));
  }
  return remote;
}

export function onChunk(listen: (chunk: Chunk) => void): void {
  listener = listen;
}

export function isError(answer: unknown): answer is LabError {
  return typeof answer === "object" && answer !== null && "messages" in answer;
}
