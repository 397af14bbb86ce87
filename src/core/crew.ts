/**
 * Threads that share work. The application creates them, since Node and browsers create threads in different ways, and
 * passes them to `compileSystem`, `prepareRun` or `run`. Results never depend on the number of threads.
 */

/**
 * Threads that share work. The application creates them, since Node and browsers create threads in different ways, and
 * passes them to `compileSystem`, `prepareRun` or `run`. Results never depend on the number of threads. For Node,
 * `startCrew` of `taut/threads` makes one.
 */
export interface Crew {
  /** The number of threads, including the calling one. */
  readonly threads: number;
  /** Wakes sleeping threads because work will follow soon. Waking up takes longer than the calling thread needs to
   * prepare that work. */
  rouse(): void;
  /** Makes every thread instantiate the code on a shared memory, imported as `env.memory`. */
  enlist(module: WebAssembly.Module, memory: WebAssembly.Memory): Share;
}

/**
 * Calls an exported function once for each of 0, 1, … `count` - 1 (`count` is at most 255), each time on the next free
 * thread, and returns when all calls have returned. Throws when a thread has failed.
 */
export type Share = (name: string, count: number) => void;
