/** A checkpoint on the disk: sealed, and with the one before it, which is used when the newest is damaged. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSealed, removeFiles, writeSealed } from "./write.js";

/** The name of the checkpoint before the one with this name. */
export const previousName = (name: string): string => name.replace(/(\.\w+)?$/, ".previous$1");

export class CheckpointFile {
  private readonly folder: string;
  private readonly name: string;
  private readonly previous: string;

  constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
    this.previous = previousName(name);
  }

  get exists(): boolean {
    return [this.name, this.previous].some((name) => existsSync(join(this.folder, name)));
  }

  /**
   * What `decode` makes of the newest checkpoint that is undamaged; undefined if there is none. `remark` says so if that
   * is not the newest. The function `decode` returns undefined for bytes that it cannot use.
   */
  read<T>(decode: (bytes: Uint8Array) => T | undefined): { readonly value: T; readonly remark?: string } | undefined {
    const newest = join(this.folder, this.name);
    const value = this.decoded(newest, decode);
    if (value !== undefined) return { value };
    const before = join(this.folder, this.previous);
    const earlier = this.decoded(before, decode);
    if (earlier === undefined) return undefined;
    const what = existsSync(newest) ? "is damaged" : "is missing";
    return { value: earlier, remark: `The checkpoint ${newest} ${what}, so the run continues from the one before it.` };
  }

  private decoded<T>(path: string, decode: (bytes: Uint8Array) => T | undefined): T | undefined {
    const bytes = existsSync(path) ? readSealed(path) : undefined;
    return bytes === undefined ? undefined : decode(bytes);
  }

  /** Writes a checkpoint. If that fails, the checkpoint that was there stays. */
  write(bytes: Uint8Array): void {
    writeSealed(this.folder, this.name, bytes, this.previous);
  }

  remove(): void {
    removeFiles(this.folder, [this.name, this.previous]);
  }
}
