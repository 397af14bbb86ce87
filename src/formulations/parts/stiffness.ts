import { formulationRefuses, type NumberOption, type Refusal, type Workspace } from "../../core/index.js";

/** omega is bounded so that its square is finite. */
export const omegaOption = {
  type: "number",
  above: 0,
  below: 1e150,
  about: "Stiffness of every constraint, instead of the model's own.",
  default: undefined,
} as const satisfies NumberOption;

/** Why a system has no stiff view with the model's own stiffnesses; undefined when it does. */
export function refusesWithoutStiffness(
  { mechanics }: Workspace,
  name: string,
  omega: number | undefined,
): Refusal | undefined {
  if (omega !== undefined) return undefined;
  const { omega2, constraintNames } = mechanics!;
  const soft = omega2.findIndex((w) => !(w > 0 && w < Number.POSITIVE_INFINITY));
  if (soft < 0) return undefined;
  return formulationRefuses(name, {
    code: "needs-stiffness",
    needs: "a stiffness for every constraint",
    found: `constraint "${constraintNames[soft]}" has none`,
    instead: "Give omega in the model or for the run",
  });
}
