/** All problems on which error is compared with tolerance, under the default tolerances of components. */

import { temperateProblems } from "../nonstiff.js";
import { stiffProblems, type TestProblem } from "../stiff.js";
import { algebraicCases } from "./algebraic.js";
import { bodyCases } from "./bodies.js";
import { type Case, explicit, implicit, type Way } from "./case.js";
import { constrainedCases } from "./constrained.js";
import { kineticCases } from "./kinetic.js";
import { pointCases } from "./points.js";

/** Standard problems; their references come from other codes. */
const standard = (problem: TestProblem, stiff: boolean, ways: readonly Way[]): Case => {
  const { name, model, until, reference, formulation, omega } = problem;
  const asked = { ...(formulation !== undefined && { formulation }), ...(omega !== undefined && { omega }) };
  return {
    name,
    kind: formulation === undefined ? "states" : "points",
    stiff,
    model,
    until,
    reference: () => ({ y: reference }),
    ways: ways.map((way) => ({ ...way, ...asked })),
  };
};

export const cases: readonly Case[] = [
  ...temperateProblems.map((problem) => standard(problem, false, explicit)),
  ...stiffProblems.map((problem) => standard(problem, true, implicit)),
  ...pointCases,
  ...constrainedCases,
  ...bodyCases,
  ...kineticCases,
  ...algebraicCases,
];
