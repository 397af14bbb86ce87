/** Forces that read multipliers, against equations derived by hand in minimal coordinates and integrated separately. */

import { describe, expect, test } from "vitest";
import { extrapolated, type Rate } from "../fixtures/extrapolation.js";
import { distance, load, solution } from "./gallery.js";

const { sin, cos, asin, tanh, abs, min, PI } = Math;
const [r, l, mu, slow, torque, g, m1, m2] = [1, 2.5, 0.4, 0.1, 14, 9.81, 1, 2];

/**
 * The gallery's slider in the angle of its crank alone. The rod pushes the block with a force C at the angle phi below
 * the guide, sin(phi) = r/l sin(theta), and N carries the block: N = m2 g + C sin(phi). Then
 *
 *     m2 x'' = C cos(phi) - mu |N| tanh(x'/slow),   m1 r theta'' = torque/r - m1 g cos(theta) + C sin(theta + phi)
 *
 * are linear in theta'' and C once the sign of N is known.
 */
function forcesAt([theta, spin]: readonly number[], sign: number) {
  const phi = asin((r / l) * sin(theta));
  const slope = (r * cos(theta)) / (l * cos(phi));
  const turn = slope * spin;
  const bend = (l * sin(phi) * turn * turn - r * sin(theta) * spin * spin) / (l * cos(phi));
  // x = r cos(theta) + l cos(phi): x'' = a theta'' + b
  const a = -r * sin(theta) - l * sin(phi) * slope;
  const b = -r * cos(theta) * spin * spin - l * (cos(phi) * turn * turn + sin(phi) * bend);
  const brake = sign * mu * tanh((a * spin) / slow);
  // m2 a theta'' - (cos - brake sin) C = -m2 b - brake m2 g,   m1 r theta'' - sin(theta + phi) C = torque/r - m1 g cos
  const [A, B, R] = [m2 * a, -(cos(phi) - brake * sin(phi)), -m2 * b - brake * m2 * g];
  const [C, D, S] = [m1 * r, -sin(theta + phi), torque / r - m1 * g * cos(theta)];
  const det = A * D - B * C;
  return { acceleration: (R * D - B * S) / det, normal: m2 * g + ((A * S - C * R) / det) * sin(phi) };
}

/** The state at `until`, from piece to piece between the zeros of N, and the number of these zeros. */
function slid(until: number): { readonly y: readonly number[]; readonly zeros: number } {
  const h = 1 / 2048;
  let [t, y, sign, zeros]: [number, readonly number[], number, number] = [0, [PI / 3, 0], 1, 0];
  const rate: Rate = (_, at) => [at[1], forcesAt(at, sign).acceleration];
  const after = (step: number): readonly number[] => extrapolated(rate, y, [step], h)[0];
  while (t < until) {
    let step = min(h, until - t);
    if (forcesAt(after(step), sign).normal * sign < 0) {
      let low = 0;
      for (let k = 0; k < 60; k++) {
        const middle = (low + step) / 2;
        if (forcesAt(after(middle), sign).normal * sign < 0) step = middle;
        else low = middle;
      }
      y = after(step);
      sign = -sign;
      zeros++;
    } else y = after(step);
    t += step;
  }
  return { y, zeros };
}

describe("a slider with friction from its normal force", () => {
  const until = 2;
  const {
    y: [theta, spin],
    zeros,
  } = slid(until);
  const phi = asin((r / l) * sin(theta));
  const end = [r * cos(theta), r * sin(theta), r * cos(theta) + l * cos(phi), 0];
  const speed = [-r * sin(theta) * spin, r * cos(theta) * spin];

  test("the normal force changes its sign on the way, where the friction has a kink", () => {
    expect(zeros).toBeGreaterThan(0);
  });

  test.each([
    ["underlying", "dop853"],
    ["underlying", "gbs"],
    ["underlying", "adams"],
    ["underlying", "radau5"],
    ["underlying", "bdf"],
    ["rigid", "radau5"],
  ])("%s with %s agrees to 1e-8", (formulation, method) => {
    // the multipliers of rigid views are rounded by eps/h^2, so that steps across a kink must not be shorter
    const rtol = formulation === "rigid" ? 1e-11 : 1e-12;
    const found = solution(load("friction-slider"), { formulation, method, rtol, atol: rtol / 10, until });
    expect(distance(found.q, end)).toBeLessThan(1e-8);
    expect(distance(found.v.slice(0, 2), speed)).toBeLessThan(1e-7);
    expect(abs(found.lambda![2] + forcesAt([theta, spin], 1).normal)).toBeLessThan(1e-6);
  });

  // steps end at the kinks: across them, fifth order was a hundred times less accurate than asked for
  test.each([
    ["dopri5", 1e-8],
    ["dopri5", 1e-10],
    ["radau5", 1e-8],
    ["radau5", 1e-10],
    ["bdf", 1e-10],
  ])("%s at a tolerance of %s has errors of at most thirty times that", (method, rtol) => {
    const found = solution(load("friction-slider"), { method, rtol, atol: rtol / 10, until });
    expect(distance(found.q, end)).toBeLessThan(30 * rtol);
  });
});
