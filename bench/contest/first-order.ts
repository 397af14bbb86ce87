/** First-order systems made from a seed: with eigenvalues that are drawn, and reactions that diffuse. */

import type { Data, Draw } from "../draw.js";
import type { Generated } from "./models.js";

/** Entries of a matrix below this are left out. */
const smallest = 1e-12;

/**
 * y' = A (y - s(t)) + s'(t) + a small coupling. A has eigenvalues that are drawn, real, imaginary or both, and
 * neighbouring unknowns are mixed by rotations. With `rough` starts the fast components begin away from the slow motion s.
 */
export function linear(draw: Draw, n: number): Generated {
  const spectrum = draw.one(["real", "imaginary", "mixed"] as const);
  const isRough = draw.is(spectrum === "imaginary" ? 0.3 : 0.5);
  // an oscillation that must be followed costs every method the same, and takes long
  const fastest = draw.factor(3, spectrum === "real" ? 1e6 : isRough ? 1e3 : spectrum === "imaginary" ? 1e4 : 1e6);
  const A = Array.from({ length: n }, () => new Float64Array(n));
  for (let i = 0; i < n; ) {
    const rate = draw.factor(0.3, fastest);
    const isPair = i + 1 < n && (spectrum === "imaginary" || (spectrum === "mixed" && draw.is(0.5)));
    const damping = spectrum === "imaginary" ? draw.one([0, 0, 1e-4]) : draw.factor(0.01, 1);
    if (!isPair) A[i][i] = spectrum === "imaginary" ? 0 : -rate;
    else {
      A[i][i] = A[i + 1][i + 1] = -damping * rate;
      A[i][i + 1] = rate;
      A[i + 1][i] = -rate;
    }
    i += isPair ? 2 : 1;
  }
  for (let round = 0; round < 2; round++)
    for (let i = round; i + 1 < n; i += 2) rotate(A, i, i + 1, draw.between(0, 6.28));

  const slow = Array.from({ length: n }, () => [draw.between(0.5, 2), draw.between(0.3, 1.5), draw.between(0, 6)]);
  const at = (i: number): string => `${slow[i][0]}*sin(${slow[i][1]}*t + ${slow[i][2]})`;
  const coupling = draw.between(0, 0.3);
  const rates = A.map((row, i) => {
    const terms = [...row].flatMap((a, j) => (Math.abs(a) < smallest ? [] : [`${a}*(y${j} - ${at(j)})`]));
    const own = `${slow[i][0] * slow[i][1]}*cos(${slow[i][1]}*t + ${slow[i][2]})`;
    return [...terms, own, `${coupling}*sin(y${(i + 1) % n})`].join(" + ");
  });
  const start = slow.map(([a, , phase]) => a * Math.sin(phase) + (isRough ? draw.between(-0.5, 0.5) : 0));
  return {
    family: `first order, ${spectrum}${isRough ? ", rough start" : ""}`,
    until: draw.factor(2, 30),
    data: {
      states: Object.fromEntries(start.map((y, i) => [`y${i}`, y])),
      rates: Object.fromEntries(rates.map((rate, i) => [`y${i}`, rate])),
    },
  };
}

/** A := R^T A R with the rotation of components i and j. */
function rotate(A: readonly Float64Array[], i: number, j: number, angle: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (const row of A) [row[i], row[j]] = [c * row[i] + s * row[j], c * row[j] - s * row[i]];
  for (let k = 0; k < A.length; k++) [A[i][k], A[j][k]] = [c * A[i][k] + s * A[j][k], c * A[j][k] - s * A[i][k]];
}

/** The Brusselator in a row of cells between which both substances diffuse. */
export function reactions(draw: Draw, n: number): Generated {
  const cells = Math.max(1, Math.floor(n / 2));
  const [a, b] = [draw.between(0.8, 1.2), draw.between(1.5, 3.5)];
  const exchange = draw.factor(0.1, 1e4);
  const states: Record<string, number> = {};
  const rates: Record<string, string> = {};
  for (let i = 0; i < cells; i++) {
    const [left, right] = [Math.max(i - 1, 0), Math.min(i + 1, cells - 1)];
    const flow = (x: string): string => `${exchange}*(${x}${left} - 2*${x}${i} + ${x}${right})`;
    states[`u${i}`] = Number((1 + 0.5 * Math.sin((6 * (i + 0.5)) / cells)).toPrecision(6));
    states[`w${i}`] = b;
    rates[`u${i}`] = `${a} + u${i}^2*w${i} - ${b + 1}*u${i} + ${flow("u")}`;
    rates[`w${i}`] = `${b}*u${i} - u${i}^2*w${i} + ${flow("w")}`;
  }
  const data: Data = { states, rates };
  return { family: "first order, reactions", until: draw.factor(3, 20), data };
}
