/** The published results that are reproduced, paper by paper. */

import type { Experiment } from "../experiment/reproduce/index.js";
import { section2 as section2Of000 } from "./000/section-2.js";
import { section2 as section2Of001 } from "./001/section-2.js";
import { mechanics as mechanicsOf003 } from "./003/sections.js";

export const experiments: readonly Experiment[] = [...section2Of000, ...section2Of001, ...mechanicsOf003];

/** Titles of the papers, by their number in this project. */
export const papers: readonly { readonly key: string; readonly title: string; readonly reference: string }[] = [
  {
    key: "000",
    title: "A multiscale technique for finding slow manifolds of stiff mechanical systems",
    reference: "G. Ariel, J. M. Sanz-Serna, R. Tsai.",
  },
  {
    key: "001",
    title: "Multiscale methods for stiff and constrained mechanical systems",
    reference: "J. M. Sanz-Serna, G. Ariel, R. Tsai, 11 February 2009.",
  },
  {
    key: "003",
    title: "Variational and linearly implicit integrators, with applications",
    reference: "M. Tao, H. Owhadi.",
  },
];
