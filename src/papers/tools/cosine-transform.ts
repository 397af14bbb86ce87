import type { Filter } from "../../filters/index.js";
import { hostMath } from "../../math/index.js";

/** The cosine transform of a filter of unit mass, x -> integral of K(t) cos(x t), by three Gauss points on each of 400 parts of [0, 1]. */
export function cosineTransform({ value }: Filter): (x: number) => number {
  const parts = 400;
  const nodes = [-Math.sqrt(0.6), 0, Math.sqrt(0.6)];
  const weights = [5 / 18, 8 / 18, 5 / 18];
  const integral = (f: (t: number) => number): number => {
    let sum = 0;
    for (let k = 0; k < parts; k++)
      nodes.forEach((node, j) => {
        const t = (k + 0.5 + 0.5 * node) / parts;
        sum += weights[j] * f(t);
      });
    return (2 * sum) / parts;
  };
  const mass = integral(value);
  return (x) => integral((t) => value(t) * hostMath.cos(x * t)) / mass;
}
