/** The thread of one call of a tool: it does the work and sends back the answer. */

import { parentPort, workerData } from "node:worker_threads";
import { explainError } from "../exit.js";
import type { CallData, CallEnd } from "./in-thread.js";
import { tools } from "./tools.js";

const { name, given } = workerData as CallData;
const port = parentPort!;
const end = (message: CallEnd): void => port.postMessage(message);
const controller = new AbortController();
// the only message is that the call is cancelled
port.on("message", () => controller.abort());

try {
  end({ text: await tools.find((tool) => tool.name === name)!.call(given, controller.signal) });
} catch (error) {
  end({ problem: explainError(error).message });
}
port.close();
