/**
 * What the names of bodies, points and joints make possible: starts assembled from rough positions, and locked machines.
 * Systems from models bring it along; those from functions have no such names, and their bundles need not carry it.
 */

import {
  type Assembly,
  assemblyInWords,
  type F64,
  loopInWords,
  type Mechanics,
  type OpenLoop,
  type Problem,
  type State,
  type System,
  type Trouble,
} from "../core/index.js";
import { type Assembler, assembler } from "./assembly.js";
import { lightParts } from "./light-parts.js";
import { lockedNote, mobilityAt } from "./mobility.js";

export interface NamedParts {
  /** Makes an assembler and allocates its work arrays. */
  assembler(problem: Problem, mechanics: Mechanics): Assembler | undefined;
  /** How a start was assembled, in sentences. */
  assembled(assembly: Assembly, unit: string | undefined): readonly string[];
  /** The trouble of a start with a loop that does not close. */
  unassembled(s: State, loop: OpenLoop, held: readonly string[] | undefined, unit: string | undefined): Trouble;
  /** A sentence about the joints that lock a machine, from G at a state. */
  locked(system: System, mechanics: Mechanics, G: F64, s: State): string | undefined;
  /** Why constraints look dependent, if a part of almost no mass is the reason. */
  readonly light: typeof lightParts;
}

export const namedParts: NamedParts = {
  assembler,
  light: lightParts,
  assembled: assemblyInWords,
  unassembled(s, loop, held, unit) {
    const { length, angle, value } = loop.missing;
    const residual = length ?? angle ?? value ?? 0;
    const { cause, advice } = loopInWords(loop, held, unit);
    return {
      ...{ status: "left-manifold", t: s.t, residual, component: loop.missing.name },
      ...{ cause, advice, message: `${cause}. ${advice}` },
    };
  },
  locked(system, mechanics, G, s) {
    const mobility = mobilityAt(system, mechanics, G, s);
    return mobility && lockedNote(mobility);
  },
};
