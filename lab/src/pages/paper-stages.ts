/** The experiments of the papers as runs of the stage: the model, the ways to run it, and the inputs that are worth changing. */

import type { PlotSpec } from "../state/plots.js";
import type { RunSettings } from "../worker/protocol.js";

export interface PaperStage {
  /** Beginnings of the ids of the experiments that it belongs to. */
  readonly of: readonly string[];
  /** The name of its text in lab/data/papers/models.json, or of a model of the gallery. */
  readonly model: { readonly paper: string } | { readonly gallery: string };
  readonly lanes: readonly RunSettings[];
  readonly set?: Readonly<Record<string, number>>;
  readonly plots: readonly PlotSpec[];
  /** What to change, and what is seen then. */
  readonly inputs: string;
}

const adams = { name: "adams", part: 1 } as const;
const none = { projection: "none" } as const;
const gear = { until: 20, rtol: 1e-3, atol: 1e-6, norm: "max" } as const;
const pendula: readonly RunSettings[] = [
  { ...gear, ...none, formulation: { name: "regularised", beta: 1e4 }, method: "bdf" },
  { ...gear, formulation: { name: "regularised", beta: 100 }, method: adams, projection: "inner-euler" },
  { ...gear, ...none, formulation: { name: "baumgarte", alpha1: 200, alpha2: 10_000 }, method: adams },
  { ...gear, formulation: "underlying", method: adams, projection: "stabilise" },
];
const both = (until: number): readonly RunSettings[] => [
  { ...none, formulation: "stiff", method: "dop853", until },
  { formulation: "underlying", until },
];
const tao = (step: number, until: number): readonly RunSettings[] => [
  { ...none, formulation: "rigid", method: "shake", step, until },
  { ...none, formulation: "stiff", method: { name: "zs", beta: 0.4 }, step, until },
];
const relaxed = (level: "both" | "position" | "velocity"): RunSettings["projection"] => ({
  name: "relax",
  weight: "none",
  ...(level !== "both" && { level }),
});

export const paperStages: readonly PaperStage[] = [
  {
    of: ["ariel.2.1", "ariel.2.3", "sanz-serna.2.spring", "sanz-serna.2.underlying"],
    model: { paper: "strongSpring" },
    lanes: both(6),
    set: { r0: 1.1 },
    plots: [{ y: "norm(a)" }, { y: "distance" }],
    inputs: "r0 and rdot0 move the start off the slow manifold, and omega is the strength of the spring.",
  },
  {
    of: ["ariel.2.2", "ariel.2.4"],
    model: { paper: "forcedOscillator" },
    lanes: [{ ...none, formulation: "stiff", method: "dop853", until: 20 }],
    set: { A: 1 },
    plots: [{ y: "q" }, { y: "q - cos(t)" }],
    inputs: "A = 1 starts on the constraint and trembles; put A back for the slow solution, and change omega.",
  },
  {
    of: ["ariel.4"],
    model: { paper: "uncoupled" },
    lanes: [{ ...none, formulation: "stiff", method: "dop853", until: 5 }],
    plots: [{ y: "y - cos(t)" }, { y: "x" }],
    inputs: "rho0 and sigma0 are the deviation from the slow manifold. The panel Project shows ipa take it away.",
  },
  {
    of: ["ariel.5", "ariel.6.2", "ariel.6.3", "ariel.6.4", "ariel.6.5", "ariel.beyond"],
    model: { paper: "bothHard" },
    lanes: both(10),
    set: { omega1: 100, omega2: 100 },
    plots: [{ y: "distance", logY: true }, { y: "norm(a)" }],
    inputs: "omega1 and omega2 are the strengths of the two springs; the panel Project finds the slow manifold by ipa.",
  },
  {
    of: ["ariel.6.1"],
    model: { paper: "bothHard" },
    lanes: [
      { formulation: "underlying", rtol: 1e-10, until: 10 },
      { ...none, formulation: "rigid", method: "rattle", step: 0.02, until: 10 },
    ],
    plots: [{ y: "distance", logY: true }, { y: "energy" }],
    inputs: "Halve the step of the second lane: its distance from the first becomes a quarter.",
  },
  {
    of: ["sanz-serna.2.linear"],
    model: { paper: "normalModes" },
    lanes: both(10),
    set: { a1: 0.05, a2: 0.05 },
    plots: [{ y: "x" }, { y: "distance" }],
    inputs: "a1 and a2 put the fast modes in motion; omega is their frequency.",
  },
  {
    of: ["sanz-serna.4.i", "sanz-serna.4.range"],
    model: { paper: "secondHard" },
    lanes: both(10),
    set: { omega1: 1, omega2: 100, u1: 0.5, u2: -0.5 },
    plots: [{ y: "norm(b - a)" }, { y: "distance" }],
    inputs: "omega2 is the strength of the hard spring; u1 and u2 are the velocities along it.",
  },
  {
    of: ["sanz-serna.4.ii"],
    model: { paper: "firstHard" },
    lanes: both(10),
    set: { omega1: 100, omega2: 1, x1: 1.04, x2: 2 },
    plots: [{ y: "norm(a)" }, { y: "distance" }],
    inputs: "x1 stretches the hard spring at the start, and omega1 is its strength.",
  },
  {
    of: ["gear.4.table-4-2"],
    model: { paper: "ring" },
    lanes: [{ ...gear, until: 10, formulation: "underlying", method: adams, projection: "stabilise" }],
    set: { middle: 0 },
    plots: [{ y: "energy" }, { y: "position", logY: true }],
    inputs: "u is the speed of the weights at the start; n is the number of pendula.",
  },
  {
    of: ["gear"],
    model: { paper: "pendulum" },
    lanes: pendula,
    plots: [
      { y: "distance", logY: true },
      { y: "position", logY: true },
    ],
    inputs: "Each lane is one of the methods: change beta, alpha1 and alpha2 in its formulation, or rtol.",
  },
  {
    of: ["tao-owhadi.3"],
    model: { paper: "counterExample" },
    lanes: both(10),
    plots: [{ y: "q1" }, { y: "q2" }],
    inputs: "omega is the penalty on q1: the greater it is, the smaller q1 remains.",
  },
  {
    of: ["tao-owhadi.4.2"],
    model: { paper: "chain" },
    lanes: tao(0.05, 20),
    plots: [{ y: "distance" }, { y: "energy" }],
    inputs: "n is the number of beads, omega the penalty, and both lanes take the step 0.05.",
  },
  {
    of: ["tao-owhadi.4.3"],
    model: { gallery: "water-7" },
    lanes: [{}],
    plots: [{ y: "energy" }, { y: "position", logY: true }],
    inputs: "This is the cluster of the gallery; choose the method, the step and the heat bath in the panel Solve.",
  },
  {
    of: ["tao-owhadi.4.4"],
    model: { paper: "dna" },
    lanes: [
      { ...none, formulation: "ode", method: "verlet", step: 0.2, until: 200 },
      { ...none, formulation: "ode", method: { name: "zs", beta: 0.3 }, step: 2, until: 200, accept: ["energy"] },
    ],
    plots: [{ y: "x(base[0])" }, { y: "energy" }],
    inputs: "seed draws another start, and strength is the depth of the bonds; the second lane takes steps of 2.",
  },
  {
    of: ["tao-owhadi.4.5"],
    model: { paper: "rotation" },
    lanes: [{ formulation: "underlying", until: 10 }, ...tao(0.1, 10).slice(1)],
    plots: [{ y: "d3_z" }, { y: "dot(d1, d2)" }],
    inputs: "omega is the penalty that keeps the directors orthogonal, and the second lane takes the step 0.1.",
  },
  {
    of: ["tao-owhadi"],
    model: { paper: "doublePendulum" },
    lanes: tao(0.1, 50),
    plots: [{ y: "distance" }, { y: "energy" }],
    inputs:
      "theta and phi are the angles of the arms at the start, omega is the penalty, and both lanes take the step 0.1.",
  },
  {
    of: ["ascher.1"],
    model: { paper: "indexTwo" },
    lanes: [
      { ...none, formulation: { name: "baumgarte", gamma: 10 }, method: "implicit-euler", step: 0.01, until: 1 },
      { ...none, formulation: { name: "stabilised", gamma: 10 }, method: "implicit-euler", step: 0.01, until: 1 },
    ],
    plots: [{ y: "x1 - exp(t)" }, { y: "x1 - x2" }],
    inputs: "nu turns the direction of the multiplier, and gamma of each formulation is the strength of the return.",
  },
  {
    of: ["ascher.3.table-3-1"],
    model: { paper: "kepler" },
    lanes: [
      { ...none, method: "euler", step: 0.00314159, until: 12.5664 },
      { projection: { name: "relax", direction: "velocity" }, method: "euler", step: 0.00314159, until: 12.5664 },
    ],
    plots: [{ y: "p_y", x: "p_x" }, { y: "energy" }],
    inputs: "c is the distance at the start, and the second lane stabilises the energy after every step.",
  },
  {
    of: ["ascher.4.slider-crank", "ascher.4.long-runs"],
    model: { gallery: "slider-crank" },
    lanes: [
      { formulation: "underlying", method: "ab2", step: 0.1, projection: relaxed("both"), until: 100 },
      { formulation: "underlying", method: "ab2", step: 0.1, projection: "none", until: 100 },
    ],
    plots: [
      { y: "position", logY: true },
      { y: "velocity", logY: true },
    ],
    inputs: "The first lane corrects positions and velocities after every step, and the second corrects neither.",
  },
  {
    of: ["beyond.projection", "beyond.slow-field"],
    model: { paper: "startedPendulum" },
    lanes: [
      { formulation: "slow-field", projection: { name: "algebraic", when: "start" }, until: 10 },
      { formulation: "underlying", until: 10 },
    ],
    set: { omega: 20 },
    plots: [{ y: "distance", logY: true }, { y: "norm(a)" }],
    inputs: "omega is the stiffness of both rods: the distance of the rigid motion from the slow one falls with it.",
  },
  {
    of: ["beyond.vibration"],
    model: { paper: "startedPendulum" },
    lanes: both(10),
    set: { omega: 100, x2: 2.05 },
    plots: [{ y: "distance" }, { y: "norm(b - a)" }],
    inputs: "x2 stretches the outer rod at the start, so that it vibrates, and the motion is no longer the rigid one.",
  },
  {
    of: ["beyond.work-precision"],
    model: { paper: "pendulum" },
    lanes: [{ formulation: "underlying", until: 30 }],
    plots: [{ y: "energy" }, { y: "position", logY: true }],
    inputs: "The panel Compare runs several ways and plots their errors against their cost.",
  },
];

/** The run that belongs to an experiment; the first that matches, so the more special ones come first. */
export const stageOf = (experiment: string): PaperStage | undefined =>
  paperStages.find(({ of }) => of.some((id) => experiment === id || experiment.startsWith(`${id}.`)));
