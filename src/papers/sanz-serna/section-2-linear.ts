/**
 * Sanz-Serna section 2, example 1: q'' = -S q with two fast modes and a slow one. Smooth solutions satisfy the DAE at finite omega,
 * and their multipliers vanish. At bounded energy the fast modes have amplitudes O(1/omega).
 */

import { maximum } from "../../core/index.js";
import type { Closeness, ExperimentContext, Outcome } from "../harness/index.js";
import { modes as components, normalModes, slowPotential } from "../models/normal-modes.js";
import { type BlindExperiment, forEach, itemsOf, type PowerLaw } from "../tools/blind-experiment.js";
import { powerLawFigure } from "../tools/figures.js";
import { type Motion, run } from "../tools/motion.js";
import { distance, largest, pointDistance } from "../tools/signals.js";
import type { modes } from "./published-section-2.js";

const id = "sanz-serna.2.linear";
const omegas = [25, 50, 100, 200];
const kappas = [1, 2, 1.5];
/** Starts of the modes: omega a_j of the fast ones, a_3, and all b_j. So the energy does not depend on omega. */
const a = [1, -0.5, 1];
const b = [0.5, 1, 0.5];
const schedule = { until: 5, every: 0.0025 };

interface Measured {
  /** Smooth solutions at several omega: distance of the stiff view from the rigid view, and largest omega^2 g. */
  readonly smooth: readonly { readonly omega: number; readonly fromRigid: number; readonly tension: number }[];
  /** Largest KKT multiplier of the rigid view. */
  readonly multiplier: number;
  /** Distance of (7) from (9), in q and v, from a start off the constraints. */
  readonly underlying: readonly number[];
  /** Solutions with fast modes, for each omega. */
  readonly excited: readonly {
    readonly t: Float64Array;
    /** Components along the eigenvectors. */
    readonly q: readonly Float64Array[];
    readonly v: readonly Float64Array[];
    readonly acceleration: readonly number[];
    /** Distance from the motion without the fast modes. */
    readonly discarded: { readonly q: number; readonly v: number };
  }[];
}

const positions = (motion: Motion) => ["x", "y", "z"].map((name) => motion.of(name));
const velocities = (motion: Motion) => ["x'", "y'", "z'"].map((name) => motion.of(name));
const accelerations = (motion: Motion) => ["x'", "y'", "z'"].map((name) => motion.rateOf(name));
const alongModes = ([x, y, z]: readonly Float64Array[]) => components(x, y, z);
const fast = ["fast1", "fast2"];

async function measure(context: ExperimentContext): Promise<Measured> {
  // 1. a smooth start, in both views
  const rigid = run(normalModes, { formulation: "underlying", ...schedule });
  const smooth = await forEach(context, [0, 0.3], [10, 100, 1000], (omega) => {
    // longer steps would be unstable, and rounding errors would grow into fast oscillations
    const stiff = run(normalModes, { formulation: "stiff", maxStep: 1 / omega, ...schedule }, { omega });
    const tension = maximum(fast.map((name) => largest(stiff.tension(name))));
    return { omega, fromRigid: pointDistance(positions(stiff), positions(rigid)), tension };
  });
  const multiplier = maximum(fast.map((name) => largest(rigid.multiplier(name))));

  // 2. the underlying system from a start that violates the constraints, and the slow potential alone
  const off = { a1: 0.3, a2: -0.2, b1: 0.1, b2: 0.4 };
  const free = run(slowPotential, { formulation: "ode", ...schedule }, off);
  const unrepaired = { formulation: "underlying", projection: "none", start: "assume" } as const;
  const eliminated = run(normalModes, { ...unrepaired, ...schedule }, off);
  const underlying = [
    pointDistance(positions(eliminated), positions(free)),
    pointDistance(velocities(eliminated), velocities(free)),
  ];

  // 3. fast modes at an energy that does not depend on omega; the rigid view starts from their projection
  const excited = await forEach(context, [0.3, 1], omegas, (omega) => {
    const set = { omega, a1: a[0] / omega, a2: a[1] / omega, a3: a[2], b1: b[0], b2: b[1], b3: b[2] };
    const motion = run(normalModes, { formulation: "stiff", ...schedule }, set);
    const projected = run(normalModes, { formulation: "underlying", start: "project", ...schedule }, set);
    return {
      t: motion.t,
      q: alongModes(positions(motion)),
      v: alongModes(velocities(motion)),
      acceleration: alongModes(accelerations(motion)).map(largest),
      discarded: {
        q: pointDistance(positions(motion), positions(projected)),
        v: pointDistance(velocities(motion), velocities(projected)),
      },
    };
  });
  return { smooth, multiplier, underlying, excited };
}

function report(measured: Measured, published: typeof modes): Outcome {
  const { numbers, exponents } = itemsOf(id, "Section 2, example 1");
  const { smooth, multiplier, underlying } = measured;
  const within: Closeness = { absolute: 1e-9, basis: "accuracy", why: "a run with rtol 1e-12 leaves less" };
  const at = smooth.map(({ omega }) => omega).join(", ");
  const powers = powersOf(measured, published);
  const items = [
    numbers({
      name: "smooth-solutions",
      item: `distance of smooth solutions at omega = ${at} from those of the DAE over 0 <= t <= 5`,
      printed: smooth.map(() => published.smoothDistance),
      measured: smooth.map(({ fromRigid }) => fromRigid),
      within,
    }),
    numbers({
      name: "multipliers",
      item: "largest Lagrange multiplier of the DAE",
      printed: published.multiplier,
      measured: multiplier,
      within,
    }),
    numbers({
      name: "tensions",
      item: `largest omega^2 g on smooth solutions at omega = ${at}`,
      printed: smooth.map(() => published.multiplier),
      measured: smooth.map(({ tension }) => tension),
      within: { absolute: 1e-6, basis: "accuracy", why: "rounding of q, about 1e-15, times omega^2" },
    }),
    numbers({
      name: "underlying-system",
      item: "distance of (7) from (9) in q and v over 0 <= t <= 5, started off the constraints",
      printed: [published.underlyingDistance, published.underlyingDistance],
      measured: underlying,
      within,
    }),
    numbers({
      name: "normal-modes",
      item: `distance in q and v from the sum of normal modes at omega = ${omegas[0]} over 0 <= t <= 5`,
      printed: [0, 0],
      measured: offModes(measured, published),
      within,
    }),
    ...exponents(omegas, powers),
  ];
  const title = "Fast modes at an energy independent of omega";
  const shown = powers.filter(({ name }) => !name.endsWith("-2"));
  return { items, figures: [powerLawFigure({ id: `${id}.exponents`, title, y: "size" }, omegas, shown)] };
}

/** Distance of the measured modes from the published formulas, at the first omega. */
function offModes({ excited }: Measured, published: typeof modes): number[] {
  const [{ t, q, v }] = excited;
  const start = (j: number) => {
    const scale = j < 2 ? omegas[0] : 1;
    return { mu: kappas[j] * scale, a: a[j] / scale, b: b[j] };
  };
  const off = (columns: readonly Float64Array[], formula: typeof modes.position) =>
    maximum(
      columns.map((column, j) =>
        distance(
          column,
          Array.from(t, (time) => formula(start(j), time)),
        ),
      ),
    );
  return [off(q, published.position), off(v, published.velocity)];
}

function powersOf({ excited }: Measured, published: typeof modes): PowerLaw[] {
  const ofMode = (j: number): PowerLaw[] => [
    {
      name: `fast-amplitude-${j + 1}`,
      item: `the amplitude of fast mode ${j + 1} at fixed energy`,
      label: `amplitude ${j + 1}`,
      exponent: published.amplitudeExponent,
      sizes: excited.map(({ q }) => largest(q[j])),
    },
    {
      name: `fast-velocity-${j + 1}`,
      item: `the velocity of fast mode ${j + 1} at fixed energy`,
      label: `velocity ${j + 1}`,
      exponent: published.velocityExponent,
      sizes: excited.map(({ v }) => largest(v[j])),
    },
    {
      name: `fast-acceleration-${j + 1}`,
      item: `the acceleration of fast mode ${j + 1} at fixed energy`,
      label: `acceleration ${j + 1}`,
      exponent: published.accelerationExponent,
      sizes: excited.map(({ acceleration }) => acceleration[j]),
    },
  ];
  const discard = (name: "q" | "v"): PowerLaw => ({
    name: `discarded-${name}`,
    item: `the error in ${name} of discarding the fast modes`,
    label: `error in ${name} without them`,
    exponent: published.discardExponent[name],
    sizes: excited.map(({ discarded }) => discarded[name]),
  });
  return [...ofMode(0), ...ofMode(1), discard("q"), discard("v")];
}

export const linear: BlindExperiment<Measured, typeof modes> = {
  id,
  title: "Example 1: linear systems",
  measure,
  report,
};
