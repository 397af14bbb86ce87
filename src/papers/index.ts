/** The published results that are reproduced, paper by paper. */

import { beyond as beyond000, bounds } from "./ariel/beyond.js";
import { analysis, points, table1 } from "./ariel/published-points.js";
import * as solutions from "./ariel/published-solutions.js";
import { section2 as section2Of000 } from "./ariel/section-2.js";
import { section4 } from "./ariel/section-4.js";
import { section5 } from "./ariel/section-5.js";
import { section61, section62, section63, section64, section65 } from "./ariel/section-6.js";
import { implicitRemark } from "./ariel/section-6-3-implicit.js";
import { experiments004 } from "./ascher/index.js";
import { beyond } from "./beyond/beyond.js";
import { experiments002 } from "./gear/index.js";
import type { Experiment } from "./harness/index.js";
import * as published001 from "./sanz-serna/published-experiments.js";
import { section2 as section2Of001 } from "./sanz-serna/section-2.js";
import { caseOne } from "./sanz-serna/section-4.js";
import { otherCases } from "./sanz-serna/section-4-cases.js";
import { mechanics as mechanicsOf003 } from "./tao-owhadi/sections.js";
import { experiment } from "./tools/study.js";

export const experiments: readonly Experiment[] = [
  ...section2Of000,
  experiment(section4, analysis),
  experiment(section5, { table1, points }),
  experiment(section61, solutions.dae),
  experiment(section62, solutions.fromConstraints),
  experiment(section63, solutions.fromSlow),
  experiment(implicitRemark, solutions.implicitCodes),
  experiment(section64, solutions.periodic),
  experiment(section65, solutions.everyEvaluation),
  experiment(beyond000, bounds),
  ...section2Of001,
  experiment(caseOne, published001),
  experiment(otherCases, published001.cases),
  ...experiments002,
  ...mechanicsOf003,
  ...experiments004,
  ...beyond,
];

/** Titles of the papers, by their number in this project. */
export const papers: readonly { readonly key: string; readonly title: string; readonly reference: string }[] = [
  {
    key: "ariel",
    title: "A multiscale technique for finding slow manifolds of stiff mechanical systems",
    reference: "G. Ariel, J. M. Sanz-Serna, R. Tsai.",
  },
  {
    key: "sanz-serna",
    title: "Multiscale methods for stiff and constrained mechanical systems",
    reference: "J. M. Sanz-Serna, G. Ariel, R. Tsai, 11 February 2009.",
  },
  {
    key: "gear",
    title: "Towards explicit methods for differential algebraic equations",
    reference: "C. W. Gear.",
  },
  {
    key: "tao-owhadi",
    title: "Variational and linearly implicit integrators, with applications",
    reference: "M. Tao, H. Owhadi.",
  },
  {
    key: "ascher",
    title: "Stabilization of DAEs and invariant manifolds",
    reference: "U. M. Ascher, H. Qin, S. Reich, Technical Report 92-17, University of British Columbia, August 1992.",
  },
  {
    key: "beyond",
    title: "Beyond the papers",
    reference: "What this project adds: as published stands what it claims.",
  },
];
