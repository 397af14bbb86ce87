import { describe, expect, test } from "vitest";
import { compileSystem } from "../compile/index.js";
import { newState, type Problem, type Rate, type State } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { underlying } from "../formulations/index.js";
import { dop853, dopri5 } from "../methods/index.js";
import { lower, validateModel } from "../model/index.js";
import { RotationCoordinates } from "./rotation-coordinates.js";

const spinning = { axis: [1, 2, 3], angle: 0.7, spin: [0.3, -2, 1.5], velocity: [0.1, 0.2, 0.3] };
const models: Readonly<Record<string, object>> = {
  "two bodies in space, one of them flat": {
    bodies: {
      a: { mass: 1, inertia: [1, 2, 2.5], at: [0, 0, 0], ...spinning },
      b: { mass: 2, inertia: [1, 2, 3], at: [1, 0, 0], ...spinning },
    },
    joints: [{ ball: { between: ["a", "b"], at: [0.5, 0, 0] } }],
    elements: [{ gravity: [0, 0, -9.81] }],
  },
  "a body in the plane beside a point": {
    points: { p: { mass: 1, at: [3, 0] } },
    bodies: { a: { mass: 1, inertia: 2, at: [1, 0], angle: 0.4, spin: 3 } },
    elements: [{ spring: { between: ["p", "a"], stiffness: 2, length: 1 } }],
  },
  "a body beside a bar": {
    bodies: {
      bar: { mass: 1, inertia: [0, 1, 1], at: [0, 0, 0], spin: [0, 1, 2] },
      a: { mass: 1, inertia: [1, 2, 2.5], at: [0, 1, 0], ...spinning },
    },
  },
};
const problemOf = (model: object): Problem =>
  underlying().apply(compileSystem(lower(validateModel({ taut: 1, ...model }, catalogue), catalogue)));
const startOf = ({ arena, dimension, n, workspace }: Problem): State => {
  const s = newState(arena, dimension, n);
  s.y.set(workspace.initial);
  return s;
};

describe.each(Object.entries(models))("%s", (name, model) => {
  /** Bodies with quaternions. */
  const count = name.startsWith("two") ? 2 : 1;

  test("y is z and back within a unit of rounding or two, and of two quaternions the nearer one is taken", () => {
    const problem = problemOf(model);
    const coordinates = RotationCoordinates.of(problem)!;
    const s = startOf(problem);
    const [z, y] = [problem.arena.f64(coordinates.dimension), problem.arena.f64(problem.dimension)];
    coordinates.enter(z, s);
    coordinates.leave(y, z);
    for (let i = 0; i < y.length; i++) expect(Math.abs(y[i] - s.y[i])).toBeLessThan(4e-15);
    // z = (x, p, x', omega): entering it from -z gives -p and all else as before
    const negative = Float64Array.from(z, (x) => -x);
    coordinates.enter(negative, s);
    const others = (z.length - 7 * count) / 2;
    expect(Array.from(negative)).toEqual(Array.from(z, (x, i) => (i >= others && i < others + 4 * count ? -x : x)));
  });

  test("tolerances of a body are the largest of its directors, half as much for the quaternion", () => {
    const problem = problemOf(model);
    const { n, dimension, arena, rotations } = problem;
    const coordinates = RotationCoordinates.of(problem)!;
    const [out, y] = [arena.f64(coordinates.dimension), arena.f64(dimension)];
    y.fill(1e-6, 0, n);
    y.fill(1e-5, n);
    // the last body with a quaternion has one component that is less strict, and its rate another
    const directors = rotations!.bodies.directors.filter((d) => d >= 0).slice(-2);
    y[directors[0]] = 4e-6;
    y[n + directors.at(-1)! + 1] = 7e-5;
    coordinates.tolerances(out, y);
    const others = (out.length - 7 * count) / 2;
    const places = Array.from(out.subarray(others, others + 4 * count));
    const speeds = Array.from(out.subarray(out.length - 3 * count));
    const usual = <T>(per: number, value: T): T[] => Array.from({ length: per * (count - 1) }, () => value);
    expect(places).toEqual([...usual(4, 5e-7), 2e-6, 2e-6, 2e-6, 2e-6]);
    expect(speeds).toEqual([...usual(3, 1e-5), 7e-5, 7e-5, 7e-5]);
  });

  test("z' is the derivative of z along the motion of the directors", () => {
    const problem = problemOf(model);
    const coordinates = RotationCoordinates.of(problem)!;
    const { arena, dimension } = problem;
    const s = startOf(problem);
    const [dy, dz] = [arena.f64(dimension), arena.f64(coordinates.dimension)];
    const [z, before, after] = Array.from({ length: 3 }, () => arena.f64(coordinates.dimension));
    problem.rate!(dy, 0, s.y);
    coordinates.enter(z, s);
    coordinates.rate(problem.rate!)(dz, 0, z);
    const h = 1e-6;
    const shifted = (out: typeof z, step: number): void => {
      const moved = startOf(problem);
      for (let i = 0; i < dimension; i++) moved.y[i] += step * dy[i];
      out.set(z);
      coordinates.enter(out, moved);
    };
    shifted(before, -h);
    shifted(after, h);
    for (let i = 0; i < z.length; i++) expect((after[i] - before[i]) / (2 * h) - dz[i]).toBeCloseTo(0, 7);
  });

  test("generated and plain rates have the same bits, and so have steps by them", () => {
    const problem = problemOf(model);
    const { rate } = problem;
    const plain: Problem = { ...problem, rate: ((dy, t, y) => rate!(dy, t, y)) as Rate };
    for (const method of [dop853(), dopri5()]) {
      const ends = [problem, plain].map((each) => {
        const stepper = method.bind(each);
        let [s, next] = [startOf(each), startOf(each)];
        stepper.start(s);
        for (let k = 0; k < 10; k++) {
          expect(stepper.attempt(next, s, 0.03)).toBe("ok");
          stepper.accept();
          [s, next] = [next, s];
        }
        return Array.from(s.y);
      });
      expect(ends[0]).toEqual(ends[1]);
    }
  });
});

test("each entry of z has a place in y", () => {
  const problem = problemOf(models["a body beside a bar"]);
  const coordinates = RotationCoordinates.of(problem)!;
  // z: centre and director of the bar, centre of the body, quaternion; rates of these, omega
  const names = Array.from(
    { length: coordinates.dimension },
    (_, k) => problem.workspace.names[coordinates.placeOf(k)],
  );
  const places = ["bar", "bar_d1", "a"].flatMap((point) => ["x", "y", "z"].map((c) => `${point}_${c}`));
  const all = [...places, "a_d1_x", "a_d1_x", "a_d1_x", "a_d1_x"];
  expect(names).toEqual([...all, ...places.map((name) => `${name}'`), "a_d1_x'", "a_d1_x'", "a_d1_x'"]);
  expect(coordinates.placeOf(-1)).toBe(-1);
});

test("directors that are left-handed, and a bar, are stepped as they are", () => {
  const d = { mass: 1, direction: true };
  const hand = {
    points: {
      a: { ...d, at: [1, 0, 0] },
      b: { ...d, at: [0, 1, 0] },
      c: { ...d, at: [0, 0, -1] },
    },
    constraints: Object.fromEntries([
      ...["a", "b", "c"].map((x) => [`unit ${x}`, `dot(${x}, ${x}) - 1`]),
      ...["ab", "bc", "ca"].map(([x, y]) => [`angle ${x}${y}`, `dot(${x}, ${y})`]),
    ]),
  };
  expect(problemOf(hand).rotations?.bodies.count).toBe(1);
  expect(RotationCoordinates.of(problemOf(hand))).toBeUndefined();
  const bar = { bodies: { bar: { mass: 1, inertia: [0, 1, 1], at: [0, 0, 0], spin: [0, 1, 2] } } };
  expect(RotationCoordinates.of(problemOf(bar))).toBeUndefined();
});
