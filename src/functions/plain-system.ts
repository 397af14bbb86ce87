/** Systems whose equations are the caller's functions, without generated code. The same methods solve them. */

import { type Arena, copyWork, noWork, type System, TautError, type Work, type Workspace } from "../core/index.js";
import { LinearMemory } from "../memory/linear-memory.js";

/** The name, the names of the entries and the start of a system, for `plainSystem`. */
export interface PlainDescription {
  readonly name: string;
  /** One name per entry of `y`. */
  readonly names: readonly string[];
  /** Coordinates of mechanics; 0 for first-order systems. */
  readonly n: number;
  readonly constraintNames: readonly string[];
  readonly initialTime: number;
  readonly initial: ArrayLike<number>;
}

/** The equations of a `plainSystem` on one workspace: those members of `Workspace` that hold mechanics or rates. */
export type Equations = Pick<
  Workspace,
  "mechanics" | "rate" | "invariants" | "exact" | "meter" | "consistency" | "conscience"
>;

/** Enough room for the work arrays of any method in small systems. Engines back only the pages that are written to. */
const usualRoom = (dimension: number): number => 2 ** 24 + 400 * 8 * dimension;

/**
 * A system from any functions that satisfy the contracts of `Workspace`, for equations that `ode` and `secondOrder`
 * cannot express. `make` gets the arena for arrays that live as long as the workspace, and the counters of its work.
 *
 * @example
 * const about = { name: "decay", names: ["x"], n: 0, constraintNames: [], initialTime: 0, initial: [1] };
 * const decay = plainSystem(about, (_arena, work) => ({
 *   rate: (dy, _t, y) => { work.forces++; dy[0] = -y[0]; return "ok"; },
 * }));
 * solve(decay, { method: rk4(), step: 0.1, until: 1 });
 */
export function plainSystem(about: PlainDescription, make: (arena: Arena, work: Work) => Equations): System {
  const { name, names, n, constraintNames, initialTime } = about;
  const dimension = names.length;
  if (about.initial.length !== dimension)
    throw new TautError(
      "initial",
      `the start must have one number for each of ${dimension} names; it has ${about.initial.length}.`,
    );
  const system: System = {
    ...{ name, dimension, names, n, constraintNames, initialTime },
    initial: Float64Array.from(about.initial),
    autonomous: false,
    opaque: true,
    workspace: ({ room = usualRoom(dimension) } = {}) => plainWorkspace(system, new LinearMemory(room), make),
  };
  return system;
}

function plainWorkspace(
  system: System,
  memory: LinearMemory,
  make: (arena: Arena, work: Work) => Equations,
): Workspace {
  const { name, dimension, names, autonomous, initialTime, opaque } = system;
  const work = noWork();
  const initial = memory.f64(dimension);
  initial.set(system.initial);
  const equations = make(memory, work);
  const { mechanics, invariants, exact } = equations;
  if (exact === undefined && (invariants !== undefined || (mechanics?.m ?? 0) > 0))
    throw new TautError(
      "exact",
      "a system with constraints or invariants must bring a projection onto them; it is missing. Give newtonOnto.",
    );
  const { consistency, meter } = equations;
  if ((consistency === undefined || meter === undefined) && (mechanics?.m ?? 0) > 0)
    throw new TautError(
      consistency === undefined ? "consistency" : "meter",
      "a system with constraints must bring what makes starts consistent and what measures it; one of them is missing. Give consistencyOf and meterOf.",
    );
  const own = Float64Array.from(mechanics?.omega2 ?? []);
  let end = memory.lease();
  let stiffness: number | undefined | "unread" = "unread";
  return {
    ...{ system, name, arena: memory, work, dimension, names, autonomous, initialTime, initial, opaque },
    ...equations,
    lease: () => memory.lease(),
    get room() {
      return memory.room;
    },
    stiffen(omega) {
      if (stiffness !== "unread" && stiffness !== omega)
        throw new TautError(
          "omega",
          "a workspace has one stiffness, and another problem on it reads a different one. Make another workspace.",
        );
      stiffness = omega;
      if (omega === undefined) mechanics?.omega2.set(own);
      else mechanics?.omega2.fill(omega * omega);
    },
    aside(look) {
      const before = { stiffness, omega2: mechanics?.omega2.slice(), work: { ...work } };
      const dropped = [...(mechanics?.constraints.dropped ?? [])];
      const endLook = memory.lease();
      stiffness = "unread";
      try {
        return look();
      } finally {
        stiffness = before.stiffness;
        if (before.omega2) mechanics?.omega2.set(before.omega2);
        mechanics?.constraints.drop(dropped);
        copyWork(work, before.work);
        endLook();
      }
    },
    reset() {
      end();
      end = memory.lease();
      stiffness = "unread";
      mechanics?.omega2.set(own);
      mechanics?.constraints.drop([]);
      initial.set(system.initial);
      copyWork(work, noWork());
    },
    release: () => memory.release(),
  };
}
