/**
 * Whether a switch holds the motion. A law that jumps where an argument a(t, y) passes zero gives the argument two rates at
 * the switch, one for each side (Filippov, Differential Equations with Discontinuous Righthand Sides, 1988, §4):
 *
 *     da/dt = a_t + a_y F        with F before the switch, and with F after it
 *
 *  - If both lead across, the motion passes the switch.
 *  - If each leads back to the switch, the motion stays on it, as a mass stays at rest that dry friction holds. Every step
 *    then sees both sides, its result depends on its length, and no error estimate can be trusted.
 *
 * Rates are differences along F. They count as zero if they are small beside the sum of the parts that make them up.
 */

import { type F64, newState, type Problem, type Rate, type State, type StateSwitches } from "../core/index.js";

/** The step of the differences, as a fraction of a whole step. */
const increment = 1e-6;
/** A rate below this fraction of the sum of its parts is rounding. */
const rounding = 1e-6;

type Passage = "across" | "held" | "unknown";

export class Sliding {
  private readonly switches: StateSwitches;
  private readonly rate: Rate | undefined;
  private readonly F: F64;
  private readonly at: F64;
  private readonly moved: State;

  constructor(problem: Problem, switches: StateSwitches) {
    const { arena, dimension, n, workspace } = problem;
    this.switches = switches;
    // a method that keeps the constraints itself follows the same motion as the underlying equation
    this.rate =
      problem.rate ??
      (dimension === 2 * n && n > 0 ? workspace.mechanics?.constraints.underlying : eliminatedRate(problem));
    this.F = arena.f64(dimension);
    this.at = arena.f64(switches.count);
    this.moved = newState(arena, dimension, n);
  }

  /** What the motion does at switch e, which a step of next to no length has crossed from `before` to `after`. */
  passage(e: number, before: State, after: State, full: number): Passage {
    const direction = Math.sign(after.t - before.t);
    const side = Math.sign(this.argument(e, after) - this.argument(e, before)) * direction;
    // each rate is taken on its own side: an argument that reads multipliers may itself jump at the switch
    const length = increment * full * direction;
    const [towards, onwards] = [this.rateOf(e, before, -length), this.rateOf(e, after, length)];
    if (towards === undefined || onwards === undefined || side === 0) return "unknown";
    const least = rounding * Math.max(towards.size, onwards.size);
    if (!(side * towards.value > least)) return "unknown";
    if (side * onwards.value > least) return "across";
    return side * onwards.value < -least ? "held" : "unknown";
  }

  /** The state after a time h with the rates at `s`; false if they cannot be evaluated. */
  ahead(out: State, s: State, h: number): boolean {
    const { F, rate } = this;
    if (rate === undefined || rate(F, s.t, s.y) !== "ok") return false;
    out.t = s.t + h;
    for (let i = 0; i < F.length; i++) out.y[i] = s.y[i] + h * F[i];
    return true;
  }

  /** Whether the rates themselves differ between two states that are next to each other on both sides of a switch. */
  jumps(before: State, after: State): boolean {
    const { rate, F, moved } = this;
    if (rate === undefined || rate(F, before.t, before.y) !== "ok") return false;
    moved.y.set(F);
    if (rate(F, after.t, after.y) !== "ok") return false;
    let [change, size] = [0, 0];
    for (let i = 0; i < F.length; i++) {
      change = Math.max(change, Math.abs(F[i] - moved.y[i]));
      size = Math.max(size, Math.abs(F[i]), Math.abs(moved.y[i]));
    }
    return change > 1e-3 * size;
  }

  private argument(e: number, { t, y }: State): number {
    this.switches.evaluate(this.at, t, y);
    return this.at[e];
  }

  /** The rate of argument e with F at `s`, and the sum of the magnitudes of its parts. */
  private rateOf(e: number, s: State, h: number): { readonly value: number; readonly size: number } | undefined {
    const { F, moved, rate } = this;
    if (rate === undefined || rate(F, s.t, s.y) !== "ok") return undefined;
    const here = this.argument(e, s);
    this.ahead(moved, s, h);
    const value = (this.argument(e, moved) - here) / h;
    moved.y.set(s.y);
    let size = Math.abs(this.argument(e, moved) - here);
    moved.t = s.t;
    for (let i = 0; i < F.length; i++) {
      moved.y[i] = s.y[i] + h * F[i];
      size += Math.abs(this.argument(e, moved) - here);
      moved.y[i] = s.y[i];
    }
    return { value, size: size / Math.abs(h) };
  }
}

/** y' = F(t, y, z(t, y)) of a problem whose algebraic variables are left to the method. */
function eliminatedRate({ workspace, algebraic }: Problem): Rate | undefined {
  const elimination = algebraic && workspace.eliminate?.();
  if (elimination === undefined) return undefined;
  return (dy, t, y) => {
    const status = elimination.solve(t, y);
    if (status === "ok") for (let k = 0; k < dy.length; k++) dy[k] = elimination.f[k];
    return status;
  };
}
