/**
 * A net in space: n x n knots of mass 1 hang from n pins by 2 n^2 - n links, which are stiff with omega = 1e4, and get
 * a sideways push. The slow motion up to t = 0.1 is computed in three ways: by the slow field, in the rigid view (whose
 * distance from the slow motion is O(omega^-2)), and by RK4 + IPA in the stiff view. Errors are relative to the slow
 * field of order 8 at rtol 1e-11; times are processor times of whole runs.
 *
 * Exponents are in the number of links L. The factorisation of S = G M^-1 G^T, whose graph is planar, costs L^1.5, and
 * so does every right-hand side of the first two ways, once that exceeds the work that is linear in L (1.2 over all
 * sides, 1.6 over the last two). The number of right-hand sides does not grow. IPA factorises nothing and each of its
 * forces is linear, but the slowest fast mode, a wave along the net, has a frequency omega sqrt(min eig S) that
 * decreases like 1/n. The window then takes n times as many micro-steps: L^0.5 times the forces, and L^1.5 in total
 * again. On a chain, S is tridiagonal and the first two ways are linear.
 *
 * The fastest slow waves, across links that carry up to n knots, have the frequency 2 n sqrt(gravity), and the slowest
 * fast waves have pi/2 omega/n. Filtering needs a gap between them. With a gravity of 0.1 they are 32 and 314 at n =
 * 50. With 9.81 they would coincide there (313 and 314), and runs with IPA diverge at n = 40.
 */

import type { Problem, State } from "../src/core/index.js";
import { catalogue } from "../src/elements/index.js";
import { type Model, parseModelText, validateModel } from "../src/model/index.js";
import { fittedOrder } from "../src/papers/harness/index.js";
import { prepareRun, type RunSettings, registry } from "../src/run/index.js";

const net: Model = validateModel(
  parseModelText(`
taut: 1
name: Net
parameters: { n: 10, l: 1/n }
points:
  pin: { repeat: n, fixed: true, at: [l*i, 0, 0] }
  knot: { repeat: { i: n, j: n }, mass: 1, at: [l*j, 0, -l*(i + 1)], velocity: [0, "0.1*sin(3*l*(i + 1))*(1 + 0.3*cos(2*l*j))", 0] }
elements:
  - rod: { repeat: n, between: ["pin[i]", "knot[0,i]"], length: l, name: hook }
  - rod: { repeat: { i: n - 1, j: n }, between: ["knot[i,j]", "knot[i+1,j]"], length: l, name: down }
  - rod: { repeat: { i: n, j: n - 1 }, between: ["knot[i,j]", "knot[i,j+1]"], length: l, name: across }
  - gravity: [0, 0, -0.1]
omega: 10000
`),
  catalogue,
);

const sides = [10, 14, 20, 28, 40, 50];
const until = 0.1;

interface Row {
  readonly n: number;
  readonly links: number;
  readonly error: number;
  readonly ms: number;
  readonly forces: number;
  readonly steps: number;
  /** Milliseconds of one right-hand side (or one force of the micro-integration), warm. */
  readonly each: number;
}

function go(n: number, settings: RunSettings) {
  const { run, workspace, problem, choice } = prepareRun(net, {
    settings: { until, ...settings },
    set: { n },
    keepStates: false,
    solve: { ledger: "saved" },
  });
  const start = cpu();
  while (run.advance(Number.POSITIVE_INFINITY) === "running");
  const ms = cpu() - start;
  const { q, work, failure } = run.solution();
  if (failure !== undefined) throw new Error(`net of side ${n}: ${failure.message}`);
  const { forces, steps } = work;
  const projected = typeof choice.projection === "object" && choice.projection.when === "evaluation";
  const each = projected ? ms / forces : warm(problem, run.state);
  return { q, ms, forces, steps, links: workspace.mechanics!.m, each };
}

/** Processor time (ms), which other processes on the machine do not affect. */
const cpu = (): number => process.cpuUsage().user / 1000;

/** Milliseconds of one right-hand side after the engine has optimised it; a run of 60 of them ends before that. */
function warm({ rate, arena, dimension }: Problem, { t, y }: State): number {
  const dy = arena.f64(dimension);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12; round++) {
    const begun = cpu();
    for (let k = 0; k < 5; k++) rate!(dy, t, y);
    best = Math.min(best, (cpu() - begun) / 5);
  }
  return best;
}

const ways: readonly { readonly name: string; readonly settings: RunSettings }[] = [
  {
    name: "slow field, order 4, DOP853 at rtol 1e-8",
    settings: {
      formulation: { name: "slow-field", order: 4 },
      method: "dop853",
      rtol: 1e-8,
      atol: 1e-8,
      projection: { name: "algebraic", when: "start" },
    },
  },
  {
    name: "rigid view (underlying, stabilised), DOP853 at rtol 1e-8",
    settings: { formulation: "underlying", method: "dop853", rtol: 1e-8, atol: 1e-8 },
  },
  ...(registry.projection.some(({ name }) => name === "ipa")
    ? [
        {
          name: "stiff view, RK4 + IPA at every evaluation, H = 1/80",
          settings: {
            formulation: "stiff",
            method: "rk4",
            step: 1 / 80,
            projection: { name: "ipa", when: "evaluation" },
          } as const,
        },
      ]
    : []),
];

export function netBench(): void {
  const references = new Map<number, Float64Array>();
  const reference = (n: number): Float64Array => {
    const known = references.get(n);
    if (known !== undefined) return known;
    const settings: RunSettings = {
      formulation: { name: "slow-field", order: 8 },
      method: "dop853",
      rtol: 1e-11,
      atol: 1e-11,
      projection: { name: "algebraic", when: "start" },
    };
    const { q } = go(n, settings);
    references.set(n, q);
    return q;
  };
  for (const { name, settings } of ways) {
    console.log(`\n${name}`);
    const rows: Row[] = [];
    for (const n of sides) {
      try {
        const exact = reference(n);
        const { q, ...cost } = go(n, settings);
        rows.push({ n, error: q.reduce((worst, x, i) => Math.max(worst, Math.abs(x - exact[i])), 0), ...cost });
      } catch (error) {
        console.log(`side ${n}: ${(error as Error).message}`);
        break;
      }
    }
    console.table(
      rows.map(({ n, links, error, ms, forces, steps, each }) => ({
        n,
        links,
        error: error.toExponential(1),
        ms: ms.toFixed(1),
        steps,
        forces,
        "µs each, warm": (1000 * each).toFixed(1),
      })),
    );
    if (rows.length < 2) continue;
    const links = rows.map((r) => r.links);
    const exponent = (value: (r: Row) => number): string => fittedOrder(links, rows.map(value)).toFixed(2);
    console.log(
      `exponents in the number of links: forces ${exponent((r) => r.forces)}, each ${exponent((r) => r.each)}, both ${exponent((r) => r.forces * r.each)}`,
    );
  }
}
