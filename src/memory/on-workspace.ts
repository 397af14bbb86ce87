/**
 * The one place where a memory that is too small is handled. How much memory a run needs is known only after everything
 * has been bound, so binding is repeated on a larger workspace until it succeeds.
 */

import type { System, Workspace } from "../core/index.js";
import { ArenaFull } from "./arena-full.js";

/**
 * The room for the next attempt. More requests follow the one that failed, so it is four times as much, or, for
 * gigabytes, a quarter more.
 */
export const enough = ({ needed }: ArenaFull): number => Math.min(4 * needed, Math.max(1.25 * needed, 2 ** 31));

/** Returns what `make` binds on a workspace of the system. The workspace stays in use until its owner releases it. */
export function bindOn<T>(system: System, make: (workspace: Workspace) => T, room?: number): T {
  for (let bytes = room; ; ) {
    const workspace = system.workspace(bytes === undefined ? {} : { room: bytes });
    try {
      return make(workspace);
    } catch (error) {
      workspace.release();
      if (!(error instanceof ArenaFull)) throw error;
      bytes = enough(error);
    }
  }
}

/** Returns what `look` finds on a workspace of the system. The workspace is then released, so the result must not refer
 * to it. */
export function borrow<T>(system: System, look: (workspace: Workspace) => T): T {
  return bindOn(system, (workspace) => {
    const found = look(workspace);
    workspace.release();
    return found;
  });
}
