import { expect, test } from "vitest";
import { compileSystem } from "../compile/index.js";
import { catalogue } from "../elements/index.js";
import { lower, parseModelText, validateModel } from "../model/index.js";
import { fastFrequencies } from "./frequencies.js";

const systemOf = (text: string) =>
  compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)).workspace();

const chain = (count: number): string => `
taut: 1
points:
${Array.from({ length: count }, (_, k) => `  p${k}: { mass: ${1 + (k % 3)}, at: [${k + 1}, 0] }`).join("\n")}
elements:
${Array.from({ length: count }, (_, k) => `  - rod: { between: [${k === 0 ? "origin" : `p${k - 1}`}, p${k}], length: 1, omega: ${100 + (k % 2) * 50} }`).join("\n")}
`;

test("two unit masses in a line: omega times the golden ratio and its inverse", () => {
  const { mechanics, arena, initial } = systemOf(`
taut: 1
points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } }
elements: [{ rod: { between: [origin, a], length: 1 } }, { rod: { between: [a, b], length: 1 } }]
omega: 1000
`);
  const frequencies = fastFrequencies(mechanics!, arena);
  expect(frequencies.measure(0, initial.subarray(0, 4))).toBe("ok");
  // eigenvalues of [[1, -1], [-1, 2]] are (3 ± sqrt 5)/2
  expect(frequencies.least).toBeCloseTo((1000 * (Math.sqrt(5) - 1)) / 2, 9);
  expect(frequencies.largest).toBeCloseTo((1000 * (Math.sqrt(5) + 1)) / 2, 9);
});

test("the ends of a long chain's band agree with the chain's own stiffness matrix to 3 per cent", () => {
  const count = 40;
  const { mechanics, arena, initial } = systemOf(chain(count));
  const frequencies = fastFrequencies(mechanics!, arena);
  expect(frequencies.all).toBe(false);
  expect(frequencies.measure(0, initial.subarray(0, 2 * count))).toBe("ok");
  // the tridiagonal Omega G M^-1 G^T Omega written out; its extreme eigenvalues by bisection on the sign changes of its pivots
  const omega = Array.from({ length: count }, (_, k) => 100 + (k % 2) * 50);
  const inverse = Array.from({ length: count }, (_, k) => 1 / (1 + (k % 3)));
  const diagonal = omega.map((w, k) => w * w * (inverse[k] + (k > 0 ? inverse[k - 1] : 0)));
  const beside = omega.slice(1).map((w, k) => -w * omega[k] * inverse[k]);
  const below = (x: number): number => {
    let [d, count1] = [1, 0];
    diagonal.forEach((entry, k) => {
      d = entry - x - (k > 0 ? beside[k - 1] ** 2 / d : 0);
      if (d < 0) count1++;
    });
    return count1;
  };
  const find = (wanted: number): number => {
    let [low, high] = [0, 1e6];
    for (let k = 0; k < 100; k++) {
      const middle = (low + high) / 2;
      if (below(middle) >= wanted) high = middle;
      else low = middle;
    }
    return Math.sqrt(high);
  };
  expect(frequencies.least / find(1)).toBeCloseTo(1, 1.5);
  expect(frequencies.largest / find(count)).toBeGreaterThan(0.97);
  expect(frequencies.largest / find(count)).toBeLessThan(1 + 1e-9);
});

test("a rod given twice is a dependent row", () => {
  const { mechanics, arena, initial } = systemOf(`
taut: 1
points: { a: { mass: 1, at: [1, 0] } }
elements: [{ rod: { between: [origin, a], length: 1 } }, { rod: { between: [origin, a], length: 1 } }]
omega: 100
`);
  expect(fastFrequencies(mechanics!, arena).measure(0, initial.subarray(0, 2))).toBe("singular");
});
