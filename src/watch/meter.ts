/** Constraints, momenta and the work of forces at the states of a run, for its ledger. */

import type {
  EnergyAccount,
  F64,
  Mechanics,
  Meter,
  MeterOptions,
  Momenta,
  PathWork,
  Problem,
  State,
} from "../core/index.js";
import { accountOf } from "./energy-account.js";
import { momenta } from "./momenta.js";
import { pathWork } from "./path-work.js";

/** The account is integrated less accurately than the work in an energy that is watched, by this factor. */
const coarser = 5;

class MechanicalMeter implements Meter {
  position = 0;
  velocity = 0;
  positionRow = 0;
  velocityRow = 0;
  readonly momenta: Momenta | undefined;
  readonly work: PathWork | undefined;
  readonly account: EnergyAccount | undefined;
  private readonly mechanics: Mechanics;
  private readonly g: F64;
  private readonly gdot: F64;

  constructor(problem: Problem, mechanics: Mechanics, options: MeterOptions) {
    const { workspace, arena, results } = problem;
    const { m, n, power } = mechanics;
    this.mechanics = mechanics;
    this.g = arena.f64(m);
    this.gdot = arena.f64(m);
    this.momenta = options.momenta ? momenta(mechanics, arena.f64(n)) : undefined;
    const isKept = results?.energy !== undefined && workspace.autonomous;
    this.work = isKept && power !== undefined ? pathWork(power, arena, n, options.accuracy) : undefined;
    this.account = options.account ? accountOf(problem, coarser * options.accuracy) : undefined;
  }

  constraints(s: State): void {
    const { g, gdot } = this;
    const { constraints } = this.mechanics;
    constraints.g(g, s.t, s.q);
    constraints.gdot(gdot, s.t, s.q, s.v);
    let position = 0;
    let velocity = 0;
    let positionRow = 0;
    let velocityRow = 0;
    for (let i = 0; i < g.length; i++) {
      const size = Math.abs(g[i]);
      const rate = Math.abs(gdot[i]);
      if (size > position || Number.isNaN(size)) {
        position = size;
        positionRow = i;
      }
      if (rate > velocity || Number.isNaN(rate)) {
        velocity = rate;
        velocityRow = i;
      }
    }
    this.position = position;
    this.velocity = velocity;
    this.positionRow = positionRow;
    this.velocityRow = velocityRow;
  }
}

/**
 * Measures mechanics for the ledger of a run: `meter` of a `Workspace`. Mechanics of your own brings it along.
 *
 * @example
 * // the parts that a plainSystem with constraints must have beside its mechanics
 * const brought = { exact: newtonOnto, consistency: consistencyOf, meter: meterOf };
 */
export function meterOf(problem: Problem, options: MeterOptions): Meter {
  return new MechanicalMeter(problem, problem.workspace.mechanics!, options);
}
