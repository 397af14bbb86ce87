import { describe, expect, test } from "vitest";
import { initialState } from "../../../../test/fixtures/stepping.js";
import { compileSystem } from "../../../compile/index.js";
import { catalogue } from "../../../elements/index.js";
import { rigid, stiff } from "../../../formulations/index.js";
import { denseLu } from "../../../linalg/index.js";
import { lower, parseModelText, validateModel } from "../../../model/index.js";
import { GaussNewtonField } from "./gauss-newton-field.js";

/** Two beads with unequal masses, curved constraints that are off zero, and a soft potential whose Hessian is not constant. */
const model = validateModel(
  parseModelText(`
taut: 1
points:
  a: { mass: 1.5, at: [0.9, 0.3] }
  b: { mass: 0.7, at: [1.7, -0.4] }
elements:
  - rod: { between: [origin, a], length: 1, squared: true, name: upper }
  - rod: { between: [a, b], length: 1, name: lower }
potential: x(a)^4/4 + x(a)*y(b)^2 + exp(0.5*x(b)) + y(a)*x(b)
omega: 15
`),
  catalogue,
);
const [beta, h] = [0.3, 0.2];
const b = beta * h * h;

describe.each([
  ["rigid", rigid],
  ["stiff", stiff],
] as const)("in the %s view", (view, formulation) => {
  test("M f is minus the gradient of W = V + g^T A^-1 (g/2b + G a), by differences of W", () => {
    const workspace = compileSystem(lower(model, catalogue)).workspace();
    const problem = formulation().apply(workspace);
    const mechanics = workspace.mechanics!;
    const { constraints, m, n, inverseMass, omega2 } = mechanics;
    const s = initialState(problem);

    const [g, Ga, G, a] = [
      workspace.arena.f64(m),
      workspace.arena.f64(m),
      constraints.newJacobian(),
      workspace.arena.f64(n),
    ];
    const { rowStart, column } = constraints;
    const modified = (): number => {
      mechanics.force(a, 0, s.q, s.v);
      mechanics.accelerate(a, a, s.q);
      constraints.g(g, 0, s.q);
      constraints.jacobian(G, 0, s.q);
      constraints.multiply(Ga, G, a);
      // A = G M^-1 G^T, and 1/(b omega^2) on its diagonal in the stiff view
      const rows = Array.from({ length: m }, (_, i) => {
        const row = new Float64Array(n);
        for (let e = rowStart[i]; e < rowStart[i + 1]; e++) row[column[e]] += G[e];
        return row;
      });
      const A = new Float64Array(m * m);
      for (let i = 0; i < m; i++)
        for (let j = 0; j < m; j++) {
          for (let k = 0; k < n; k++) A[m * i + j] += rows[i][k] * inverseMass![k] * rows[j][k];
          if (i === j && view === "stiff") A[m * i + j] += 1 / (b * omega2[i]);
        }
      const x = Float64Array.from(g, (value, i) => value / (2 * b) + Ga[i]);
      const lu = denseLu(m);
      lu.factor(A);
      lu.solve(x);
      return mechanics.potential!(0, s.q) + x.reduce((sum, value, i) => sum + g[i] * value, 0);
    };

    const field = new GaussNewtonField(problem, beta);
    expect(field.evaluate(s, h)).toBe("ok");
    const f = Float64Array.from(field.a);
    const size = Math.max(...f.map(Math.abs));
    const e = 1e-5;
    for (let k = 0; k < n; k++) {
      const at = s.q[k];
      s.q[k] = at + e;
      const up = modified();
      s.q[k] = at - e;
      const down = modified();
      s.q[k] = at;
      // central differences of a function of size 10: 1e-10 from the third derivative, 1e-10 from rounding
      expect(Math.abs(f[k] + (inverseMass![k] * (up - down)) / (2 * e))).toBeLessThan(1e-7 * size);
    }
  });
});
