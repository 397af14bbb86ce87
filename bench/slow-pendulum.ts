/**
 * Measures the double pendulum of Ariel at steps of its slow motion.
 *
 * 1. The slow field is compared with RK4 + IPA at every evaluation (Ariel, section 6.5), at omega = 1000, both to an error
 *    of 2e-6 at t = 10. Times are of whole runs in one process, without preparation, the best of several.
 * 2. Work and time of the slow field are measured from omega = 1e2 to 1e8.
 * 3. For vibrating rods (stretch rates 0.5), the adiabatic motion is compared with direct integration in the stiff view,
 *    to the same error: by the fastest of the methods below, each at its loosest setting (four per decade) that reaches the
 *    error of the adiabatic motion, the best of several.
 */

import { doublePendulum, startAt } from "../src/papers/beyond/double-pendulum.js";
import { direct, starts } from "../src/papers/beyond/vibrating-pendulum.js";
import { prepareRun, type RunSettings, registry } from "../src/run/index.js";

/** The start and the end of the exact slow solution at omega = 1000 (docs/theory/ariel.md). */
const slowStart = [1.000001500020112, 0, 2.000002750028213, 0, 0, -0.4999951334583055, 0, 0.4999972542238115];
const slowEnd = [0.999344145542376, -0.036208775471072, 0.661557390627256, 0.905014184464194];

interface Timed {
  readonly q: Float64Array;
  readonly forces: number;
  readonly ms: number;
}

/** The best time of `rounds` whole runs to t = 10, without building and binding. */
function timed(settings: RunSettings, set: Readonly<Record<string, number>>, rounds: number): Timed {
  let best = Number.POSITIVE_INFINITY;
  let last: { q: Float64Array; forces: number } | undefined;
  for (let k = 0; k < rounds; k++) {
    const { run } = prepareRun(doublePendulum, {
      settings: { until: 10, maxSteps: 1e9, ...settings },
      set,
      keepStates: false,
      solve: { ledger: "saved" },
    });
    const start = process.hrtime.bigint();
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e6);
    const { q, work, failure } = run.solution();
    if (failure !== undefined) throw new Error(failure.message);
    last = { q, forces: work.forces };
  }
  return { ...last!, ms: best };
}

const largest = (a: ArrayLike<number>, b: readonly number[]): number =>
  Math.max(...b.map((x, i) => Math.abs(a[i] - x)));
const euclid = (a: ArrayLike<number>, b: readonly number[]): number =>
  Math.sqrt(b.reduce((sum, x, i) => sum + (a[i] - x) ** 2, 0));

function againstIpa(): void {
  console.log("\n1. to an error of 2e-6 at t = 10, omega = 1000");
  const set = { omega: 1000, ...startAt(slowStart) };
  const field = (name: string, formulation: RunSettings["formulation"], rtol: number) => ({
    name,
    rounds: 40,
    settings: { formulation, method: "dop853", projection: "none", start: "assume", rtol, atol: rtol } as RunSettings,
  });
  const ways = [
    field("slow field, order 6", "slow-field", 2.5e-7),
    field("slow field, order 4", { name: "slow-field", order: 4 }, 2.5e-7),
  ];
  if (registry.projection.some(({ name }) => name === "ipa"))
    for (const step of [1 / 16, 1 / 32])
      ways.push({
        name: `RK4 + IPA, H = 1/${1 / step}`,
        rounds: 5,
        settings: { formulation: "stiff", method: "rk4", step, projection: { name: "ipa", when: "evaluation" } },
      });
  else console.log('The rows of projection "ipa" are left out, because it is not registered.');
  const rows = ways.map((way) => ({ way, run: timed(way.settings, set, way.rounds) }));
  const ipa = rows.filter(({ way }) => way.name.startsWith("RK4"));
  // compare with the IPA run whose error is nearest to 2e-6
  const like = ipa.reduce<(typeof rows)[number] | undefined>((best, row) => {
    const off = (r: (typeof rows)[number]) => Math.abs(Math.log(largest(r.run.q, slowEnd) / 2e-6));
    return best === undefined || off(row) < off(best) ? row : best;
  }, undefined);
  console.table(
    rows.map(({ way, run }) => ({
      way: way.name,
      error: largest(run.q, slowEnd).toExponential(1),
      forces: run.forces,
      ms: run.ms.toFixed(3),
      ...(like && { [`${like.way.name} takes`]: `${(like.run.ms / run.ms).toFixed(1)} times` }),
    })),
  );
}

function flat(): void {
  console.log("\n2. slow field, DOP853 at rtol 1e-9, start projected");
  const omegas = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
  const rows = omegas.map((omega) => {
    const settings = {
      formulation: "slow-field",
      projection: { name: "algebraic", when: "start" },
      rtol: 1e-9,
    } as const;
    return { omega, ...timed(settings, { omega }, 20) };
  });
  console.table(rows.map(({ omega, forces, ms }) => ({ omega, forces, ms: ms.toFixed(3) })));
  const spread = (xs: readonly number[]) => `${(100 * (Math.max(...xs) / Math.min(...xs) - 1)).toFixed(1)} %`;
  console.log(`largest over least: forces ${spread(rows.map((r) => r.forces))}, time ${spread(rows.map((r) => r.ms))}`);
}

/** Direct integrations that may be the fastest to an error: the setting is a tolerance, or a step. */
const directWays: readonly { readonly method: string; readonly settings: (x: number) => RunSettings }[] = [
  ...["dopri5", "dop853", "gbs", "adams"].map((method) => ({
    method,
    settings: (x: number) => ({ rtol: x, atol: x }),
  })),
  // a step of 1/omega times this: the loosest is near the limit of stability
  ...["verlet", "verlet-4", "rk4"].map((method) => ({ method, settings: (x: number) => ({ step: x }) })),
];

/** The fastest direct integration that ends within `error` of `at10`. */
function resolvedDirectly(
  set: Readonly<Record<string, number>>,
  at10: readonly number[],
  error: number,
): Timed & { method: string } {
  const ways = directWays.flatMap(({ method, settings }) => {
    const isStep = settings(1).step !== undefined;
    for (let k = 0; k < 48; k++) {
      const x = 10 ** (-k / 4) * (isStep ? 2 / set.omega : 0.1);
      const all = { formulation: "stiff", method, start: "assume", ...settings(x) } as const;
      const reached = tried(all, set);
      if (reached !== undefined && euclid(reached, at10) <= error) return { method, ...timed(all, set, 5) };
    }
    return [];
  });
  if (ways.length === 0) throw new Error(`no direct integration reaches ${error}`);
  return ways.reduce((best, way) => (way.ms < best.ms ? way : best));
}

/** The end of a run, or undefined if it fails. */
function tried(settings: RunSettings, set: Readonly<Record<string, number>>): Float64Array | undefined {
  try {
    return timed(settings, set, 1).q;
  } catch {
    return undefined;
  }
}

function vibrating(): void {
  for (const kind of ["stretching", "stretched"] as const) {
    console.log(
      `\n3. ${kind === "stretching" ? "stretch rates 0.5" : "Sanz-Serna case (iii)"}: t = 10, Euclidean distance`,
    );
    const rows = direct[kind].map(({ omega, at10 }) => {
      const set = { omega, ...startAt(starts[kind](omega)) };
      const mean = timed({ formulation: "adiabatic", method: "dopri5", rtol: 1e-5, atol: 1e-5 }, set, 100);
      const resolved = resolvedDirectly(set, at10, euclid(mean.q, at10));
      const rigid = timed({ formulation: "underlying", rtol: 1e-6 }, set, 1);
      return {
        omega,
        "rigid off": euclid(rigid.q, at10).toFixed(2),
        "adiabatic off": euclid(mean.q, at10).toExponential(1),
        "adiabatic forces": mean.forces,
        "adiabatic ms": mean.ms.toFixed(3),
        direct: resolved.method,
        "direct off": euclid(resolved.q, at10).toExponential(1),
        "direct forces": resolved.forces,
        "direct ms": resolved.ms.toFixed(0),
        ratio: (resolved.ms / mean.ms).toFixed(0),
      };
    });
    console.table(rows);
  }
}

export function slowPendulumBench(): void {
  againstIpa();
  flat();
  vibrating();
}
