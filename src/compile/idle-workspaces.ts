/**
 * Workspaces between two runs. A system that is run again and again gets the same workspace back, with its tables and code
 * in place; a few are kept for all systems together, and the memory of the others is returned.
 */

import type { System, Workspace } from "../core/workspace.js";
import type { LinearMemory } from "../memory/linear-memory.js";

const most = 8;

/** The one that has waited longest comes first. */
const idle: { readonly workspace: Workspace; readonly memory: LinearMemory }[] = [];

export function toIdle(workspace: Workspace, memory: LinearMemory): void {
  if (idle.some((one) => one.workspace === workspace)) return;
  workspace.reset();
  idle.push({ workspace, memory });
  if (idle.length > most) idle.shift()!.memory.release();
}

/** A workspace of the system with at least this room, as it was made. */
export function takeIdle(system: System, room: number): Workspace | undefined {
  const found = idle.findIndex(({ workspace }) => workspace.system === system && workspace.room >= room);
  return found < 0 ? undefined : idle.splice(found, 1)[0].workspace;
}
