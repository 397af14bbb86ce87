import type { Lowered } from "../model/lowered.js";

/** Makes names only when they are first read, so that large models do not pay for names they never use. */
export function lazyNames(length: number, name: (k: number) => string): () => readonly string[] {
  let made: readonly string[] | undefined;
  return () => {
    made ??= Array.from({ length }, (_, k) => name(k));
    return made;
  };
}

/** Names of the constraints row by row; for first-order systems those of the algebraic variables. */
export function lazyConstraintNames({ order, laws, n, algebraic, coordinateName }: Lowered): () => readonly string[] {
  if (order === "first") return lazyNames(algebraic, (k) => coordinateName(n + k));
  const constraints = laws.filter((law) => law.kind === "constraint" && law.count > 0);
  const starts: number[] = [];
  let rows = 0;
  for (const law of constraints) {
    starts.push(rows);
    rows += law.count * law.outputs.length;
  }
  return lazyNames(rows, (row) => {
    const k = starts.findLastIndex((start) => start <= row);
    const { outputs, componentName } = constraints[k];
    const within = row - starts[k];
    return componentName(Math.floor(within / outputs.length), within % outputs.length);
  });
}

/** Names that go with the multipliers: those of the constraints, then those of algebraic variables beside coordinates. */
export function lazyMultiplierNames(lowered: Lowered): () => readonly string[] {
  const constraints = lazyConstraintNames(lowered);
  const { coupled, n, coordinateName } = lowered;
  if (coupled === undefined || coupled.algebraic === 0) return constraints;
  const own = Array.from({ length: coupled.algebraic }, (_, k) => coordinateName(n + coupled.states + k));
  return () => [...constraints(), ...own];
}
