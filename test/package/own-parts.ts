/** Parts of one's own, as a user writes them: each below 25 lines, with the packed package and strict types. */

export const examples: Readonly<Record<string, string>> = {
  "own-tableau": `
import { run } from "taut";
import { rungeKutta, type Tableau } from "taut/extend";

const ralston: Tableau = {
  name: "ralston",
  about: "Ralston's method of order 2.",
  order: 2,
  c: [0, 2 / 3],
  a: [[], [2 / 3]],
  b: [1 / 4, 3 / 4],
  firstSameAsLast: false,
};
const decay = { taut: 1, name: "decay", states: { x: 1 }, rates: { x: "-x" } };
const error = (step: number) => Math.abs(run(decay, { method: rungeKutta(ralston), step, until: 1 }).y[0] - Math.exp(-1));
console.log(Math.log2(error(0.02) / error(0.01)).toFixed(1)); // 2.0
`,
  "own-method": `
import { run } from "taut";
import type { Method } from "taut/extend";

const byHand: Method = {
  name: "euler-by-hand",
  order: 1,
  wants: "rates",
  refuses: () => undefined,
  bind({ rate, arena, dimension }) {
    const dy = arena.f64(dimension);
    return {
      start: () => "ok",
      attempt(next, s, h) {
        const status = rate!(dy, s.t, s.y);
        for (let i = 0; i < dimension; i++) next.y[i] = s.y[i] + h * dy[i];
        return status;
      },
      accept() {},
      moved() {},
    };
  },
};
const decay = { taut: 1, name: "decay", states: { x: 1 }, rates: { x: "-x" } };
console.log(Math.abs(run(decay, { method: byHand, step: 0.1, until: 1 }).y[0] - 0.9 ** 10) < 1e-15);
`,
  "own-element": `
import { run } from "taut";
import type { ElementDefinition } from "taut/extend";

const hardening: ElementDefinition = {
  about: "A spring that hardens.",
  on: ["a", "b"],
  parameters: { k: { about: "stiffness", above: 0 } },
  potential: "k/4*norm(a - b)^4",
};
const model = {
  taut: 1,
  name: "hardening spring",
  points: { p: { mass: 1, at: [1, 0] } },
  elements: [{ hardening: { between: ["origin", "p"], k: 3 } }],
};
const { ledger } = run(model, { until: 10, rtol: 1e-10, elements: { hardening } });
console.log(ledger.energy!.maxDeviation < 1e-7 && ledger.energy!.initial === 0.75);
`,
  "own-projection": `
import { run } from "taut";
import { type Projection, projectionRefuses } from "taut/extend";

const unitCircle: Projection = {
  name: "unit-circle",
  refuses: ({ n }) =>
    n === 0
      ? undefined
      : projectionRefuses("unit-circle", { code: "no-manifold", needs: "two states", found: "there are coordinates", instead: "Use newton" }),
  bind: () => ({
    iterations: 1,
    residual: 0,
    apply(s) {
      const r = Math.hypot(s.y[0], s.y[1]);
      for (const i of [0, 1]) s.y[i] /= r;
      return "ok";
    },
  }),
};
const turning = { taut: 1, name: "turning", states: { x: 1, y: 0 }, rates: { x: "-y", y: "x" } };
const { y } = run(turning, { method: "euler", step: 0.1, until: 5, projection: unitCircle });
console.log(Math.abs(Math.hypot(y[0], y[1]) - 1) < 1e-15);
`,
  "own-formulation": `
import { parseModelText, run } from "taut";
import { formulation } from "taut/extend";

const damped = (c: number) =>
  formulation({
    name: "damped",
    refuses: () => undefined,
    apply(workspace) {
      const { mechanics, arena, work, dimension } = workspace;
      const n = mechanics!.n;
      return {
        ...{ name: "damped", workspace, arena, work, dimension, n },
        rate(dy, t, y) {
          mechanics!.rate(dy, t, y, false);
          for (let k = n; k < 2 * n; k++) dy[k] -= c * y[k];
          return "ok";
        },
      };
    },
  });
const spring = parseModelText("{ taut: 1, name: spring, coordinates: { x: 1 }, mass: 1, potential: x^2/2 }");
const { q } = run(spring, { formulation: damped(2), method: "dop853", rtol: 1e-10, until: 1 });
console.log(Math.abs(q[0] - 2 * Math.exp(-1)) < 1e-9); // (1 + t) e^-t
`,
  "plain-ode": `
import { ode, secondOrder, solve } from "taut";
import { underlying } from "taut/formulations";
import { dopri5, radau5 } from "taut/methods";
import { stabilise } from "taut/projections";

const lorenz = ode((dy, _t, [x, y, z]) => {
  dy[0] = 10 * (y - x);
  dy[1] = x * (28 - z) - y;
  dy[2] = x * y - (8 / 3) * z;
}, [1, 1, 20]);
const [a, b] = [dopri5(), radau5()].map((method) => solve(lorenz, { method, rtol: 1e-9, until: 1 }).y);
const rod = { names: ["rod"], g: (g: Float64Array, _t: number, q: Float64Array) => void (g[0] = Math.hypot(q[0], q[1]) - 1) };
const fall = (acceleration: Float64Array) => acceleration.set([0, -9.81]);
const pendulum = secondOrder(fall, { q: [1, 0], v: [0, 0] }, { constraints: rod });
const { q } = solve(pendulum, { formulation: underlying(), projection: stabilise(), method: dopri5(), until: 1 });
console.log(Math.abs(a[0] - b[0]) < 1e-6 && Math.abs(Math.hypot(q[0], q[1]) - 1) < 1e-9);
`,
};
