import { describe, expect, test } from "vitest";
import { initialState } from "../../../../test/fixtures/stepping.js";
import { firstOrder, kepler } from "../../../../test/fixtures/systems.js";
import { stiffProblems } from "../../../../test/problems/stiff.js";
import { compileSystem } from "../../../compile/index.js";
import { ByteReader, ByteWriter, type Problem } from "../../../core/index.js";
import { catalogue } from "../../../elements/index.js";
import { ode, stiff } from "../../../formulations/index.js";
import { lower, validateModel } from "../../../model/index.js";
import { newIterationMatrix } from "./iteration-matrix.js";
import { denseSolver, sparseSolver } from "./linear-solver.js";
import { NumericalJacobian } from "./numerical-jacobian.js";

const problemOf = (model: unknown, omega?: number): Problem => {
  const workspace = compileSystem(lower(validateModel(model, catalogue), catalogue)).workspace();
  return omega === undefined ? ode().apply(workspace) : stiff({ omega }).apply(workspace);
};
const named = (name: string) => stiffProblems.find((problem) => problem.name === name)!;
const brusselator = () => problemOf(named("Brusselator 1D").model);

/** (a I - b J) x for the J that a matrix holds, with a complex a. */
function times(
  matrix: ReturnType<typeof newIterationMatrix>,
  [a, ai, b]: readonly [number, number, number],
  re: Float64Array,
  im: Float64Array,
): [Float64Array, Float64Array] {
  const [Jre, Jim] = [new Float64Array(re.length), new Float64Array(re.length)];
  matrix.multiply(Jre, re);
  matrix.multiply(Jim, im);
  return [re.map((x, i) => a * x - ai * im[i] - b * Jre[i]), im.map((x, i) => a * x + ai * re[i] - b * Jim[i])];
}

const wave = (length: number, phase: number) => Float64Array.from({ length }, (_, i) => Math.sin(i + phase));
const distance = (a: Float64Array, b: Float64Array) => a.reduce((max, x, i) => Math.max(max, Math.abs(x - b[i])), 0);

describe.each([
  ["symbolic Jacobian", {}],
  ["differences in the pattern", { differences: true }],
])("a I - b J of the Brusselator with a %s", (_, options) => {
  test("solves what it multiplies, for a real and a complex a at the same time, and counts the work", () => {
    const problem = brusselator();
    const s = initialState(problem);
    const matrix = newIterationMatrix(problem, { ...options, complex: true });
    const { work } = problem;
    work.jacobians = 0;
    expect(matrix.update(0, s.y)).toBe("ok");
    expect(matrix.factor(3, 0.7)).toBe("ok");
    expect(matrix.factorComplex(2, 5, 0.3)).toBe("ok");
    const [x, y] = [wave(64, 0), wave(64, 1)];
    const [b] = times(matrix, [3, 0, 0.7], x, x);
    const [re, im] = times(matrix, [2, 5, 0.3], x, y);
    matrix.solve(b);
    matrix.solveComplex(re, im);
    expect(distance(b, x)).toBeLessThan(1e-12);
    expect(distance(re, x)).toBeLessThan(1e-12);
    expect(distance(im, y)).toBeLessThan(1e-12);
    expect([work.jacobians, work.factorisations, work.solves]).toEqual([1, 2, 2]);
  });

  test("is restored from a checkpoint with the same bits, without work", () => {
    const first = brusselator();
    const s = initialState(first);
    const matrix = newIterationMatrix(first, { ...options, complex: true });
    matrix.update(0, s.y);
    matrix.factor(1, 0.1);
    matrix.factorComplex(1, 1, 0.1);
    const to = new ByteWriter();
    matrix.save(to);

    const second = brusselator();
    const copy = newIterationMatrix(second, { ...options, complex: true });
    const before = { ...second.work };
    copy.restore(new ByteReader(to.finish()));
    expect(second.work).toEqual(before);
    for (const each of [0, 1]) {
      const solved = [matrix, copy].map((m) => {
        const [re, im] = [wave(64, 2), wave(64, 3)];
        if (each === 0) m.solve(re);
        else m.solveComplex(re, im);
        return [re, im];
      });
      expect(solved[0]).toEqual(solved[1]);
    }
  });
});

test("dense and sparse factorisations of one matrix agree, and both name the component that cannot be factorised", () => {
  const problem = brusselator();
  const { rows, cols, values, update } = newIterationMatrix(problem);
  update.call(newIterationMatrix(problem), 0, initialState(problem).y);
  const filled = values.map((_, k) => Math.cos(k));
  const solutions = [denseSolver, sparseSolver].map((make) => {
    const solver = make(64, rows, cols, true);
    expect(solver.factor(filled, 2, 0.5)).toBe("ok");
    const x = wave(64, 0);
    solver.solve(x);
    expect(solver.factor(filled, Number.NaN, 0.5)).toBe("nonfinite");
    expect(
      solver.factor(
        filled.map(() => 0),
        0,
        1,
      ),
    ).toBe("singular");
    expect(solver.factorComplex(filled, 2, Number.NaN, 0.5)).toBe("nonfinite");
    expect(
      solver.factorComplex(
        filled.map(() => 0),
        0,
        0,
        1,
      ),
    ).toBe("singular");
    return x;
  });
  expect(distance(solutions[0], solutions[1])).toBeLessThan(1e-11);
});

describe("the numerical Jacobian", () => {
  test("needs as many evaluations as its pattern has colours: 9 for the Brusselator, or one per component without a pattern", () => {
    const problem = brusselator();
    expect(new NumericalJacobian(problem, problem.rate!.jacobian!()).evaluations).toBeLessThanOrEqual(9);
    expect(new NumericalJacobian(problem, undefined).evaluations).toBe(64);
  });

  test.each(["HIRES", "Oregonator", "van der Pol 1e6", "damped stiff pendulum"])(
    "agrees with the symbolic Jacobian of %s as far as rounding in F permits",
    (name) => {
      const { model, omega } = named(name);
      const problem = problemOf(model, omega);
      const y = problem.arena.f64(problem.dimension);
      y.set(wave(problem.dimension, 1));
      const exact = newIterationMatrix(problem);
      const matrix = newIterationMatrix(problem, { differences: true });
      exact.update(0.3, y);
      expect(matrix.update(0.3, y)).toBe("ok");
      const largest = new Float64Array(problem.dimension);
      exact.values.forEach((value, k) => {
        largest[exact.cols[k]] = Math.max(largest[exact.cols[k]], Math.abs(value));
      });
      // steps of 2^-26 |y|, |y| > 0.1 here, see rounding 2^-53 |F| as 1e-7 |F|
      const f = problem.arena.f64(problem.dimension);
      problem.rate!(f, 0.3, y);
      const rounding = 1e-7 * f.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
      exact.values.forEach((value, k) => {
        expect(Math.abs(matrix.values[k] - value)).toBeLessThan(1e-6 * largest[exact.cols[k]] + rounding);
      });
    },
  );

  test("takes a larger displacement when a difference is lost in rounding", () => {
    const problem = ode().apply(
      firstOrder(
        (dy, _t, y) => {
          dy[0] = 1e9 + y[0];
          dy[1] = y[1] * y[1];
        },
        [1, 3],
      ),
    );
    const matrix = newIterationMatrix(problem);
    matrix.update(0, initialState(problem).y);
    // with 2^-26 the result would be 0 or 8, because F changes in units of 1.2e-7
    expect(Math.abs(matrix.values[0] - 1)).toBeLessThan(1e-3);
    expect(matrix.values[3]).toBeCloseTo(6, 6);
  });

  test("passes on the status of F", () => {
    const broken = { ...ode().apply(kepler()), rate: () => "left-manifold" as const };
    expect(newIterationMatrix(broken).update(0, initialState(broken).y)).toBe("left-manifold");
    const nan = ode().apply(firstOrder((dy) => void dy.fill(Number.NaN), [1]));
    expect(newIterationMatrix(nan).update(0, initialState(nan).y)).toBe("nonfinite");
  });
});
