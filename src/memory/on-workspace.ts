/**
 * The one place where a memory that is too small is handled: what is bound on a workspace decides how much it takes, so
 * the work is done again on a larger one.
 */

import type { System, Workspace } from "../core/index.js";
import { ArenaFull } from "./arena-full.js";

/** Binding goes on after the request that failed: four times as much, or a quarter more where that is gigabytes. */
export const enough = ({ needed }: ArenaFull): number => Math.min(4 * needed, Math.max(1.25 * needed, 2 ** 31));

/** What `make` binds on a workspace of the system. The workspace lives on: its owner releases it. */
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

/** What `look` finds on a workspace of the system, which is released afterwards: nothing found may refer to it. */
export function borrow<T>(system: System, look: (workspace: Workspace) => T): T {
  return bindOn(system, (workspace) => {
    const found = look(workspace);
    workspace.release();
    return found;
  });
}
