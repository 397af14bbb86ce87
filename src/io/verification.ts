/** What a verification says, in sentences. */

import { timeInWords } from "../core/index.js";
import { formatNumber } from "../report/index.js";
import type { PreparedRun } from "../run/run.js";
import type { Solution, Verification } from "../solve/index.js";

/** The solution with its verification, and a warning where the end is not known. */
export function withVerification(
  prepared: PreparedRun,
  solution: Solution,
  verification: Verification | undefined,
): Solution {
  if (verification === undefined) return solution;
  const said = failed(verification) ?? warning(prepared, verification);
  if (said === undefined) return { ...solution, verification };
  return { ...solution, verification, warnings: [...solution.warnings, said] };
}

/** The other run in words: "the same run at rtol 1e-7". */
const other = ({ against }: Verification): string =>
  "rtol" in against
    ? `the same run at rtol ${formatNumber(against.rtol)}`
    : `the same run with steps of ${formatNumber(against.step)}`;

/**
 * One line on how far the end is known.
 *
 * @example
 * verificationLine({ against: { rtol: 1e-7 }, difference: 3e-7, worst: "x" }); // the same run at rtol 1e-7 differs by ...
 */
export function verificationLine(verification: Verification): string {
  const { difference = 0, worst, knownUntil } = verification;
  if (verification.failed !== undefined) return `not known: ${other(verification)} fails`;
  if (worst === undefined) return `${other(verification)} has the same end`;
  if (knownUntil !== undefined) return `not known: ${other(verification)} ends elsewhere`;
  return `${other(verification)} differs by ${formatNumber(difference, 2)} of the motion (most in ${worst})`;
}

/** A sentence about another run that fails. */
function failed(verification: Verification): string | undefined {
  if (verification.failed === undefined) return undefined;
  return `The state at the end is not known: ${other(verification)} fails, and this run may have gone over what stopped it: ${verification.failed.message}`;
}

/** A sentence about another run that ends elsewhere. */
function warning({ workspace }: PreparedRun, verification: Verification): string | undefined {
  const { difference = 0, worst, knownUntil } = verification;
  if (knownUntil === undefined) return undefined;
  const time = workspace.units ? timeInWords(knownUntil, workspace.units) : `t = ${formatNumber(knownUntil, 4)}`;
  return (
    `The state at the end is not known: ${other(verification)} ends elsewhere. They differ by ${formatNumber(100 * difference, 2)} % of the motion of ${worst}, ` +
    `and they agree to 1 % until ${time} only. If a smaller tolerance or step moves this time but little, the motion amplifies every small error, as that of a ` +
    "double pendulum does: end the run earlier, or use averages over the motion or over many runs instead of single states."
  );
}
