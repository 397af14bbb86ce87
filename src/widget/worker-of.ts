/**
 * A worker with this code. Browsers refuse modules in a frame without an origin, as notebooks make them, so that code that
 * imports nothing is "classic".
 */
export function workerOf(code: string, type: WorkerType): Worker {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address, { type, name: "taut-lab" });
  // the address is needed until the worker has begun
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}
