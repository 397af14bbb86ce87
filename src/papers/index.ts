/**
 * The published results that `taut reproduce` measures again, paper by paper. `docs/papers.md` is the key to the papers.
 *
 * @module
 */

import { ariel } from "./ariel/index.js";
import { ascher } from "./ascher/index.js";
import { beyond } from "./beyond/index.js";
import { gear } from "./gear/index.js";
import type { Experiment } from "./harness/index.js";
import { sanzSerna } from "./sanz-serna/index.js";
import { taoOwhadi } from "./tao-owhadi/index.js";

/**
 * The experiments of `taut reproduce`, paper by paper, for `selectExperiments` and `reproduce`.
 *
 * @example
 * experiments.map(({ id, title }) => `${id}: ${title}`);
 */
export const experiments: readonly Experiment[] = [...ariel, ...sanzSerna, ...gear, ...taoOwhadi, ...ascher, ...beyond];

/**
 * The papers in the order of their experiments. The key is the first part of every id: `ariel` of `ariel.2.2`.
 *
 * @example
 * papers.map(({ key, reference }) => `${key}: ${reference}`);
 */
export const papers: readonly { readonly key: string; readonly title: string; readonly reference: string }[] = [
  {
    key: "ariel",
    title: "A multiscale technique for finding slow manifolds of stiff mechanical systems",
    reference: "G. Ariel, J. M. Sanz-Serna, R. Tsai, doi:10.1137/120861461.",
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
    reference: "M. Tao, H. Owhadi, IMA J. Numer. Anal. 36 (2016) 80, doi:10.1093/imanum/dru064.",
  },
  {
    key: "ascher",
    title: "Stabilization of DAEs and invariant manifolds",
    reference: "U. M. Ascher, H. Qin, S. Reich, Technical Report 92-17, University of British Columbia, August 1992.",
  },
  {
    key: "beyond",
    title: "Beyond the papers",
    reference: "What this project adds to the papers; its own claims stand where a paper's numbers would.",
  },
];
