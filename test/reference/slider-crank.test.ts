import { expect, test } from "vitest";
import { extrapolated } from "../fixtures/extrapolation.js";
import { sliderAt, sliderCrank } from "./by-hand.js";
import { load, solution } from "./gallery.js";

const slider = ([theta, , , psi]: Float64Array) => Math.cos(theta) + 3 * Math.cos(psi);

// (theta, slider) of docs/theory/ascher.md: an independent computation, 15 digits
test.each([
  [1, -1.06127028239798, 3.35794007421594],
  [10, -0.58703307062851, 3.78101139802785],
])(
  "at t = %d crank and slider are where docs/theory/ascher.md and the equation in theta alone have them, within 1e-9",
  (t, theta, at) => {
    const [[byHand]] = extrapolated(sliderCrank, [0, -1], [t]);
    const { q, ledger } = solution(load("slider-crank"), { until: t, rtol: 1e-12 });
    expect(Math.abs(byHand - theta)).toBeLessThan(1e-12);
    expect(Math.abs(sliderAt(byHand) - at)).toBeLessThan(1e-12);
    expect(Math.abs(q[0] - theta)).toBeLessThan(1e-9);
    expect(Math.abs(slider(q) - at)).toBeLessThan(1e-9);
    expect(Math.max(ledger.position, ledger.velocity)).toBeLessThan(1e-10);
  },
);
