import { TautError, type Workspace } from "../../core/index.js";

/** Refuse an omega that squares to nothing a spring could have. */
export function checkOmega(name: string, omega: number | undefined): void {
  if (omega !== undefined && !(Number.isFinite(omega) && omega > 0 && omega < 1e150))
    throw new TautError(`${name}.omega`, `${omega} cannot be a stiffness. Give a number above 0 and below 1e150.`);
}

/** Why a system has no stiff view with the model's own stiffnesses, in one sentence; undefined when it has. */
export function refusesWithoutStiffness(
  { mechanics }: Workspace,
  name: string,
  omega: number | undefined,
): string | undefined {
  if (omega !== undefined) return undefined;
  const { omega2, constraintNames } = mechanics!;
  const soft = omega2.findIndex((w) => !(w > 0 && w < Number.POSITIVE_INFINITY));
  if (soft < 0) return undefined;
  return `formulation "${name}": constraint "${constraintNames[soft]}" has no stiffness. Give omega in the model or for the run.`;
}
