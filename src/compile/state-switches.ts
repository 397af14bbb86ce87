/**
 * The arguments of functions that are not smooth, as far as they depend on the state or on its multipliers, on one workspace.
 * Dry friction, for example, has a kink where the normal force of its guide changes sign.
 */

import { addressOf, type F64 } from "../core/arena.js";
import { multipliersAt } from "../core/multipliers.js";
import type { Problem } from "../core/problem.js";
import { newState } from "../core/state.js";
import { noWork } from "../core/work.js";
import type { Coupled, StateSwitches, Switch } from "../core/workspace.js";
import { emitKernel } from "../kernels/index.js";
import type { Law, Lowered } from "../model/lowered.js";
import type { Expr } from "../symbolic/index.js";
import { SwitchApproach } from "../watch/switch-watch.js";
import { storeProgram } from "./derive.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";
import type { Site } from "./site.js";
import { type SwitchArgument, switchArguments } from "./switch-arguments.js";

/** The different arguments of one law; those of instance i follow each other from `first` + i times their number on. */
interface SwitchingLaw {
  readonly law: Law;
  readonly arguments: readonly SwitchArgument[];
  readonly first: number;
}

/** States beside coordinates, and where their laws are. */
interface StatesBeside {
  readonly coupled: Coupled;
  readonly placed: PlacedModel;
}

/** Undefined when no law switches with the state. */
export function makeStateSwitches(
  lowered: Lowered,
  placed: PlacedModel,
  site: Site,
  beside: StatesBeside | undefined,
): StateSwitches | undefined {
  const laws = site.fact("state switches", () => switchingLaws(lowered));
  if (laws.length === 0) return undefined;
  const last = laws[laws.length - 1];
  const count = last.first + last.law.count * last.arguments.length;
  const { potentials, forces, kinetics, rates, constraints } = placed;
  const all: readonly PlacedLaw[] = [
    ...[...potentials, ...forces, ...kinetics, ...rates, ...constraints],
    ...(beside?.placed.rates ?? []),
  ];
  const found = laws.map(({ law }) => all.find((each) => each.law === law)!);
  const code = site.unit("state switches", (unit) =>
    unit.code((module) => {
      laws.forEach(({ arguments: wanted, first }, k) => {
        const { calculus, tables } = found[k];
        const exprs = wanted.map(({ argument }) => argument);
        emitKernel(module, `arguments${k}`, storeProgram(calculus, exprs, first), tables);
      });
    }),
  );
  // laws of states beside coordinates have all of y for their coordinates
  const own = new Set(lowered.laws);
  const velocities = laws.map(({ law }) => (lowered.order === "second" && own.has(law) ? 8 * lowered.n : 0));
  const lawOf = (k: number): SwitchingLaw => laws.findLast(({ first }) => first <= k)!;
  const argumentOf = (k: number): SwitchArgument => {
    const { first, arguments: wanted } = lawOf(k);
    return wanted[(k - first) % wanted.length];
  };
  const switches: StateSwitches = {
    count,
    atIntegers: Uint8Array.from({ length: count }, (_, k) => Number(argumentOf(k).at === "integers")),
    evaluate(out, t, y) {
      beside?.coupled.drive(y, undefined, 0);
      for (let k = 0; k < laws.length; k++) {
        const [q, v] = [addressOf(y), addressOf(y) + velocities[k]];
        code[`arguments${k}`](t, q, v, 0, 0, 0, 0, addressOf(out), 0, 0);
      }
    },
    describe(k) {
      const { law, function: which } = argumentOf(k);
      const { first, arguments: wanted } = lawOf(k);
      const instance = Math.floor((k - first) / wanted.length);
      const where = law.instanceWhere?.(instance, 0) ?? law.where;
      return { ...which, law: law.kind as Switch["law"], name: law.name, where };
    },
    watch: (problem, run, dense) => {
      const reactive = Array.from({ length: count }, (_, k) => k).filter((k) => argumentOf(k).isReactive);
      if (reactive.length === count && !eliminates(problem)) return undefined;
      const own = reactive.length === 0 ? switches : withMultipliers(switches, reactive, placed.read, problem);
      return new SwitchApproach(problem, run, own, dense);
    },
  };
  return switches;
}

/** Laws that jump with a multiplier may have several multipliers there, or none: that is left to the error estimate. */
const isLeft = ({ isReactive, function: { kind } }: SwitchArgument): boolean => isReactive && kind === "cut";

/** Whether multipliers are known at every state of a run as accurately as the state itself. */
function eliminates({ rate, secondOrder }: Problem): boolean {
  // Penalties switch wherever they vibrate; and a method that solves for multipliers has them only to rounding divided by
  // the square of the step, so that its steps across a switch must not be short.
  return rate !== undefined && secondOrder?.part !== "all";
}

/** The same switches with the multipliers of a problem at the state. Where these are not known, what reads them does not switch. */
function withMultipliers(
  switches: StateSwitches,
  reactive: readonly number[],
  read: F64,
  problem: Problem,
): StateSwitches {
  const { arena, dimension, n } = problem;
  const isEliminated = eliminates(problem);
  const state = newState(arena, dimension, n);
  const lambda = arena.f64(read.length);
  const before = noWork();
  return {
    ...switches,
    evaluate(out: F64, t: number, y: F64): void {
      state.t = t;
      state.y.set(y);
      // what is looked at along a step does not count as its work
      Object.assign(before, problem.work);
      const isKnown = isEliminated && multipliersAt(lambda, problem, state) === "ok";
      Object.assign(problem.work, before);
      if (isKnown) read.set(lambda);
      switches.evaluate(out, t, y);
      if (!isKnown) for (const k of reactive) out[k] = 1;
    },
  };
}

function switchingLaws(lowered: Lowered): SwitchingLaw[] {
  // algebraic variables are not part of the state, and laws of states beside coordinates may read them
  if (lowered.algebraic > 0) return [];
  const byLaw = new Map<Law, Map<Expr, SwitchArgument>>();
  const left = new Set((lowered.coupled?.algebraic ?? 0) > 0 ? lowered.coupled!.laws : []);
  for (const each of switchArguments(lowered)) {
    if (each.dependsOn !== "state" || left.has(each.law) || isLeft(each)) continue;
    const known = byLaw.get(each.law) ?? new Map<Expr, SwitchArgument>();
    byLaw.set(each.law, known);
    if (!known.has(each.argument)) known.set(each.argument, each);
  }
  let first = 0;
  return [...byLaw].map(([law, known]) => {
    const here = { law, arguments: [...known.values()], first };
    first += law.count * known.size;
    return here;
  });
}
