/**
 * Keeps workspaces between two runs. A system that is run repeatedly gets the same workspace back, with its tables and
 * code in place. A few workspaces are kept for all systems together; the memory of the others is returned.
 */

import type { System, Workspace } from "../core/workspace.js";
import type { LinearMemory } from "../memory/linear-memory.js";

const most = 8;

/** The workspace that has been idle longest comes first. */
const idle: { readonly workspace: Workspace; readonly memory: LinearMemory }[] = [];

export function toIdle(workspace: Workspace, memory: LinearMemory): void {
  if (idle.some((one) => one.workspace === workspace)) return;
  workspace.reset();
  idle.push({ workspace, memory });
  if (idle.length > most) idle.shift()!.memory.release();
}

/** An idle workspace of the system with at least this room, reset to its initial state. */
export function takeIdle(system: System, room: number): Workspace | undefined {
  const found = idle.findIndex(({ workspace }) => workspace.system === system && workspace.room >= room);
  return found < 0 ? undefined : idle.splice(found, 1)[0].workspace;
}
