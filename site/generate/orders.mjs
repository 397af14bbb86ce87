// Orders of convergence and costs, measured when the site is built: runs with fixed steps that are halved, against a reference
// with a tight tolerance.

import { compileSystem, linePlot, lower, registry, run } from "taut";
import { drawing } from "./markdown.mjs";
import { made, probes } from "./probes.mjs";

/** Where a method is measured: the first of these that it accepts. The end time is short, so that errors are those of the method. */
const places = [
  { probe: "springs", formulation: "ode", until: 2 },
  { probe: "pendulum", formulation: "rigid", until: 2 },
  { probe: "pendulum", formulation: "stiff", until: 2 },
  { probe: "triangle", formulation: "rigid", until: 2 },
  { probe: "top", formulation: "rigid", until: 1 },
  { probe: "linear", formulation: "stiff", until: 2 },
];
/** Numbers of steps; high orders reach rounding soon, so they begin with long steps. @param {number} order */
const countsFor = (order) => (order < 6 ? [8, 16, 32, 64, 128, 256, 512] : [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]);
const tolerances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];
/** Below this level errors are those of the reference and of rounding. */
const floor = 1e-12;

/**
 * @typedef {{
 *   place: (typeof places)[number], model: string, paced: "step" | "tolerance",
 *   x: number[], errors: number[], order: number | undefined, work: import("taut").Work
 * }} Measured
 */

/** Special options under which the order of a method shows. */
const options = /** @type {Record<string, object>} */ ({
  langevin: { kT: 1, friction: 0 },
  gbs: { order: 6 },
  lincs: { expansion: 24, iterations: 3 },
});

/** @type {Map<string, Float64Array>} */
const known = new Map();

/** @param {(typeof places)[number]} place */
function reference({ probe, formulation, until }) {
  const key = `${probe} ${formulation}`;
  const settings = { method: "dop853", rtol: 1e-13, until, keepStates: false };
  const found =
    known.get(key) ??
    run(probes[probe], { ...settings, formulation: formulation === "rigid" ? "underlying" : formulation }).q;
  known.set(key, found);
  return found;
}

/** @param {import("taut").Method} method */
function placeOf(method) {
  return places.find(({ probe, formulation }) => {
    const system = compileSystem(lower(probes[probe]));
    const view = made(/** @type {never} */ (registry.formulation.find(({ name }) => name === formulation)));
    if (view.refuses(system) !== undefined) return false;
    const problem = view.apply(system);
    const refusal = method.refuses(problem);
    problem.workspace.release();
    return refusal === undefined;
  });
}

/** Measures the method of this name. @param {string} name @returns {Measured} */
export function measured(name) {
  const factory = /** @type {(typeof registry.method)[number]} */ (registry.method.find((each) => each.name === name));
  const method = made(factory);
  const place = placeOf(method);
  if (place === undefined) throw new Error(`site/generate/orders.mjs: no probe is right for method "${name}".`);
  const paced = method.needsTolerance === true || name === "auto" ? "tolerance" : "step";
  const exact = reference(place);
  const size = Math.max(...exact.map(Math.abs));
  const x = /** @type {number[]} */ ([]);
  const errors = /** @type {number[]} */ ([]);
  let work;
  for (const pace of paced === "step" ? countsFor(method.order).map((count) => place.until / count) : tolerances) {
    const settings = paced === "step" ? { step: pace } : { rtol: pace };
    const solution = run(probes[place.probe], {
      ...{ method: { name, ...options[name] }, formulation: place.formulation, projection: "none" },
      ...{ ...settings, until: place.until, keepStates: false },
    });
    const error = Math.max(...exact.map((value, i) => Math.abs(solution.q[i] - value))) / size;
    if (solution.status !== "ok" || !(error < 1)) continue;
    if (error < floor) break;
    x.push(pace);
    errors.push(error);
    work = solution.work;
  }
  if (work === undefined)
    throw new Error(`site/generate/orders.mjs: no run of method "${name}" came near the reference.`);
  return { place, model: probes[place.probe].name ?? "", paced, x, errors, order: slope(x, errors), work };
}

/** The slope of the last three points, where the higher terms of the error are smallest. @param {readonly number[]} x @param {readonly number[]} errors */
function slope(x, errors) {
  const [a, b] = [x.map(Math.log), errors.map(Math.log)];
  const n = a.length;
  if (n < 3) return undefined;
  return (b[n - 1] - b[n - 3]) / (a[n - 1] - a[n - 3]);
}

/** @param {string} name @param {number} stated @param {Measured} found */
export function orderPlot(name, stated, { model, paced, x, errors }) {
  const guide = paced === "step" ? x.map((h) => errors[0] * (h / x[0]) ** stated) : x;
  const label = paced === "step" ? "step" : "rtol";
  return drawing(
    linePlot({
      title: `Error of ${name} on "${model}"`,
      x: { label, scale: "log" },
      y: { label: "relative error of the positions", scale: "log" },
      series: [
        { name, x, y: errors },
        { name: paced === "step" ? `slope ${stated}` : "error = rtol", x, y: guide, kind: "published", markers: false },
      ],
      height: 200,
    }),
  );
}
