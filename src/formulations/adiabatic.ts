/**
 * Stiff constraints whose fast modes are excited. The mean motion is then not the rigid one: as the configuration
 * changes, the fast frequencies nu_j change with it, while the actions J_j = E_j/nu_j stay nearly constant, so that the
 * fast motion acts as a potential (Rubin and Ungar; Takens; Bornemann, Homogenization in Time of Singularly Perturbed
 * Mechanical Systems):
 *
 *     M q'' = f - grad V - grad U - G^T lambda,   g(q, t) = 0,   U = sum over j of J_j nu_j(q, t),
 *
 * nu_j^2 the eigenvalues of Omega G M^-1 G^T Omega. U does not depend on omega (E_j is given, and only ratios of
 * frequencies enter), so neither does the cost. Actions and the start of the mean motion come from the start, to
 * O(omega^-2): see `adiabatic-start.ts`. lambda is the mean of omega^2 g.
 *
 * Positions vibrate about the mean by O(omega^-1). A resonance nu_i = nu_j + nu_k on the way causes an error of
 * O(omega^-1/2) in the mean, because the exchanged energy depends on phases; resonances are reported with an estimate.
 * Where two frequencies meet, the actions are not defined and the run ends.
 *
 * Derived as (3.2) and (3.3) in docs/theory/equations.md.
 */

import {
  type Checked,
  type F64,
  type Formulation,
  factory,
  formulation,
  newState,
  type OptionTable,
  type Problem,
  type Rate,
  rateOf,
  type State,
  type Status,
  savedArray,
  type VibratingRate,
  type Workspace,
} from "../core/index.js";
import { halvesOf } from "../linalg/halves.js";
import { adiabaticModes } from "./parts/adiabatic-modes.js";
import { refusesVibration, vibrating } from "./parts/adiabatic-refusal.js";
import { type PassedResonance, resonanceWatch } from "./parts/adiabatic-resonances.js";
import { vibratingStart } from "./parts/adiabatic-start.js";
import { common, mechanicalEnergy } from "./parts/second-order.js";
import { omegaOption } from "./parts/stiffness.js";

/** Options of `adiabatic`. */
export interface AdiabaticOptions {
  /** Replaces the model's omega of every constraint; 1/time when masses are 1. Default: the model's own. */
  readonly omega?: number;
}

/** Two frequencies count as equal when they differ by less than this fraction of themselves. */
const met = 1e-3;
/**
 * When the cosine between a mode's directions before and after a step is below this, two modes have crossed in between.
 */
const kept = 0.7;

const options = { omega: omegaOption } as const satisfies OptionTable;

/**
 * Vibrating stiff constraints: the mean motion with the force of the vibration, at the cost of the slow motion.
 *
 * @example
 * run(pendulum, { formulation: adiabatic({ omega: 1000 }), rtol: 1e-8, until: 10 });
 */
export function adiabatic(given: AdiabaticOptions = {}): Formulation {
  return adiabaticFactory.make(given);
}

function make({ omega }: Checked<typeof options>): Formulation {
  return formulation({
    name: vibrating,
    treatment: "as vibrating springs, whose conserved actions exert a force on the mean motion",
    projectsOnto: () => "manifold",

    refuses: (workspace) => refusesVibration(workspace, omega),

    apply(workspace) {
      workspace.stiffen(omega);
      return averaged(workspace);
    },
  });
}

function averaged(workspace: Workspace): Problem {
  const mechanics = workspace.mechanics!;
  const { n, m, constraints } = mechanics;
  const { arena } = workspace;
  const modes = adiabaticModes(workspace, mechanics);
  /** Generated code; its inputs are the actions, then the directions of the modes at the last accepted state. */
  const generated = mechanics.slow?.vibrating?.(met, kept);
  const given = generated?.given ?? arena.f64(m + m * m);
  const actions = given.subarray(0, m);
  const directions = given.subarray(m);
  const vibration = vibratingStart(workspace, modes, actions);
  const slope = arena.f64(n);
  const pull = arena.f64(m);
  const halves = halvesOf(n);
  const { energy } = mechanicalEnergy(mechanics);
  const resonances = resonanceWatch(modes, actions);
  let reason: string | undefined;

  /** Computes the modes at (t, q); false when an excited mode meets or has crossed another. */
  const separate = (t: number, q: F64): boolean => {
    if (!modes.evaluate(t, q)) return false;
    for (let j = 0; j < m; j++) {
      if (actions[j] === 0) continue;
      if (j > 0 && isNear(j - 1, j)) return false;
      if (j < m - 1 && isNear(j, j + 1)) return false;
      if (!(Math.abs(overlap(j)) > kept)) return meeting(j, j < m - 1 ? j + 1 : j - 1);
    }
    return true;
  };
  const isNear = (low: number, high: number): boolean => {
    const gap = modes.frequency[high] - modes.frequency[low];
    return gap <= met * modes.frequency[high] && !meeting(low, high);
  };
  const meeting = (a: number, b: number): false => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const sizes = [low, high].map((j) => modes.frequency[j].toPrecision(4)).join(" and ");
    reason = `the fast frequencies ${low + 1} and ${high + 1} meet (${sizes}), and their actions are not defined there`;
    return false;
  };
  const overlap = (j: number): number => {
    let sum = 0;
    for (let i = j * m; i < j * m + m; i++) sum += directions[i] * modes.vectors[i];
    return sum;
  };
  const follow = (): void => directions.set(modes.vectors);

  /** slope = M^-1 grad U without its part normal to the constraints, pull = the multipliers of that part. */
  const push = (q: F64): void => {
    slope.fill(0);
    for (let j = 0; j < m; j++) if (actions[j] > 0) modes.addHessianTimes(slope, j, modes.direction(j), actions[j]);
    mechanics.accelerate(slope, slope, q);
    constraints.multiply(pull, modes.G, slope);
    modes.solve(pull);
    constraints.addWeighted(slope, modes.G, pull, -1);
  };

  const begin = (s: State): boolean => {
    resonances.begin();
    const measured = vibration.measure(s);
    if (measured) follow();
    else actions.fill(Number.NaN);
    return measured;
  };
  const start = newState(arena, 2 * n, n);
  start.t = workspace.initialTime;
  start.y.set(workspace.initial);
  begin(start);

  const plain = (dy: F64, t: number, y: F64): Status => {
    reason = undefined;
    const status = constraints.underlying(dy, t, y);
    if (status !== "ok") return status;
    const { q } = halves(y);
    if (!separate(t, q)) return "singular";
    push(q);
    for (let k = 0; k < n; k++) dy[n + k] -= slope[k];
    return "ok";
  };

  return {
    ...common(workspace, vibrating, n),
    manifold: { constraints, mechanics },
    rate: generated ? generatedRate(workspace, generated, plain, () => m > 1 && meeting(0, 1)) : plain,
    results: {
      multipliers(lambda, t, q, v) {
        const status = constraints.multipliers(lambda, t, q, v);
        if (status !== "ok" || !separate(t, q)) return "singular";
        push(q);
        for (let i = 0; i < m; i++) lambda[i] -= pull[i];
        return "ok";
      },
      ...(energy && {
        energy(t: number, y: F64) {
          let sum = energy(t, y);
          if (modes.evaluate(t, halves(y).q)) for (let j = 0; j < m; j++) sum += actions[j] * modes.frequency[j];
          return sum;
        },
      }),
    },
    conserves: true,
    hooks: {
      /** Measures the actions at the start, and moves the start to that of the mean motion. */
      begin(s) {
        if (begin(s)) s.y.set(vibration.mean.y);
      },
      observer: {
        observe: () => {},
        step(s) {
          if (!modes.evaluate(s.t, s.q)) return;
          follow();
          resonances.step(s);
        },
      },
      checkpoint: savedArray(directions),
    },
    diagnosis: {
      notes: () => notes(vibration.energies, resonances.passages),
      get reason() {
        return reason;
      },
    },
  };
}

/**
 * The rate in one call of generated code, for small systems; when the code stops, `plain` finds out why. Steps shrink
 * towards the point where two frequencies meet, and there the code and `plain` may differ by rounding: then `meet`
 * reports the meeting.
 */
function generatedRate(workspace: Workspace, generated: VibratingRate, plain: Rate, meet: () => void): Rate {
  const { arena, work, dimension } = workspace;
  const { code, memory, link, at } = generated;
  const y = at.subarray(1);
  const dy = arena.f64(dimension);
  return rateOf({
    code,
    memory,
    link,
    judge(result, evaluations) {
      const done = result === -1 ? evaluations : evaluations - 1;
      work.forces += done;
      work.jacobians += done;
      work.factorisations += done;
      work.solves += done;
      if (result === -1) return "ok";
      const status = plain(dy, at[0], y);
      if (status !== "ok") return status;
      meet();
      return "singular";
    },
  });
}

function byModes(passages: readonly PassedResonance[]): Map<string, PassedResonance[]> {
  const groups = new Map<string, PassedResonance[]>();
  for (const passage of passages) {
    const key = passage.modes.map((j) => j + 1).join(":");
    groups.set(key, [...(groups.get(key) ?? []), passage]);
  }
  return groups;
}

function notes(energies: Float64Array, passages: readonly PassedResonance[]): string[] {
  const total = energies.reduce((sum, e) => sum + e, 0);
  const list = Array.from(energies, (e) => e.toPrecision(4)).join(", ");
  return [
    total > 0
      ? `At the start the fast modes have the energies ${list}, slowest mode first.`
      : "The start has no fast energy, so the motion is the rigid one.",
    ...Array.from(byModes(passages).values(), (list) => {
      const [i, j, k] = list[0].modes;
      const sum = j === k ? `twice frequency ${j + 1}` : `the sum of frequencies ${j + 1} and ${k + 1}`;
      const times = list.slice(0, 6).map(({ t }) => t.toPrecision(3));
      const most = list.reduce((worst, { exchange }) => Math.max(worst, exchange), 0).toPrecision(2);
      const more = list.length > 6 ? ` and ${list.length - 6} more times` : "";
      return `Fast frequency ${i + 1} passes ${sum} at t = ${times.join(", ")}${more}: up to ${most} of energy may be exchanged between modes each time, depending on phases that are not followed.`;
    }),
  ];
}

export const adiabaticFactory = factory({
  name: vibrating,
  about:
    "Vibrating stiff constraints: the mean motion with the force of the vibration, at the cost of the slow motion.",
  options,
  make,
});
