import { describe, expect, test } from "vitest";
import { order, run } from "../../../test/fixtures/stepping.js";
import { firstOrder, kepler } from "../../../test/fixtures/systems.js";
import { errorControlled, fixed } from "../../controllers/index.js";
import { type Problem, withJacobian } from "../../core/index.js";
import { ode } from "../../formulations/index.js";
import { solve } from "../../solve/index.js";
import { type RosenbrockTable, rosenbrock4Table, rosenbrock23Table } from "./parts/rosenbrock-tables.js";
import { rosenbrock4, rosenbrock23 } from "./rosenbrock.js";

type Matrix = number[][];
const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
const full = (rows: readonly (readonly number[])[]): Matrix => rows.map((row) => rows.map((_, j) => row[j] ?? 0));

/** Recovers alpha_ij, Gamma and b from the variables of the table: Gamma^-1 = I / gamma - C. */
function classical(table: RosenbrockTable, m: readonly number[]) {
  const { gamma, a, c } = table;
  const s = m.length;
  const inverse = full(c).map((row, i) => row.map((x, j) => (i === j ? 1 / gamma : -x)));
  // a lower triangle, inverted by substitution
  const Gamma: Matrix = Array.from({ length: s }, () => new Array<number>(s).fill(0));
  for (let j = 0; j < s; j++) {
    for (let i = j; i < s; i++) {
      let sum = i === j ? 1 : 0;
      for (let k = j; k < i; k++) sum -= inverse[i][k] * Gamma[k][j];
      Gamma[i][j] = sum / inverse[i][i];
    }
  }
  const alpha = multiply(full(a), Gamma);
  const beta = alpha.map((row, i) => row.map((x, j) => x + Gamma[i][j]));
  return { alpha, beta, Gamma, b: multiply([[...m]], Gamma)[0] };
}

/** The residuals of the order conditions of Hairer, Wanner II, table IV.7.1, by order. */
function conditions(table: RosenbrockTable, m: readonly number[], theta = 1): number[][] {
  const { alpha, beta, b } = classical(table, m);
  const dot = (x: number[], y: number[]) => x.reduce((sum, xi, i) => sum + xi * y[i], 0);
  const of = (a: Matrix, x: number[]) => a.map((row) => dot(row, x));
  const one = b.map(() => 1);
  const ai = of(alpha, one);
  const bi = of(beta, one);
  const square = ai.map((x) => x * x);
  const t = (p: number) => theta ** p;
  return [
    [dot(b, one) - t(1)],
    [dot(b, bi) - t(2) / 2],
    [dot(b, square) - t(3) / 3, dot(b, of(beta, bi)) - t(3) / 6],
    [
      dot(
        b,
        ai.map((x) => x ** 3),
      ) -
        t(4) / 4,
      dot(
        b,
        ai.map((x, i) => x * of(alpha, bi)[i]),
      ) -
        t(4) / 8,
      dot(b, of(beta, square)) - t(4) / 12,
      dot(b, of(beta, of(beta, bi))) - t(4) / 24,
    ],
  ];
}

describe.each([rosenbrock23Table, rosenbrock4Table])("the table of $name", (table: RosenbrockTable) => {
  const miss = (m: readonly number[], upTo: number, theta = 1) =>
    Math.max(...conditions(table, m, theta).slice(0, upTo).flat().map(Math.abs));

  test("satisfies the order conditions of its order, and the embedded formula those of its own", () => {
    expect(miss(table.m, table.order)).toBeLessThan(1e-14);
    const embedded = table.m.map((m, i) => m - table.error.weights[i]);
    // the embedded formula has order 3 in both: one more than rosenbrock23, one less than rosenbrock4
    expect(miss(embedded, 3)).toBeLessThan(1e-14);
  });

  test("has the nodes and row sums of its matrices", () => {
    const { alpha, Gamma } = classical(table, table.m);
    alpha.forEach((row, i) => void expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(table.alpha[i], 14));
    Gamma.forEach((row, i) => void expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(table.gammas[i], 14));
  });

  test("has dense output of order 2, or of order 3 if the method has order 4", () => {
    for (const theta of [0.25, 0.5, 0.8]) {
      const weights = table.m.map(
        (m, i) => theta * (m + (1 - theta) * (table.dense[0][i] + theta * table.dense[1][i])),
      );
      expect(miss(weights, table.order === 4 ? 3 : 2, theta)).toBeLessThan(1e-14);
    }
  });
});

const decay = (lambda: number): Problem =>
  ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = lambda * y[0];
      },
      [1],
    ),
  );

test.each([rosenbrock23(), rosenbrock4()])("$name is L-stable: one long step removes a stiff component", (method) => {
  expect(Math.abs(run(method, decay(-1e8), 1, 1).y[0])).toBeLessThan(1e-6);
  // A-stable: no growth anywhere on the imaginary axis
  for (const omega of [0.1, 1, 3, 10, 100]) {
    const problem = ode().apply(
      firstOrder(
        (dy, _t, y) => {
          dy[0] = -omega * y[1];
          dy[1] = omega * y[0];
        },
        [1, 0],
      ),
    );
    const { y } = run(method, problem, 1, 50);
    expect(Math.hypot(y[0], y[1])).toBeLessThan(1 + 1e-6);
  }
});

test("rosenbrock23 is a W-method: it keeps its order with a wrong Jacobian, rosenbrock4 does not", () => {
  const jacobian = {
    rows: Int32Array.of(0, 2, 3),
    cols: Int32Array.of(1, 0, 2),
    evaluate: (values: Float64Array) => void values.fill(0.7),
  };
  const wrong = (): Problem => {
    const problem = ode().apply(kepler(0.2));
    return { ...problem, rate: withJacobian(problem.rate!, () => jacobian) };
  };
  const exact = run(rosenbrock4(), ode().apply(kepler(0.2)), 1 / 4096, 4096).y;
  const orders = [rosenbrock23(), rosenbrock4()].map((method) =>
    order(
      [128, 256, 512].map((n) => {
        const { y } = run(method, wrong(), 1 / n, n);
        return Math.hypot(...Array.from(y, (x, i) => x - exact[i]));
      }),
    ),
  );
  expect(Math.abs(orders[0] - 2)).toBeLessThan(0.1);
  expect(orders[1]).toBeLessThan(2.1);
});

test("work per step: 2 and 6 evaluations, one Jacobian, one factorisation; F_t costs two more", () => {
  // differences for J cost one evaluation per component, or two for the order of rosenbrock4; F at the start is already known
  for (const [method, evaluations, perColumn] of [
    [rosenbrock23(), 2, 1],
    [rosenbrock4(), 6, 2],
  ] as const) {
    const autonomous = solve(ode().apply(kepler(0.2)), { method, controller: fixed({ step: 0.01 }), until: 1 });
    const { work } = autonomous;
    expect(work.jacobians).toBe(100);
    expect(work.factorisations).toBe(100);
    expect(work.forces).toBeLessThanOrEqual(100 * (evaluations + 4 * perColumn) + 1);
    const driven = solve(
      ode().apply(
        firstOrder(
          (dy, t, y) => {
            dy[0] = Math.cos(t) - y[0];
          },
          [0],
        ),
      ),
      { method, controller: fixed({ step: 0.01 }), until: 1 },
    );
    expect(driven.work.forces).toBeLessThanOrEqual(100 * (evaluations + perColumn + 2) + 1);
  }
});

test("a rejected step reuses F, F_t and J of its start", () => {
  const { work } = solve(ode().apply(kepler(0.9)), {
    method: rosenbrock4(),
    controller: errorControlled({ rtol: 1e-4, atol: 1e-4, initialStep: 1 }),
    until: 6,
  });
  expect(work.rejected).toBeGreaterThan(3);
  expect(work.jacobians).toBe(work.steps);
});
