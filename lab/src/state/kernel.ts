/** The worker that runs the library, the listener of its frames, and its end. */

import { proxy, type Remote, wrap } from "comlink";
import { serverGone } from "../worker/limits.js";
import type { LabWorker } from "../worker/main.js";
import type { Chunk, LabError } from "../worker/protocol.js";

/** The worker's functions. While it is ended or cannot be loaded, each of them answers with an error. */
export type Kernel = {
  readonly [K in keyof LabWorker]: (
    ...given: Parameters<LabWorker[K]>
  ) => Promise<Awaited<ReturnType<LabWorker[K]>> | LabError>;
};

interface Running {
  readonly worker: Worker;
  readonly remote: Remote<LabWorker>;
  /** Resolves with the reason when the worker ends. */
  readonly ended: Promise<LabError>;
  end(message: string): void;
}

let running: Running | undefined;
let listener: ((chunk: Chunk) => void) | undefined;

const asked = new Proxy({} as Kernel, {
  get:
    (_, name: keyof LabWorker) =>
    (...given: never[]) => {
      const { remote, ended } = started();
      const call = remote[name] as unknown as (...all: never[]) => Promise<unknown>;
      return Promise.race([call(...given), ended]);
    },
});

/** The worker. It is started when it is first asked, because the gallery does not need it. */
export function kernel(): Kernel {
  return asked;
}

function started(): Running {
  if (running !== undefined) return running;
  const worker = new Worker(new URL("../worker/main.ts", import.meta.url), { type: "module", name: "taut" });
  const remote = wrap<LabWorker>(worker);
  let resolve: (error: LabError) => void = () => {};
  const ended = new Promise<LabError>((done) => {
    resolve = done;
  });
  const mine: Running = {
    worker,
    remote,
    ended,
    end(message) {
      worker.terminate();
      if (running === mine) running = undefined;
      resolve({ messages: [message] });
    },
  };
  // the worker itself answers errors with messages, so this one means that its files did not arrive
  worker.onerror = () => mine.end(serverGone);
  running = mine;
  void remote.listen(proxy((chunk: Chunk) => listener?.(chunk)));
  return mine;
}

/** Ends the worker, whatever it is doing. All open questions are answered with the message. */
export function endWorker(message: string): void {
  running?.end(message);
}

export function onChunk(listen: (chunk: Chunk) => void): void {
  listener = listen;
}

export function isError(answer: unknown): answer is LabError {
  return typeof answer === "object" && answer !== null && "messages" in answer;
}
