import type { Makeup, Part } from "../core/part.js";
import { holdersOf, movablesOf } from "../model/holders.js";
import type { Lowered } from "../model/lowered.js";

/** Makes names only when they are first read, so that large models do not pay for names they never use. */
export function lazyNames(length: number, name: (k: number) => string): () => readonly string[] {
  let made: readonly string[] | undefined;
  return () => {
    made ??= Array.from({ length }, (_, k) => name(k));
    return made;
  };
}

/** The number of entries of a state y: positions, velocities, and states beside them. */
export const stateLength = ({ n, order, coupled }: Lowered): number =>
  order === "second" ? 2 * n + (coupled?.states ?? 0) : n;

/** Names of the entries of a state: velocities have those of their coordinates with a prime. */
export function lazyStateNames(lowered: Lowered): () => readonly string[] {
  const { n, coordinateName } = lowered;
  return lazyNames(stateLength(lowered), (k) =>
    k < n ? coordinateName(k) : k < 2 * n ? `${coordinateName(k - n)}'` : coordinateName(k - n),
  );
}

/** Names of the constraints row by row; for first-order systems those of the algebraic variables. */
export function lazyConstraintNames(lowered: Lowered): () => readonly string[] {
  const { order, n, algebraic, coordinateName } = lowered;
  if (order === "first") return lazyNames(algebraic, (k) => coordinateName(n + k));
  const { rows, find } = constraintRows(lowered);
  return lazyNames(rows, (row) => {
    const { law, instance, component } = find(row);
    return law.componentName(instance, component);
  });
}

/** The body or joint of each constraint; undefined in models without bodies. */
export function constraintParts(lowered: Lowered): readonly (Part | undefined)[] | undefined {
  if (lowered.machine === undefined) return undefined;
  const { rows, find } = constraintRows(lowered);
  const ranks = new Int32Array(rows);
  for (const [rank, { rows: own, count }] of lowered.machine.joints.entries())
    if (own !== undefined) ranks.fill(rank, own.first, own.first + own.each * count);
  return Array.from({ length: rows }, (_, row) => {
    const { law, instance, component } = find(row);
    return law.part && { kind: law.part, name: law.wholeName?.(instance, component) ?? law.name, rank: ranks[row] };
  });
}

/** What the model is made of, by name. */
export const makeupOf = (lowered: Lowered): Makeup => ({ movables: movablesOf(lowered), holders: holdersOf(lowered) });

/** The number of constraints, and a function that finds the law, the instance and the component of each. */
function constraintRows({ laws }: Lowered) {
  const constraints = laws.filter((law) => law.kind === "constraint" && law.count > 0);
  const starts: number[] = [];
  let rows = 0;
  for (const law of constraints) {
    starts.push(rows);
    rows += law.count * law.outputs.length;
  }
  const find = (row: number) => {
    const k = starts.findLastIndex((start) => start <= row);
    const law = constraints[k];
    const within = row - starts[k];
    const { length } = law.outputs;
    return { law, instance: Math.floor(within / length), component: within % length };
  };
  return { rows, find };
}

/** Names that go with the multipliers: those of the constraints, then those of algebraic variables beside coordinates. */
export function lazyMultiplierNames(lowered: Lowered): () => readonly string[] {
  const constraints = lazyConstraintNames(lowered);
  const { coupled, n, coordinateName } = lowered;
  if (coupled === undefined || coupled.algebraic === 0) return constraints;
  const own = Array.from({ length: coupled.algebraic }, (_, k) => coordinateName(n + coupled.states + k));
  return () => [...constraints(), ...own];
}
