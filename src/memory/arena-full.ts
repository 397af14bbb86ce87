/** Thrown by a request that does not fit; `on-workspace.ts` binds again on a larger memory. */
export class ArenaFull extends Error {
  /** Bytes that the memory would need in all. */
  readonly needed: number;

  constructor(needed: number) {
    super(`work memory exhausted: ${needed} bytes are needed`);
    this.needed = needed;
  }
}
