/**
 * Problems without stiffness that every code is measured on, as models (data), with the solution at the end of the interval.
 * Sources of equations: HNW = Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I; NSD = Hull, Enright,
 * Fellen, Sedgwick, Comparing numerical methods for ordinary differential equations, SIAM J. Numer. Anal. 9 (1972), with
 * the names of the classes in the later DETEST.
 *
 * References: the midpoint rule extrapolated to order 28 in quadruple precision (C, __float128), the equations taken from the
 * models below by a program; 4 and 8 times as many steps agree in all digits given. Nothing of the library is in it.
 */

import type { TestProblem } from "./stiff.js";

const quadruple = "extrapolation in quadruple precision";

const system = (
  name: string,
  states: Readonly<Record<string, number>>,
  rates: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, number>> = {},
): TestProblem["model"] => ({ taut: 1, name, parameters, states, rates });

/** Unit mass about a unit centre, from the pericentre; t = 2 pi is a revolution. */
function kepler(e: number): TestProblem["model"] {
  const states = { x: 1 - e, y: 0, u: 0, v: Math.sqrt((1 + e) / (1 - e)) };
  return system("Kepler", states, { x: "u", y: "v", u: "-x/(x^2 + y^2)^1.5", v: "-y/(x^2 + y^2)^1.5" });
}

/** HNW II.0: the restricted three-body problem, Earth and Moon at (-mu, 0) and (1 - mu, 0), in rotating coordinates. */
function threeBody(x: number, y: number, v: number): TestProblem["model"] {
  const [earth, moon] = ["((x + mu)^2 + y^2)^1.5", "((x - 1 + mu)^2 + y^2)^1.5"];
  return system(
    "restricted three-body problem",
    { x, y, u: 0, v },
    {
      x: "u",
      y: "v",
      u: `x + 2*v - (1 - mu)*(x + mu)/${earth} - mu*(x - 1 + mu)/${moon}`,
      v: `y - 2*u - (1 - mu)*y/${earth} - mu*y/${moon}`,
    },
    { mu: 0.012277471 },
  );
}

/** HNW II.10: seven stars of masses 1 … 7 in the plane, with close encounters. */
function pleiades(): TestProblem["model"] {
  const starts = { x: [3, 3, -1, -3, 2, -2, 2], y: [3, -3, 2, 0, 0, -4, 4] };
  const speeds = { x: [0, 0, 0, 0, 0, 1.75, -1.5], y: [0, 0, 0, -1.25, 1, 0, 0] };
  const stars = [1, 2, 3, 4, 5, 6, 7];
  const states: Record<string, number> = {};
  const rates: Record<string, string> = {};
  for (const c of ["x", "y"] as const)
    for (const i of stars) {
      states[`${c}${i}`] = starts[c][i - 1];
      rates[`${c}${i}`] = `v${c}${i}`;
    }
  for (const c of ["x", "y"] as const)
    for (const i of stars) {
      states[`v${c}${i}`] = speeds[c][i - 1];
      const pull = (j: number) => `${j}*(${c}${j} - ${c}${i})/((x${i} - x${j})^2 + (y${i} - y${j})^2)^1.5`;
      rates[`v${c}${i}`] = stars
        .filter((j) => j !== i)
        .map(pull)
        .join(" + ");
    }
  return system("Pleiades", states, rates);
}

/** NSD C1: a chain of ten decays. */
function decays(): TestProblem["model"] {
  const states: Record<string, number> = {};
  const rates: Record<string, string> = {};
  for (let i = 1; i <= 10; i++) {
    states[`y${i}`] = i === 1 ? 1 : 0;
    rates[`y${i}`] = [...(i > 1 ? [`y${i - 1}`] : []), ...(i < 10 ? [`-y${i}`] : [])].join(" ");
  }
  return system("decays", states, rates);
}

export const nonstiffProblems: readonly TestProblem[] = [
  {
    name: "Kepler e = 0.3",
    model: kepler(0.3),
    until: 20,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "Arenstorf orbit",
    model: threeBody(0.994, 0, -2.001585106379082),
    until: 17.06521656015796,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "Brusselator", // HNW I.16
    model: system("Brusselator", { x: 1.5, y: 3 }, { x: "1 + x^2*y - 4*x", y: "3*x - x^2*y" }),
    until: 20,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "Lorenz to 1", // HNW I.16
    model: system("Lorenz", { x: -8, y: 8, z: 27 }, { x: "10*(y - x)", y: "x*(28 - z) - y", z: "x*y - b*z" }, { b: 8 / 3 }),
    until: 1,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  { name: "Pleiades", model: pleiades(), until: 3, reference: [], source: quadruple, scale: 1 },
  {
    name: "rigid body", // NSD B5
    model: system("Euler", { x: 0, y: 1, z: 1 }, { x: "y*z", y: "-x*z", z: "-0.51*x*y" }),
    until: 20,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "two bodies e = 0.9", // NSD D5
    model: kepler(0.9),
    until: 20,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "Henon-Heiles",
    model: system(
      "Henon-Heiles",
      { x: 0.3, y: 0, u: 0.1, v: 0.25 },
      { x: "u", y: "v", u: "-x - 2*x*y", v: "-y - x^2 + y^2" },
    ),
    until: 30,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "pendulum from 2.5",
    model: system("pendulum", { a: 2.5, u: 0 }, { a: "u", u: "-sin(a)" }),
    until: 20,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "forced Duffing",
    model: system("Duffing", { x: 1, u: 0 }, { x: "u", u: "x - x^3 - 0.3*u + 0.2*cos(1.2*t)" }),
    until: 30,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "tadpole about L4",
    model: threeBody(0.5, 0.85, 0),
    until: 20,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "Lotka-Volterra",
    model: system("Lotka-Volterra", { x: 1, y: 3 }, { x: "2*(x - x*y)", y: "x*y - y" }), // NSD B1
    until: 20,
    reference: [],
    source: quadruple,
    scale: 1,
  },
  {
    name: "growth by cos t", // NSD A3
    model: system("growth", { x: 1 }, { x: "x*cos(t)" }),
    until: 20,
    reference: [Math.exp(Math.sin(20))],
    source: "exact",
    scale: 1,
  },
  { name: "decays", model: decays(), until: 20, reference: [], source: quadruple, scale: 1 },
  {
    name: "van der Pol 1", // NSD E2
    model: system("van der Pol", { x: 2, u: 0 }, { x: "u", u: "(1 - x^2)*u - x" }),
    until: 20,
    reference: [],
    source: quadruple,
    scale: 1,
  },
];
