/**
 * Standard problems without stiffness, as models (data), with the solution at the end of the interval.
 * Sources of equations: HNW = Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I; NSD = Hull, Enright,
 * Fellen, Sedgwick, Comparing numerical methods for ordinary differential equations, SIAM J. Numer. Anal. 9 (1972), with
 * the names of the classes in the later DETEST.
 *
 * The references come from the midpoint rule, extrapolated to order 28 in quadruple precision (C, __float128). A program
 * translated the equations from the models below; the results for tolerances of 1e-22 and 1e-27 agree within 3e-18. The
 * references use nothing of the library.
 */

import type { TestProblem } from "./stiff.js";

/**
 * Some of these problems amplify errors so much that the error at their end says more about them than about a method: the
 * mean over s of the norm of dy(end)/dy(s), in units of tolerance, is 45,000 for the Arenstorf orbit, 380 for the Pleiades
 * and 100 for Kepler over three revolutions. Where `earlier` is given, it is below 30 there, as it is for all others but
 * the Arenstorf orbit.
 */
export interface NonstiffProblem extends TestProblem {
  readonly earlier?: Pick<TestProblem, "until" | "reference">;
}

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

const given: readonly (Omit<NonstiffProblem, "source" | "scale"> & { readonly source?: string })[] = [
  {
    name: "Kepler e = 0.3",
    model: kepler(0.3),
    until: 20,
    reference: [-0.17770273571403278, 0.9467784719905884, -1.0302941631929712, 0.12110748900540413],
    earlier: {
      until: 5,
      reference: [-0.3123657276599506, -0.9538662646248114, 0.9962278169054304, -0.011752553705343614],
    },
  },
  {
    name: "Arenstorf orbit",
    model: threeBody(0.994, 0, -2.001585106379082),
    until: 17.06521656015796,
    reference: [0.9939999999999626, -1.19179284190382e-13, -1.9405247285791196e-11, -2.0015851063849044],
  },
  {
    name: "Brusselator", // HNW I.16
    model: system("Brusselator", { x: 1.5, y: 3 }, { x: "1 + x^2*y - 4*x", y: "3*x - x^2*y" }),
    until: 20,
    reference: [0.49863707126834783, 4.596780349452011],
  },
  {
    name: "Lorenz to 1", // HNW I.16
    model: system(
      "Lorenz",
      { x: -8, y: 8, z: 27 },
      { x: "10*(y - x)", y: "x*(28 - z) - y", z: "x*y - b*z" },
      { b: 8 / 3 },
    ),
    until: 1,
    reference: [9.057167838929162, 14.55894899109949, 18.41529394688126],
  },
  {
    name: "Pleiades",
    model: pleiades(),
    until: 3,
    reference: [
      0.37061391439705127, 3.237284092057233, -3.2225590324183235, 0.6597091455775308, 0.342558170715658,
      1.5621721014006311, -0.7003092922212495, -3.943437585517392, -3.27138097397255, 5.225081843456544,
      -2.5906124349774693, 1.1982136933922747, -0.24296823449358235, 1.0914492404289797, 3.4170038063143147,
      1.3545845016255011, -2.5900655978107756, 2.025053734714241, -1.155815100160449, -0.8072988170223022,
      0.5952396354208719, -3.7412449612340084, 0.3773459685750629, 0.9386858869551079, 0.36679222272005696,
      -0.3474046353808494, 2.344915448180937, -1.947020434263292,
    ],
    earlier: {
      until: 1,
      reference: [
        1.4870785157342021, 2.7039177142659843, -0.6079760490031101, -2.622479773000867, 1.7375571608154041,
        -0.18030218239287416, 0.544708655003836, 3.3963540545071655, -2.7026408145154366, 1.8786895377778814,
        -1.2360283955156757, 1.2252086953576529, -3.7069995626022716, 3.490418063154019, -3.5963207421338668,
        -0.6528831932578206, 0.9973484969629244, 0.7725982030167615, -0.642388833711975, 1.8640148037476876,
        -1.307499404033223, 0.46178309196512884, 0.545295959100122, -0.05967133846512632, -1.2076883070364257,
        1.5371964735409338, 0.6182096582841297, -1.1339782977191053,
      ],
    },
  },
  {
    name: "rigid body", // NSD B5
    model: system("Euler", { x: 0, y: 1, z: 1 }, { x: "y*z", y: "-x*z", z: "-0.51*x*y" }),
    until: 20,
    reference: [-0.9396570798729204, -0.342117775400075, 0.7414126596199954],
  },
  {
    name: "two bodies e = 0.9", // NSD D5
    model: kepler(0.9),
    until: 20,
    reference: [-1.2952662509875885, 0.4003938963792291, -0.6775390924707452, -0.1270838154278723],
    earlier: {
      until: 3,
      reference: [-1.8972220514054254, 0.03246774147123475, -0.03925486872320516, -0.22907986816984358],
    },
  },
  {
    name: "Henon-Heiles",
    model: system(
      "Henon-Heiles",
      { x: 0.3, y: 0, u: 0.1, v: 0.25 },
      { x: "u", y: "v", u: "-x - 2*x*y", v: "-y - x^2 + y^2" },
    ),
    until: 20,
    reference: [0.03589018457300905, 0.28653105236835485, -0.29616963894356585, 0.07962436363862613],
  },
  {
    name: "pendulum from 2.5",
    model: system("pendulum", { a: 2.5, u: 0 }, { a: "u", u: "-sin(a)" }),
    until: 20,
    reference: [2.371542221012736, 0.40808835990021325],
    earlier: { until: 10, reference: [2.468532048638649, 0.19609288936566896] },
  },
  {
    name: "forced Duffing",
    model: system("Duffing", { x: 1, u: 0 }, { x: "u", u: "x - x^3 - 0.3*u + 0.2*cos(1.2*t)" }),
    until: 30,
    reference: [0.4534334565635918, -0.22309029724598894],
  },
  {
    name: "tadpole about L4",
    model: threeBody(0.5, 0.85, 0),
    until: 20,
    reference: [0.5471745367633807, 0.8232916912936976, -0.0012069264856074677, -0.006761113499848802],
  },
  {
    name: "Lotka-Volterra",
    model: system("Lotka-Volterra", { x: 1, y: 3 }, { x: "2*(x - x*y)", y: "x*y - y" }), // NSD B1
    until: 20,
    reference: [0.6761876008576606, 0.18608160996400297],
    earlier: { until: 5, reference: [4.051447067620555, 1.4394903952887002] },
  },
  {
    name: "growth by cos t", // NSD A3
    model: system("growth", { x: 1 }, { x: "x*cos(t)" }),
    until: 20,
    reference: [Math.exp(Math.sin(20))],
    source: "exact",
  },
  {
    name: "decays",
    model: decays(),
    until: 20,
    reference: [
      2.061153622438558e-9, 4.122307244877116e-8, 4.122307244877116e-7, 2.7482048299180773e-6, 1.3741024149590386e-5,
      5.496409659836154e-5, 0.0001832136553278718, 0.0005234675866510623, 0.0013086689666276558, 0.997912740950865,
    ],
  },
  {
    name: "van der Pol 1", // NSD E2
    model: system("van der Pol", { x: 2, u: 0 }, { x: "u", u: "(1 - x^2)*u - x" }),
    until: 20,
    reference: [2.0081497621749484, -0.04250887527320215],
  },
];

export const nonstiffProblems: readonly NonstiffProblem[] = given.map((problem) => ({
  source: "extrapolation in quadruple precision",
  scale: 1,
  ...problem,
}));

/** The same problems, ended before they amplify errors much. */
export const temperateProblems: readonly TestProblem[] = nonstiffProblems.map((problem) => ({
  ...problem,
  ...problem.earlier,
}));
