/**
 * The drift of the energy of a hundred rigid waters in 100 ps at constant energy, in double and in mixed precision, and
 * the error of the forces in between. Energies are computed in double precision. The droplet is first brought to rest at
 * the temperature that it reaches by itself, for 10 ps.
 */

import { readFileSync } from "node:fs";
import { compileSystem, inPrecision } from "../src/compile/index.js";
import { newState, unitSets } from "../src/core/index.js";
import { catalogue } from "../src/elements/index.js";
import { rigid } from "../src/formulations/index.js";
import { settle } from "../src/methods/index.js";
import { lower, parseModelText, validateModel } from "../src/model/index.js";

const fs = 1 / unitSets["eV-Å-amu"].femtoseconds;
const boltzmann = 8.617333262e-5;
/** The step, how long the droplet settles down, how long it is measured, and between two measurements. */
const [h, before, measured, between] = [0.5 * fs, 10_000 * fs, 100_000 * fs, 50 * fs];

export function waterDriftBench(): void {
  const file = new URL("../../gallery/water-100.yaml", import.meta.url);
  const model = validateModel(parseModelText(readFileSync(file, "utf8")), catalogue);
  const lowered = lower(model, catalogue);
  const runs = (["double", "mixed"] as const).map((precision) => {
    const workspace = compileSystem(inPrecision(lowered, precision)).workspace();
    const problem = rigid().apply(workspace);
    const stepper = settle().bind(problem);
    let s = newState(problem.arena, workspace.dimension, problem.n);
    let next = newState(problem.arena, workspace.dimension, problem.n);
    const [q, f] = [problem.arena.f64(problem.n), problem.arena.f64(problem.n)];
    const { kinetic, potential, force } = workspace.mechanics!;
    const advance = (time: number): void => {
      for (let k = Math.round(time / h); k > 0; k--) {
        if (stepper.attempt(next, s, h) !== "ok") throw new Error("a step failed");
        stepper.accept();
        [s, next] = [next, s];
      }
    };
    return {
      precision,
      advance,
      begin(y: Float64Array): void {
        s.y.set(y);
        stepper.start(s);
      },
      state: () => s.y,
      energies: () => [kinetic(s.q, s.v), potential!(0, s.q)] as const,
      forces(y: Float64Array): Float64Array {
        q.set(y.subarray(0, problem.n));
        force(f, 0, q, q);
        return f.slice();
      },
    };
  });
  const [double, mixed] = runs;
  double.begin(compileSystem(lowered).initial);
  double.advance(before);
  const start = double.state().slice();
  // six for each molecule, without those of the whole
  const freedom = 6 * 100 - 6;
  for (const run of runs) {
    run.begin(start);
    const [times, energies]: [number[], number[]] = [[], []];
    let [thermal, error, size] = [0, 0, 0];
    for (let t = 0; t < measured; t += between) {
      run.advance(between);
      const [kinetic, potential] = run.energies();
      times.push(t);
      energies.push(kinetic + potential);
      thermal += kinetic;
      if (times.length % 50 > 0) continue;
      const [exact, rounded] = [double, mixed].map((one) => one.forces(run.state()));
      exact.forEach((x, k) => {
        size += x * x;
        error += (x - rounded[k]) ** 2;
      });
    }
    const kT = (2 * thermal) / times.length / freedom;
    const mean = energies.reduce((sum, e) => sum + e) / energies.length;
    const scatter = Math.sqrt(energies.reduce((sum, e) => sum + (e - mean) ** 2, 0) / energies.length);
    const perNanosecond = slope(times, energies) * 1e6 * fs;
    const uncertainty = scatter / (measured / 1e6 / fs);
    console.log(
      `${run.precision}: ${(kT / boltzmann).toFixed(0)} K; energy drifts by ${perNanosecond.toExponential(1)} eV per ns ` +
        `(${(perNanosecond / kT / freedom).toExponential(1)} kT per degree of freedom and ns) and scatters by ${scatter.toExponential(1)} eV, ` +
        `so that a drift of ${uncertainty.toExponential(0)} eV per ns is not seen; error of mixed forces ${Math.sqrt(error / size).toExponential(1)} of their root mean square`,
    );
  }
}

/** The slope of the line through these points that is nearest to them. */
function slope(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  let [above, below] = [0, 0];
  x.forEach((each, k) => {
    above += (each - mx) * (y[k] - my);
    below += (each - mx) ** 2;
  });
  return above / below;
}
