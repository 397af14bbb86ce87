import { noWork } from "./work.js";
import type { System, Workspace } from "./workspace.js";

/** What a workspace is made of apart from its memory's coming and going. */
export type WorkspaceParts = Omit<Workspace, "system" | "stiffen" | "aside" | "reset" | "release" | "room">;

/** A workspace from functions, without generated code: it is the only one of its system, and its memory is the heap's. */
export function plainWorkspace(parts: WorkspaceParts): Workspace {
  const { name, dimension, names, autonomous, initialTime, opaque, mechanics, algebraic, work, units } = parts;
  const own = Float64Array.from(mechanics?.omega2 ?? []);
  const system: System = {
    name,
    dimension,
    names,
    n: mechanics?.n ?? 0,
    constraintNames: mechanics?.constraintNames ?? algebraic?.names ?? [],
    autonomous,
    initialTime,
    initial: Float64Array.from(parts.initial),
    opaque,
    ...(units && { units }),
    workspace: () => workspace,
  };
  const workspace: Workspace = {
    ...parts,
    system,
    room: Number.POSITIVE_INFINITY,
    stiffen(omega) {
      if (omega === undefined) mechanics?.omega2.set(own);
      else mechanics?.omega2.fill(omega * omega);
    },
    aside(look) {
      const before = { omega2: mechanics?.omega2.slice(), work: { ...work } };
      const dropped = [...(mechanics?.constraints.dropped ?? [])];
      try {
        return look();
      } finally {
        if (before.omega2) mechanics?.omega2.set(before.omega2);
        mechanics?.constraints.drop(dropped);
        Object.assign(work, before.work);
      }
    },
    reset() {
      mechanics?.omega2.set(own);
      mechanics?.constraints.drop([]);
      Object.assign(work, noWork());
    },
    release() {},
  };
  return workspace;
}
