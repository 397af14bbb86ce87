/** Runs whose error is more than 30 tolerances, and why. Every other run must do better. */

import type { Measured } from "./tolerance.js";

interface Exception {
  readonly problem: string;
  /** Absent: all methods of the class. */
  readonly methods?: readonly string[];
  /** Absent: all tolerances. */
  readonly tolerances?: readonly number[];
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  {
    problem: "Arenstorf orbit",
    reason: "disturbances of the start grow by a factor of 390,000, which no method that judges single steps can know",
  },
  {
    problem: "growth by cos t",
    methods: ["gbs"],
    tolerances: [1e-3, 1e-9],
    reason: "a handful of very long steps, and the estimate of one of them is small by chance",
  },
  {
    problem: "growth by cos t",
    methods: ["dop853"],
    tolerances: [1e-10],
    reason: "32: the estimate of one step is small by chance; 6 at 1e-9",
  },
  {
    problem: "pendulum from 2.5",
    methods: ["dopri5"],
    tolerances: [1e-3],
    reason: "34: a dozen steps, and errors near the top grow",
  },
  {
    problem: "Robertson to 1e11",
    methods: ["trapezoidal"],
    reason: "b falls by nine orders of magnitude, and the rule does not damp: errors of b persist as oscillations",
  },
  {
    problem: "HIRES",
    methods: ["bdf"],
    tolerances: [1e-3],
    reason: "35: a steep front late in the interval amplifies errors of its time",
  },
  {
    problem: "Oregonator",
    methods: ["bdf"],
    tolerances: [1e-4],
    reason: "32: errors of the time of each turn of the cycle",
  },
  {
    problem: "damped stiff pendulum",
    methods: ["bdf", "rosenbrock4"],
    tolerances: [1e-3, 1e-4],
    reason: "errors along the stiff directions, small in every step, become errors of the slow motion as the rods turn",
  },
];

/** Why this run may exceed the allowed error; undefined if it may not. */
export function reasonFor({
  method,
  problem,
  rtol,
}: Pick<Measured, "method" | "problem" | "rtol">): string | undefined {
  return exceptions.find(
    (listed) =>
      listed.problem === problem &&
      (listed.methods?.includes(method) ?? true) &&
      (listed.tolerances?.includes(rtol) ?? true),
  )?.reason;
}
