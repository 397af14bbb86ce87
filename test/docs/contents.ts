/**
 * What the five papers contain, entry by entry, and where it is reproduced: the tables of `docs/completeness.md`. Run times of
 * other machines are listed as such and not compared. `items.json` has the ids of all items, from a full reproduction.
 */

/** A table, figure, numbered example, algorithm or quantitative claim of a paper. */
export interface Entry {
  /** "Table 1", "section 6.2". */
  readonly place: string;
  readonly what: string;
  /** Ids of items, or their beginnings up to a dot or a dash; `why` says why there are none, or what is missing. */
  readonly items?: readonly string[];
  readonly why?: string;
}

/** The entries of one paper. */
export interface Contents {
  readonly paper: string;
  readonly entries: readonly Entry[];
}

/** A Markdown table of the entries. */
export function contentsTable({ entries }: Contents): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const rows = entries.map(({ place, what, items = [], why }) => {
    const where = [...items.map((id) => `\`${id}\``), ...(why === undefined ? [] : [why])].join(", ");
    return `| ${cell(place)} | ${cell(what)} | ${cell(where)} |`;
  });
  return ["| place | what | items, or why there are none |", "|---|---|---|", ...rows].join("\n");
}

const times = "run times of another machine and language are not compared; `npm run bench` measures against peers";

export const contents: readonly Contents[] = [
  {
    paper: "ariel",
    entries: [
      { place: "section 2.1", what: "drift O(kappa/omega + kappa^2) around the slow manifold", items: ["ariel.2.1"] },
      {
        place: "section 2.1, remark 1",
        what: "slow solutions and the DAE differ by O(omega^-2); ripples from the constraint manifold",
        items: [
          "ariel.2.2.slow-exponent",
          "ariel.2.3.slow-exponent",
          "ariel.2.2.manifold-start-exponent",
          "ariel.2.3.manifold-start-exponent",
        ],
      },
      {
        place: "section 2.1, remark 2",
        what: "the limit of omega^2 g",
        items: ["ariel.2.2.multiplier", "ariel.2.3.multiplier"],
      },
      {
        place: "section 2.2, (5) to (8)",
        what: "linear example",
        items: ["ariel.2.2.slow", "ariel.2.2.general-solution", "ariel.2.2.constrained-solution"],
      },
      {
        place: "section 2.3, (9)",
        what: "strong spring in the plane",
        items: [
          "ariel.2.3.rest-radius",
          "ariel.2.3.circular-motion",
          "ariel.2.3.oscillation",
          "ariel.2.3.areal-velocity",
          "ariel.2.3.expansion",
          "ariel.2.3.manifolds",
        ],
      },
      { place: "section 2.4", what: "bounded derivative principle", items: ["ariel.2.4"] },
      {
        place: "section 3.1, (10) to (13), lemmas 3.1 and 3.2",
        what: "filters: reduction factor and limit",
        items: ["ariel.4.factor", "ariel.4.limit"],
        why: "the lemmas are estimates of order; `src/filters` tests moments and decay",
      },
      { place: "section 3.2, (14)", what: "algorithm IPA and its stopping criterion", items: ["ariel.5.iterations"] },
      {
        place: "section 4.1, (15) to (19)",
        what: "convergence, order, counts and bounds",
        items: ["ariel.4.iterations", "ariel.4.bound", "ariel.4.order"],
      },
      { place: "section 4.2", what: "tangential glide", items: ["ariel.4.glide"] },
      {
        place: "section 4.3, (20) to (28), figure 1",
        what: "the general case",
        why: "the estimates are qualitative, and figure 1 is a sketch",
      },
      { place: "section 5.1", what: 'other frequencies, and gravity: "very similar"', items: ["ariel.5.variant"] },
      {
        place: "section 5.1",
        what: "omega significantly below 100 yields unacceptably large errors",
        why: "without a number; the errors at omega = 100 are items of section 6",
      },
      {
        place: "section 5.2",
        what: "the piecewise cubic filter has three vanishing moments",
        why: "`src/filters` tests it",
      },
      {
        place: "section 5.3, (29), (30), Table 1",
        what: "residuals of IPA, 48 entries, five iterations",
        items: ["ariel.5.table-1", "ariel.5.iterations-far"],
      },
      {
        place: "section 5.3, (31) to (36)",
        what: "points and counts",
        items: ["ariel.5.point", "ariel.5.iterations-near"],
      },
      {
        place: "section 5.4",
        what: "multipliers",
        items: ["ariel.5.g1000", "ariel.5.g10000", "ariel.5.multipliers", "ariel.5.far-multipliers"],
      },
      {
        place: "section 6.1, figure 2",
        what: "the DAE by RATTLE: order 2, saturation O(omega^-2)",
        items: ["ariel.6.1"],
      },
      {
        place: "section 6.2, figure 3",
        what: "from the constraint manifold: saturation, effort times 10 and more",
        items: ["ariel.6.2"],
      },
      {
        place: "section 6.2",
        what: "more expensive and less accurate than solving the DAE",
        why: "both errors are items (ariel.6.1, ariel.6.2); their costs are of different kinds, and the paper gives no ratio",
      },
      {
        place: "section 6.3, figure 4",
        what: "from the slow manifold: no saturation, costs as in figure 3, errors of p larger",
        items: ["ariel.6.3.unsaturated", "ariel.6.3.p-larger", "ariel.6.3.cost"],
      },
      { place: "section 6.3", what: "implicit codes", items: ["ariel.6.3.implicit"] },
      {
        place: "section 6.4, figure 5",
        what: "projected periodically: saturation at omega = 1000; errors independent of the tolerance at 100",
        items: ["ariel.6.4"],
      },
      {
        place: "section 6.4",
        what: "smaller errors and lower cost than 6.3",
        why: "follows from figures ariel.6.3 and ariel.6.4; the paper gives no ratio",
      },
      {
        place: "section 6.5, (37), (38), figure 6",
        what: "projected at every evaluation: order 4, saturation, halving increases the error",
        items: ["ariel.6.5"],
      },
      {
        place: "section 6.5",
        what: "typically 3 to 5 iterations; work and accuracy independent of omega; halving H less than doubles the effort; q and p alike; the cost at omega = 100 is slightly smaller",
        items: [
          "ariel.6.5.iterations",
          "ariel.6.5.work-independent",
          "ariel.6.5.accuracy-independent",
          "ariel.6.5.halving-work",
          "ariel.6.5.p-like-q",
          "ariel.6.5.cost-100",
        ],
      },
    ],
  },
  {
    paper: "sanz-serna",
    entries: [
      { place: "section 2, (7)", what: "the underlying system, time-reversible", items: ["sanz-serna.2.underlying"] },
      { place: "section 2, example 1, (8), (9)", what: "linear systems", items: ["sanz-serna.2.linear"] },
      { place: "section 2, example 2", what: "a strong spring in the plane", items: ["sanz-serna.2.spring"] },
      { place: "section 3.1, (10), (11)", what: "averaged forces", items: ["sanz-serna.4.i.table-1"] },
      {
        place: "section 3.2",
        what: "starts and projections by averaging",
        items: ["sanz-serna.4.i.table-1", "sanz-serna.4.ii.case-3"],
      },
      { place: "section 4, Table 1", what: "errors, 49 entries", items: ["sanz-serna.4.i.table-1"] },
      {
        place: "section 4",
        what: "saturation in H, errors O(1/omega2) at H = 1/32, ode45 like RK4 with H = 1/4",
        items: ["sanz-serna.4.i.table-1"],
        why: "statements about the entries of Table 1, of which all but one agree",
      },
      {
        place: "section 4, Table 2",
        what: "successful and failed steps of ode45; effort proportional to omega2, and independent of it",
        items: ["sanz-serna.4.i.table-2"],
      },
      { place: "section 4, Table 2", what: "computing time", why: times },
      {
        place: "section 4",
        what: "the effort of RK4 depends on H alone and is proportional to 1/H",
        items: ["sanz-serna.4.i.effort"],
      },
      {
        place: "section 4",
        what: "direct integration at the same tolerances is more accurate",
        items: ["sanz-serna.4.i.direct-accuracy"],
      },
      { place: "section 4", what: 'HMM above the range of Table 1 "performs well"', items: ["sanz-serna.4.range"] },
      { place: "section 4", what: "large errors below the range of Table 1", items: ["sanz-serna.4.range.below"] },
      {
        place: "figures 1 and 2",
        what: "motion and velocities; the velocity of the centre of mass virtually coincides",
        why: "the figures of sanz-serna.4.i show them; the paper gives no number",
      },
      {
        place: "section 4, case (ii), figures 3 and 4",
        what: "the first spring hard: errors 0.041 and 19.341",
        items: ["sanz-serna.4.ii.case-2"],
      },
      {
        place: "section 4, case (iii), figures 5 and 6",
        what: "both springs hard: drift, energies, error 0.0359 when re-projected",
        items: ["sanz-serna.4.ii.case-3"],
      },
      { place: "section 4", what: "symmetric macro-integrators", items: ["sanz-serna.4.ii.symmetric"] },
      {
        place: "section 4, remark",
        what: "accuracy of micro-integrations",
        why: "estimates of order without numbers; every item of section 4 runs with the micro-steps it speaks of",
      },
      {
        place: "section 5, before (12)",
        what: "the motion of two coupled oscillators, to which the method does not apply",
        items: ["sanz-serna.5"],
      },
    ],
  },
  {
    paper: "gear",
    entries: [
      {
        place: "section 3, (3.7)",
        what: "a double eigenvalue, two Euler steps",
        items: ["gear.3.inner-steps.nilpotent", "gear.3.inner-steps.amplification"],
      },
      {
        place: "section 2",
        what: "the slow manifold is as far from the constraints as the fast time constant is long",
        why: 'an order of magnitude for regularisations in general ("usually"), without an example',
      },
      {
        place: "section 3, (3.10), (3.11)",
        what: "additional eigenvalues near -beta, and near +-i beta",
        items: ["gear.3.inner-steps.eigenvalues"],
      },
      {
        place: "sections 3 and 4, (3.10), (3.11)",
        what: "inner steps lead to consistent positions and velocities",
        items: ["gear.3.inner-steps.pendulum", "gear.3.inner-steps.ring"],
      },
      {
        place: "section 3, (3.5), (3.6); section 4",
        what: "damped springs with inner steps",
        items: ["gear.3.inner-steps.springs", "gear.4.claims.springs"],
      },
      {
        place: "section 4, (4.1)",
        what: "orthonormalised constraints",
        why: "a way to compute; `test/redundant` tests ours",
      },
      {
        place: "section 4, (4.2)",
        what: "the two-stage inner integrator: 1 + (h lambda)^2",
        items: ["gear.3.inner-steps.polynomial"],
      },
      {
        place: "section 4",
        what: "larger beta leads to failure of the stiff integrator",
        items: ["gear.4.claims.larger-beta"],
      },
      {
        place: "section 4",
        what: "beta has insignificant impact on P1 and P2",
        items: ["gear.4.table-4-1.beta", "gear.4.table-4-2.beta"],
      },
      {
        place: "section 4",
        what: "outer steps of about 10^-2 to 10^-1",
        items: ["gear.4.table-4-1.outer-steps"],
      },
      { place: "section 4", what: "100 units of time cover almost 15 periods", items: ["gear.4.claims.periods"] },
      {
        place: "Table 4.1",
        what: "largest errors of problem 1",
        items: ["gear.4.table-4-1.error", "gear.4.table-4-1.P2-P1"],
      },
      { place: "Table 4.2", what: "energy changes of problem 2", items: ["gear.4.table-4-2.energy"] },
      {
        place: "Tables 4.1 and 4.2",
        what: "run times",
        items: ["gear.4.table-4-1.work", "gear.4.table-4-2.work"],
        why: "counts of work are compared instead: run times of another machine and language are not",
      },
    ],
  },
  {
    paper: "tao-owhadi",
    entries: [
      {
        place: "theorems 1.2, 2.5; section 1.2",
        what: "stable for all steps if and only if beta >= 1/4",
        items: ["tao-owhadi.2.stable", "tao-owhadi.2.unstable"],
      },
      { place: "theorems 1.2, 2.12, lemma 2.13", what: "Z&S is symplectic", items: ["tao-owhadi.2.symplectic"] },
      { place: "theorem 1.2", what: "momentum maps are kept", items: ["tao-owhadi.2.momentum"] },
      {
        place: "theorem 2.7, corollary 2.8, remark 2.11",
        what: "orders of Z&S, Z&Ss and the composition of order 4",
        items: ["tao-owhadi.2.order"],
      },
      { place: "theorem 2.9, corollary 2.10", what: "time-reversible", items: ["tao-owhadi.2.symmetric"] },
      {
        place: "theorem 2.4, remark 2.14",
        what: "properties of Z&Ss",
        items: ["tao-owhadi.2.simplified", "tao-owhadi.2.order-zss"],
      },
      {
        place: "remark 2.15",
        what: "solved nonlinear methods are not exactly symplectic",
        why: "without a number; `test/invariants` measures ours",
      },
      { place: "section 1.2", what: "steps independent of omega", items: ["tao-owhadi.2.step-limit"] },
      {
        place: "theorem 1.3, section 3, (3.1), remark 3.1",
        what: "multipliers as limits; the counter-example",
        items: ["tao-owhadi.3"],
      },
      {
        place: "lemma A.1, remark A.3",
        what: "g = O(omega^-2)",
        items: ["tao-owhadi.4.1.constraint", "tao-owhadi.4.1.figure-2.bounded"],
      },
      { place: "lemma A.2, figure A1", what: "proofs", why: "a sketch and proofs without numbers" },
      {
        place: "integrators 1.1, 2.1 to 2.3, 2.6",
        what: "Z&S, Newmark, pushforward Newmark, Z&Ss",
        items: ["tao-owhadi.4.1.error"],
        why: "their equations are tested beside `src/methods/leapfrog`",
      },
      {
        place: "section 4.1, figure 1",
        what: "errors on the double pendulum; Z&S almost identical to Newmark; one iteration has a large error",
        items: ["tao-owhadi.4.1.error", "tao-owhadi.4.1.zs-over-newmark", "tao-owhadi.4.1.one-iteration"],
      },
      { place: "section 4.1", what: "modelling error O(omega^-2)", items: ["tao-owhadi.4.1.modelling"] },
      {
        place: "figure 2(a)",
        what: "omega^2 g(q(T)) against omega; the step of Verlet",
        items: ["tao-owhadi.4.1.figure-2"],
      },
      {
        place: "figure 2(b)",
        what: "multiplier by SHAKE and by averaging",
        items: ["tao-owhadi.4.1.multiplier-average"],
      },
      { place: "section 4.1", what: "omega = 2000", items: ["tao-owhadi.4.1.omega-2000"] },
      {
        place: "section 4.1",
        what: "no leakage between regular and chaotic regions",
        items: ["tao-owhadi.4.1.leakage"],
      },
      { place: "section 4.2, figure 3", what: "chain of ten pendula", items: ["tao-owhadi.4.2"] },
      { place: "section 4.3, figure 4", what: "seven waters", items: ["tao-owhadi.4.3.7"] },
      {
        place: "section 4.3, figure 5",
        what: "multipliers in water",
        items: ["tao-owhadi.4.3.deterministic.multiplier"],
      },
      {
        place: "section 4.3, figure 6",
        what: "energy and momenta of Z&Ss, SHAKE and partially solved Newmark",
        items: [
          "tao-owhadi.4.3.deterministic.energy",
          "tao-owhadi.4.3.deterministic.angular-momentum",
          "tao-owhadi.4.3.deterministic.linear-momentum",
        ],
      },
      { place: "section 4.3, figure 7", what: "a hundred waters", items: ["tao-owhadi.4.3.100"] },
      {
        place: "section 4.4, figure 8",
        what: "transitions of DNA, stable angles, energies, limits of steps",
        items: ["tao-owhadi.4.4"],
        why: 'h = 2 "near the stability limit" of Z&S is run, and its limit is not searched',
      },
      {
        place: "section 4.5, (4.12), (4.13), figures 9 and 10(b)",
        what: "the benchmark on SO(3)",
        items: ["tao-owhadi.4.5.lie-group"],
      },
      {
        place: "section 4.5, (4.14), (4.15), figure 10(a)",
        what: "variational Z&S on SO(3), as printed and of both orders",
        items: [
          "tao-owhadi.4.5.printed",
          "tao-owhadi.4.5.first-order",
          "tao-owhadi.4.5.second-order",
          "tao-owhadi.4.5.orthogonality",
          "tao-owhadi.4.5.energy",
        ],
      },
      { place: "sections 4.1 to 4.5", what: "run times", why: times },
    ],
  },
  {
    paper: "ascher",
    entries: [
      {
        place: "section 1, example 1, Table 1.1",
        what: "errors and drifts, 36 entries",
        items: ["ascher.1.table-1-1"],
      },
      {
        place: "figure 1.1",
        what: "errors against gamma",
        why: "a sketch; the figure of ascher.1.table-1-1 has the measured curves",
      },
      {
        place: "section 2, propositions 2.1 and 2.2",
        what: "asymptotic stability of stabilised invariants",
        why: "theory without numbers",
      },
      { place: "section 3, example 2", what: "closed forms and the bound on h", items: ["ascher.3.example-2"] },
      {
        place: "theorems 3.1 to 3.3",
        what: "order of the drift, stability of the manifold",
        items: ["ascher.4.long-runs"],
      },
      { place: "section 3, remark", what: "h_0 is about alpha/gamma_0", items: ["ascher.3.example-2.bound"] },
      { place: "example 3, Table 3.1", what: "Kepler's problem", items: ["ascher.3.table-3-1"] },
      {
        place: "section 4, example 4, figures 4.2 to 4.13",
        what: "slider-crank: errors and drifts with both, no, velocity and position stabilisation",
        items: ["ascher.4.slider-crank"],
      },
      {
        place: "section 4, (4.5), (4.6)",
        what: "forward Euler with the best parameters: zero after two steps, and the perturbation of Baumgarte's form",
        items: ["ascher.4.euler-returns"],
      },
      { place: "figure 4.1", what: "the mechanism", why: "a drawing of the mechanism" },
      {
        place: "section 5",
        what: "linear invariants kept by Runge-Kutta methods, quadratic ones by Gauss methods; corrections with sweeps or a reused matrix",
        why: "a discussion without numbers; `src/methods` and `src/projections` test each of them",
      },
    ],
  },
];
