import { describe, expect, test } from "vitest";
import { initialState, run, step } from "../../../test/fixtures/stepping.js";
import { firstOrder, kepler } from "../../../test/fixtures/systems.js";
import { fixed } from "../../controllers/index.js";
import { type Method, newState, type Problem } from "../../core/index.js";
import { ode } from "../../formulations/index.js";
import { solve } from "../../solve/index.js";
import { gauss4, gauss6, implicitMidpoint } from "./gauss.js";
import { type GaussTable, gauss4Table, gauss6Table, midpointTable } from "./parts/gauss-tables.js";

describe.each([midpointTable, gauss4Table, gauss6Table])("the table of $name", (table: GaussTable) => {
  const { c, a, d, real, complex, order } = table;

  test("collocates: sum_j a_ij c_j^(q-1) = c_i^q / q, and d A reproduces the weights of Gauss", () => {
    const s = c.length;
    expect(order).toBe(2 * s);
    for (let i = 0; i < s; i++) {
      for (let q = 1; q <= s; q++) {
        const sum = c.reduce((total, cj, j) => total + a[i][j] * cj ** (q - 1), 0);
        expect(sum).toBeCloseTo(c[i] ** q / q, 15);
      }
    }
    const b = c.map((_, j) => d.reduce((sum, di, i) => sum + di * a[i][j], 0));
    for (let q = 1; q <= 2 * s; q++) {
      expect(b.reduce((sum, bj, j) => sum + bj * c[j] ** (q - 1), 0)).toBeCloseTo(1 / q, 15);
    }
  });

  test("has the spectrum of A: A = sum_k lambda_k v_k w_k^T and w_k . v_k = 1", () => {
    for (let i = 0; i < c.length; i++) {
      for (let j = 0; j < c.length; j++) {
        let sum = real === undefined ? 0 : (real.v[i] * real.w[j]) / real.inverse;
        if (complex !== undefined) {
          const [[p, q], [r, s], [x, y]] = [complex.v[i], complex.w[j], complex.inverse];
          // twice the real part of v w / (x + i y)
          sum += (2 * ((p * r - q * s) * x + (p * s + q * r) * y)) / (x * x + y * y);
        }
        expect(sum).toBeCloseTo(a[i][j], 14);
      }
    }
    if (real !== undefined) expect(real.w.reduce((sum, w, i) => sum + w * real.v[i], 0)).toBeCloseTo(1, 14);
  });
});

const methods: [string, Method][] = [implicitMidpoint(), gauss4(), gauss6()].map((m) => [m.name, m]);

/** Euler's equations of a free rigid body, moments 1, 2, 3: energy and momentum are quadratic. */
const rotor = (): Problem =>
  ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = (-y[1] * y[2]) / 6;
        dy[1] = (2 * y[2] * y[0]) / 3;
        dy[2] = (-y[0] * y[1]) / 2;
      },
      [1, 0.5, 1],
    ),
  );

describe.each(methods)("%s", (_, method) => {
  test("keeps the angular momentum of Kepler's problem to rounding, over 2,000 steps of any size", () => {
    const problem = ode().apply(kepler(0.5));
    const s = initialState(problem);
    const stepper = method.bind(problem);
    const momentum = () => s.y[0] * s.y[3] - s.y[1] * s.y[2];
    const before = momentum();
    stepper.start(s);
    step(stepper, problem, s, 0.05, 2000);
    // 2,000 roundings of 1e-16 that add up like a random walk, with a margin of ten
    expect(Math.abs(momentum() - before)).toBeLessThan(5e-14);
  });

  test("keeps both quadratic invariants of a free rotor to rounding", () => {
    const problem = rotor();
    const { y } = run(method, problem, 0.2, 2000);
    const energy = (x: Float64Array) => x[0] * x[0] + (x[1] * x[1]) / 2 + (x[2] * x[2]) / 3;
    const momentum = (x: Float64Array) => x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    const start = Float64Array.of(1, 0.5, 1);
    expect(Math.abs(momentum(y) - momentum(start))).toBeLessThan(5e-14);
    expect(Math.abs(energy(y) - energy(start))).toBeLessThan(5e-14);
  });

  test("is symmetric: a step back undoes a step forward", () => {
    const problem = ode().apply(kepler(0.5));
    const s = initialState(problem);
    const [there, back] = [newState(problem.arena, 4, 0), newState(problem.arena, 4, 0)];
    const stepper = method.bind(problem);
    stepper.start(s);
    stepper.attempt(there, s, 0.1);
    stepper.start(there);
    stepper.attempt(back, there, -0.1);
    for (let i = 0; i < 4; i++) expect(back.y[i]).toBeCloseTo(s.y[i], 14);
  });

  test("turns the test equation y' = i omega y at any step by a rotation: |R| = 1 on the imaginary axis", () => {
    for (const omega of [1, 1e3, 1e6]) {
      const problem = ode().apply(
        firstOrder(
          (dy, _t, y) => {
            dy[0] = -omega * y[1];
            dy[1] = omega * y[0];
          },
          [1, 0],
        ),
      );
      const { y } = run(method, problem, 0.1, 200);
      expect(Math.hypot(y[0], y[1])).toBeCloseTo(1, 10);
    }
  });

  test("needs fewer than eight corrections per step of an orbit", () => {
    const { work, status } = solve(ode().apply(kepler(0.3)), { method, controller: fixed({ step: 0.05 }), until: 6 });
    expect(status).toBe("ok");
    expect(work.iterations).toBeLessThan(8 * work.steps);
  });
});

test('an iteration that cannot converge gives the status "diverged", not an exception', () => {
  const problem = ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = 1e3 * Math.sin(1e3 * y[0]);
      },
      [2],
    ),
  );
  const s = initialState(problem);
  const stepper = gauss4().bind(problem);
  stepper.start(s);
  expect(stepper.attempt(newState(problem.arena, 1, 0), s, 5)).toBe("diverged");
});
