/** The arguments of functions that are not smooth, as far as they depend on the state, on one workspace. */

import { addressOf } from "../core/arena.js";
import type { Coupled, StateSwitches, Switch } from "../core/workspace.js";
import { emitKernel } from "../kernels/index.js";
import type { Law, Lowered } from "../model/lowered.js";
import { type Expr, symbolsOf } from "../symbolic/index.js";
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
  // steps evaluate the arguments several times, so their functions are not looked up by name there
  const kernels = laws.map((_, k) => code[`arguments${k}`]);
  const switches: StateSwitches = {
    count,
    atIntegers: Uint8Array.from({ length: count }, (_, k) => Number(argumentOf(k).at === "integers")),
    evaluate(out, t, y) {
      beside?.coupled.drive(y, undefined, 0);
      const q = addressOf(y);
      const at = addressOf(out);
      for (let k = 0; k < kernels.length; k++) kernels[k](t, q, q + velocities[k], 0, 0, 0, 0, at, 0, 0);
    },
    describe(k) {
      const { law, function: which } = argumentOf(k);
      const { first, arguments: wanted } = lawOf(k);
      const instance = Math.floor((k - first) / wanted.length);
      const where = law.instanceWhere?.(instance, 0) ?? law.where;
      return { ...which, law: law.kind as Switch["law"], name: law.name, where };
    },
    watch: (problem, run, dense) => new SwitchApproach(problem, run, switches, dense),
  };
  return switches;
}

/** Multipliers are not part of the state; where forces switch with them, that is left to the error estimate. */
function readsMultiplier({ law, argument }: SwitchArgument): boolean {
  if (law.penalised === undefined) return false;
  const multipliers = new Set(
    law.params.flatMap(({ symbol, multiplier }) => (multiplier === undefined ? [] : [symbol])),
  );
  return symbolsOf([argument]).some((symbol) => multipliers.has(symbol));
}

function switchingLaws(lowered: Lowered): SwitchingLaw[] {
  // algebraic variables are not part of the state, and laws of states beside coordinates may read them
  if (lowered.algebraic > 0) return [];
  const byLaw = new Map<Law, Map<Expr, SwitchArgument>>();
  const left = new Set((lowered.coupled?.algebraic ?? 0) > 0 ? lowered.coupled!.laws : []);
  for (const each of switchArguments(lowered)) {
    if (each.dependsOn !== "state" || left.has(each.law) || readsMultiplier(each)) continue;
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
