/** The arguments of functions that are not smooth, as far as they depend on the state, on one workspace. */

import { addressOf } from "../core/arena.js";
import type { Coupled, StateSwitches, Switch } from "../core/workspace.js";
import { emitKernel } from "../kernels/index.js";
import type { Law, Lowered } from "../model/lowered.js";
import type { Expr } from "../symbolic/index.js";
import { solvedSwitches } from "../watch/solved-switches.js";
import { SwitchApproach } from "../watch/switch-watch.js";
import { storeProgram } from "./derive.js";
import { stateLength } from "./names.js";
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
  const all = [placed, ...(beside === undefined ? [] : [beside.placed])].flatMap((each): readonly PlacedLaw[] => {
    const { potentials, forces, kinetics, rates, constraints } = each;
    return [...potentials, ...forces, ...kinetics, ...rates, ...constraints];
  });
  const found = laws.map(({ law }) => all.find((each) => each.law === law)!);
  const m = lowered.order === "second" ? placed.m : 0;
  const dimension = stateLength(lowered);
  const structure = lowered.structure ?? lowered.coupled?.structure;
  const algebraic = lowered.algebraic + (lowered.coupled?.algebraic ?? 0) + (structure?.added.length ?? 0);
  const isSolved = laws.some((law) => law.arguments.some((each) => each.isSolved));
  // laws of states beside coordinates, and of first-order systems, have (y, z) for their coordinates
  const own = new Set(lowered.laws);
  const velocities = laws.map(({ law }) => (lowered.order === "second" && own.has(law) ? 8 * lowered.n : 0));
  const { code, whole } = site.unit("state switches", (unit) => ({
    code: unit.code((module) => {
      laws.forEach(({ arguments: wanted, first }, k) => {
        const { calculus, tables } = found[k];
        const exprs = wanted.map(({ argument }) => argument);
        emitKernel(module, `arguments${k}`, storeProgram(calculus, exprs, first), tables);
      });
    }),
    whole: unit.f64(isSolved ? dimension + algebraic : 0),
  }));
  const lawOf = (k: number): SwitchingLaw => laws.findLast(({ first }) => first <= k)!;
  const argumentOf = (k: number): SwitchArgument => {
    const { first, arguments: wanted } = lawOf(k);
    return wanted[(k - first) % wanted.length];
  };
  const switches: StateSwitches = {
    count,
    atIntegers: Uint8Array.from({ length: count }, (_, k) => Number(argumentOf(k).at === "integers")),
    ...(isSolved && { solved: Uint8Array.from({ length: count }, (_, k) => Number(argumentOf(k).isSolved)) }),
    evaluate(out, t, y, z) {
      beside?.coupled.drive(y, z, m);
      if (z !== undefined) {
        for (let k = 0; k < placed.read.length; k++) placed.read[k] = z[k];
        for (let k = 0; k < dimension; k++) whole[k] = y[k];
        for (let k = 0; k < algebraic; k++) whole[dimension + k] = z[m + k];
      }
      const at = addressOf(z === undefined ? y : whole);
      for (let k = 0; k < laws.length; k++)
        code[`arguments${k}`](t, at, at + velocities[k], 0, 0, 0, 0, addressOf(out), 0, 0);
    },
    describe(k) {
      const { law, function: which } = argumentOf(k);
      const { first, arguments: wanted } = lawOf(k);
      const instance = Math.floor((k - first) / wanted.length);
      const where = law.instanceWhere?.(instance, 0) ?? law.where;
      return { ...which, law: law.kind as Switch["law"], name: law.name, where };
    },
    watch(problem, run, dense) {
      const own = isSolved ? solvedSwitches(switches, problem, m + algebraic) : switches;
      return new SwitchApproach(problem, run, own, dense);
    },
  };
  return switches;
}

function switchingLaws(lowered: Lowered): SwitchingLaw[] {
  const byLaw = new Map<Law, Map<Expr, SwitchArgument>>();
  for (const each of switchArguments(lowered)) {
    if (each.dependsOn !== "state") continue;
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
