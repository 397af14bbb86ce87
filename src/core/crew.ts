/**
 * Threads that share work. Whoever runs the library makes them, since Node and browsers make threads in different ways, and
 * hands them to `compileSystem`, `prepareRun` or `run`. Results never depend on how many there are.
 */
export interface Crew {
  /** In all, with the one that calls. */
  readonly threads: number;
  /** Work is about to come: threads that sleep take longer to wake up than what is done before. */
  rouse(): void;
  /** Let every thread instantiate code on a shared memory, imported as `env.memory`. */
  enlist(module: WebAssembly.Module, memory: WebAssembly.Memory): Share;
}

/**
 * Call an exported function with 0, 1, … `count` - 1 (at most 255), each once, by whoever is free; returns when all calls
 * have. Throws when a thread has failed.
 */
export type Share = (name: string, count: number) => void;
