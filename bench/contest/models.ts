/**
 * Systems made from a seed for the contest of `auto`: first order with real, imaginary and mixed eigenvalues, springs,
 * M(q), rods and bodies, of 2 to 200 unknowns.
 */

import { catalogue } from "../../src/elements/index.js";
import { type Model, validateModel } from "../../src/model/index.js";
import { type Data, Draw } from "../draw.js";
import { linear, reactions } from "./first-order.js";
import { bodies, rods, springs, varying } from "./mechanics.js";

/** What a kind of system makes. */
export interface Generated {
  readonly family: string;
  readonly until: number;
  readonly data: Data;
}

export interface Entry {
  readonly seed: number;
  readonly family: string;
  readonly model: Model;
  readonly until: number;
  readonly rtol: number;
}

const kinds = [linear, springs, varying, linear, rods, bodies, reactions, varying] as const;

/** The entry of a seed; entries of one kind follow each other every eight seeds. */
export function entryOf(seed: number): Entry {
  const draw = new Draw(seed, 16);
  const n = Math.round(draw.factor(2, 200));
  const rtol = draw.one([1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9]);
  const { family, until, data } = kinds[seed % kinds.length](draw, n);
  const model = validateModel({ taut: 1, name: `${family} ${seed}`, ...data, run: { until } }, catalogue);
  return { seed, family, model, until, rtol };
}
