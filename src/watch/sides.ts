/**
 * The constraints on both sides of a switch. They and their rates must be continuous along the motion: a constraint that
 * jumps would need an infinite force, and rates that jump need an impulse.
 *
 *  - With time, as a drive that starts to move does, the impulse acts along G^T and is determined: of all velocities that
 *    fit, those after it are the nearest in the kinetic energy.
 *  - With the position, as on a track with a corner, it is an impact, and the model does not say how much speed it leaves.
 */

import type { Arena, F64, Mechanics, State } from "../core/index.js";

/** Changes below this fraction of the size of their terms are rounding. */
const rounding = 1e-10;

/** The largest change of a constraint from one side to the other, and the size of the terms that make it up. */
export class Change {
  jump = 0;
  size = 0;
  /** The constraint that changes most. */
  row = -1;

  get isRounding(): boolean {
    return !(this.jump > rounding * this.size);
  }

  add(row: number, jump: number, size: number): void {
    this.size = Math.max(this.size, size);
    if (!(jump > this.jump)) return;
    this.jump = jump;
    this.row = row;
  }
}

export class Sides {
  private readonly mechanics: Mechanics;
  private readonly G: F64;
  private readonly g0: F64;
  private readonly g1: F64;
  private readonly rate0: F64;
  private readonly rate1: F64;
  private readonly v: F64;

  constructor(arena: Arena, mechanics: Mechanics) {
    const { m, n } = mechanics;
    this.mechanics = mechanics;
    this.G = mechanics.constraints.newJacobian();
    this.g0 = arena.f64(m);
    this.g1 = arena.f64(m);
    this.rate0 = arena.f64(m);
    this.rate1 = arena.f64(m);
    this.v = arena.f64(n);
  }

  /** Takes the state before the switch. */
  near({ t, q, v }: State): void {
    const { constraints } = this.mechanics;
    this.v.set(v);
    constraints.g(this.g0, t, q);
    constraints.gdot(this.rate0, t, q, this.v);
  }

  /** How the constraints, and their rates with the velocities of before, have changed at a state after it. */
  far({ t, q }: Pick<State, "t" | "q">): { readonly positions: Change; readonly rates: Change } {
    const { constraints } = this.mechanics;
    const { G, g0, g1, rate0, rate1, v } = this;
    const { m, rowStart, column } = constraints;
    constraints.g(g1, t, q);
    constraints.gdot(rate1, t, q, v);
    constraints.jacobian(G, t, q);
    const [positions, rates] = [new Change(), new Change()];
    let fastest = 0;
    for (const x of v) fastest = Math.max(fastest, Math.abs(x));
    for (let i = 0; i < m; i++) {
      // the time itself is known up to rounding
      let [place, speed] = [Math.abs(rate1[i] * t), 0];
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        place += Math.abs(G[k] * q[column[k]]);
        // velocities across a constraint vanish; they are compared with those along it
        speed += Math.abs(G[k]) * fastest;
      }
      positions.add(i, Math.abs(g1[i] - g0[i]), place);
      rates.add(i, Math.abs(rate1[i] - rate0[i]), speed);
    }
    return { positions, rates };
  }
}
