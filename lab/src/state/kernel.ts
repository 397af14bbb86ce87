/** The worker, and who listens to its frames. */

import { proxy, type Remote, wrap } from "comlink";
import type { LabWorker } from "../worker/main.js";
import type { Chunk, LabError } from "../worker/protocol.js";

const worker = new Worker(new URL("../worker/main.ts", import.meta.url), { type: "module", name: "taut" });

export const kernel: Remote<LabWorker> = wrap<LabWorker>(worker);

export function onChunk(listener: (chunk: Chunk) => void): void {
  void kernel.listen(proxy(listener));
}

export function isError(answer: unknown): answer is LabError {
  return typeof answer === "object" && answer !== null && "messages" in answer;
}
