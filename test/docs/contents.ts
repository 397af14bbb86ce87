/**
 * What the five papers contain, entry by entry, and where it is reproduced: the tables of `docs/completeness.md`. Run times of
 * other machines are listed as such and not compared.
 */

/** A table, figure, numbered example, algorithm or quantitative claim of a paper. */
export interface Entry {
  /** "Table 1", "section 6.2". */
  readonly place: string;
  readonly what: string;
  /** Experiments, or the beginnings of the ids of their items; `why` says why there are none. */
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
        place: "section 2.1, remarks 1 and 2",
        what: "distances from the DAE, limit of omega^2 g",
        items: ["ariel.2.2", "ariel.2.3"],
      },
      { place: "section 2.2, (5) to (8)", what: "linear example", items: ["ariel.2.2"] },
      { place: "section 2.3, (9)", what: "strong spring in the plane", items: ["ariel.2.3"] },
      { place: "section 2.4", what: "bounded derivative principle", items: ["ariel.2.4"] },
      { place: "section 3.1, (10) to (13)", what: "filters", items: ["ariel.4.factor", "ariel.4.limit"] },
      { place: "section 3.2, (14)", what: "algorithm IPA", items: ["ariel.4", "ariel.5"] },
      { place: "section 4.1, (15) to (19)", what: "convergence, order, counts and bounds", items: ["ariel.4"] },
      { place: "section 4.2", what: "tangential glide", items: ["ariel.4.glide"] },
      {
        place: "section 4.3, (20) to (28), figure 1",
        what: "the general case",
        why: "the estimates are qualitative, and figure 1 is a sketch",
      },
      { place: "section 5, Table 1", what: "residuals of IPA, 48 entries", items: ["ariel.5.table-1"] },
      { place: "section 5.1", what: "other frequencies, and gravity", items: ["ariel.5.variant"] },
      { place: "section 5.3, (31) to (36)", what: "points and counts", items: ["ariel.5.point", "ariel.5.iterations"] },
      { place: "section 5.4", what: "multipliers", items: ["ariel.5.g1000", "ariel.5.g10000", "ariel.5.multipliers"] },
      { place: "section 6.1, figure 2", what: "the DAE by RATTLE", items: ["ariel.6.1"] },
      { place: "section 6.2, figure 3", what: "from the constraint manifold", items: ["ariel.6.2"] },
      { place: "section 6.3, figure 4", what: "from the slow manifold", items: ["ariel.6.3"] },
      { place: "section 6.3", what: "implicit codes", items: ["ariel.6.3.implicit"] },
      { place: "section 6.4, figure 5", what: "projected periodically", items: ["ariel.6.4"] },
      { place: "section 6.5, (37), (38), figure 6", what: "projected at every evaluation", items: ["ariel.6.5"] },
    ],
  },
  {
    paper: "sanz-serna",
    entries: [
      { place: "section 2, (7)", what: "the underlying system, time-reversible", items: ["sanz-serna.2.underlying"] },
      { place: "section 2, example 1, (8), (9)", what: "linear systems", items: ["sanz-serna.2.linear"] },
      {
        place: "section 2, example 2",
        what: "a strong spring in the plane",
        items: ["sanz-serna.2.spring", "sanz-serna.2.underlying"],
      },
      { place: "section 3.1, (10), (11)", what: "averaged forces", items: ["sanz-serna.4.i"] },
      {
        place: "section 3.2",
        what: "starts and projections by averaging",
        items: ["sanz-serna.4.i", "sanz-serna.4.ii"],
      },
      { place: "section 4, Table 1", what: "errors, 49 entries", items: ["sanz-serna.4.i.table-1"] },
      { place: "section 4, Table 2", what: "steps of ode45", items: ["sanz-serna.4.i.table-2"] },
      { place: "section 4", what: "HMM above the range of Table 1", items: ["sanz-serna.4.range"] },
      { place: "figures 1 and 2", what: "motion and velocities", items: ["sanz-serna.4.i"] },
      {
        place: "section 4, case (ii), figures 3 and 4",
        what: "the first spring hard",
        items: ["sanz-serna.4.ii.case-2"],
      },
      { place: "section 4, case (iii), figures 5 and 6", what: "both springs hard", items: ["sanz-serna.4.ii.case-3"] },
      {
        place: "section 4, remark; section 5",
        what: "accuracy of micro-integrations; coupled oscillators (12)",
        why: "the remark is qualitative, and (12) is an example to which the method does not apply",
      },
    ],
  },
  {
    paper: "gear",
    entries: [
      {
        place: "section 3, (3.7)",
        what: "a double eigenvalue, two Euler steps",
        items: ["gear.3.inner-steps.nilpotent"],
      },
      {
        place: "section 3, (3.10), (3.11)",
        what: "decay and rotation",
        items: ["gear.3.inner-steps.pendulum", "gear.3.inner-steps.ring"],
      },
      {
        place: "section 4, (4.1)",
        what: "orthonormalised constraints",
        why: "a way to compute; `test/redundant` tests ours",
      },
      { place: "section 4, (4.2)", what: "the two-stage inner integrator", items: ["gear.3.inner-steps.polynomial"] },
      { place: "section 4", what: "springs with inner steps, larger beta, periods", items: ["gear.4.claims"] },
      { place: "section 4", what: "independence of beta", items: ["gear.4.table-4-1.beta"] },
      { place: "Table 4.1", what: "largest errors of problem 1", items: ["gear.4.table-4-1.error"] },
      { place: "Table 4.2", what: "energy changes of problem 2", items: ["gear.4.table-4-2.energy"] },
      { place: "Tables 4.1 and 4.2", what: "run times", why: times },
    ],
  },
  {
    paper: "tao-owhadi",
    entries: [
      {
        place: "theorem 1.2, section 2",
        what: "stability, symplecticity, momenta, order, symmetry",
        items: ["tao-owhadi.2"],
      },
      { place: "theorem 1.3, section 3, (3.1)", what: "multipliers as limits", items: ["tao-owhadi.3"] },
      { place: "section 1.2", what: "steps independent of omega", items: ["tao-owhadi.2.step-limit"] },
      {
        place: "integrators 1.1, 2.1 to 2.3, 2.6",
        what: "Z&S, Newmark, Z&Ss",
        items: ["tao-owhadi.2", "tao-owhadi.4.1"],
      },
      { place: "section 4.1, figure 1", what: "errors on the double pendulum", items: ["tao-owhadi.4.1.error"] },
      {
        place: "figure 2",
        what: "penalty against constraint, multiplier",
        items: ["tao-owhadi.4.1.figure-2", "tao-owhadi.4.1"],
      },
      { place: "section 4.1", what: "omega = 2000", items: ["tao-owhadi.4.1.omega-2000"] },
      { place: "section 4.1", what: "no leakage", items: ["tao-owhadi.4.1.leakage"] },
      { place: "section 4.2, figure 3", what: "chain of ten pendula", items: ["tao-owhadi.4.2"] },
      { place: "section 4.3, figure 4", what: "seven waters", items: ["tao-owhadi.4.3.7"] },
      {
        place: "section 4.3, figures 5 and 6",
        what: "multipliers in water; energy and momenta of Z&Ss, SHAKE and Newmark",
        why: "not reproduced yet",
      },
      { place: "section 4.3, figure 7", what: "a hundred waters", items: ["tao-owhadi.4.3.100"] },
      { place: "section 4.4, figure 8", what: "transitions of DNA", items: ["tao-owhadi.4.4"] },
      { place: "section 4.5, (4.12), figures 9 and 10(b)", what: "the benchmark on SO(3)", items: ["tao-owhadi.4.5"] },
      {
        place: "section 4.5, (4.14), (4.15), figure 10(a)",
        what: "variational Z&S on SO(3)",
        items: ["tao-owhadi.4.5"],
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
      { place: "figure 1.1", what: "errors against gamma", items: ["ascher.1.table-1-1"] },
      { place: "section 3, example 2", what: "closed forms and the bound on h", items: ["ascher.3.example-2"] },
      {
        place: "theorems 3.1 to 3.3",
        what: "order of the drift, stability of the manifold",
        items: ["ascher.4.long-runs"],
      },
      { place: "example 3, Table 3.1", what: "Kepler's problem", items: ["ascher.3.table-3-1"] },
      { place: "section 4, example 4, figures 4.1 to 4.13", what: "slider-crank", items: ["ascher.4.slider-crank"] },
      { place: "section 2", what: "asymptotic stability of stabilised invariants", why: "theory without numbers" },
      {
        place: "section 5",
        what: "relations to other methods",
        why: "a discussion; the projections are tested beside their code",
      },
    ],
  },
];
