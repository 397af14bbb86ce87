import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { run } from "../run/index.js";
import { lower } from "./lower.js";
import { validateModel } from "./validate.js";

const solid = { mass: 1, inertia: [0.1, 0.2, 0.25], at: [0.5, 0, 0] };
const model = (bodies: object, joints: readonly object[] = [], more: object = {}) =>
  validateModel({ taut: 1, bodies, ...(joints.length > 0 && { joints }), ...more }, catalogue);

test("a body becomes a point, directors with the masses of its Euler tensor, and constraints", () => {
  const { groups, laws, notes } = lower(model({ b: solid }), catalogue);
  expect(groups.map(({ name }) => name)).toEqual(["b", "b_d1", "b_d2", "b_d3"]);
  expect(laws.filter(({ kind }) => kind === "constraint").flatMap(({ outputs }) => outputs)).toHaveLength(6);
  expect(notes).toBeUndefined();
});

test("a lamina has two directors and a bar has one, as the notes of the model say", () => {
  const bodies = {
    plate: { mass: 1, inertia: [1, 1, 2], at: [0, 0, 0] },
    bar: { mass: 1, inertia: ["0", 1, 1], at: [1, 0, 0] },
  };
  const { groups, notes } = lower(model(bodies), catalogue);
  expect(groups.map(({ name }) => name)).toEqual(["plate", "plate_d1", "plate_d2", "bar", "bar_d1"]);
  expect(notes).toEqual([
    expect.stringContaining(
      "bodies.plate: the body is flat, because its Euler moment about axis 3 is zero. It has two directors",
    ),
    expect.stringContaining("bodies.bar: the body is a bar"),
  ]);
});

test.each<[string, object, string]>([
  ["impossible moments", { b: { ...solid, inertia: [1, 1, 3] } }, "bodies.b.inertia: each moment must be at most"],
  ["one moment in space", { b: { ...solid, inertia: 1 } }, "bodies.b.inertia: must be three principal moments"],
  ["moments of zero", { b: { ...solid, inertia: [0, 0, 0] } }, "bodies.b.inertia: must not be zero for a body"],
])("a body with %s is refused", (_, bodies, message) => {
  expect(() => model(bodies)).toThrow(message);
});

describe("a director that a body does not have", () => {
  const plate = { mass: 1, inertia: [1, 1, 2], at: [0, 0, 0] };
  const turned = {
    ...{ mass: 1, at: [0, 0, 0] },
    inertia: [
      [1.5, 0.5, 0],
      [0.5, 1.5, 0],
      [0, 0, 1],
    ],
  };
  const rod = { mass: 1, bar: 1, at: [0, 0, 0] };
  const flat = { mass: 1, inertia: 1, at: [0, 0] };
  const outputs = { z: "x(plate_d3)" };
  const spring = [{ spring: { between: ["plate_d3", "origin"], stiffness: 1 } }];
  test.each<[string, object, object, string]>([
    ["in an output", { plate }, { outputs }, 'the body "plate" is flat, and has only plate_d1 and plate_d2'],
    ["as a component", { plate }, { outputs: { z: "plate_d3_x" } }, "directions: {across: [0, 0, 1]} in bodies.plate"],
    ["in a constraint", { plate }, { constraints: { z: "x(plate_d3)" } }, "and plate_across here"],
    ["in an element", { plate }, { elements: spring }, 'elements[0].spring.between[0]: there is no "plate_d3"'],
    ["of a bar", { rod }, { outputs: { z: "x(rod_d2)" } }, "Give the bar some inertia about its axis"],
    ["of the plane", { flat }, { outputs: { z: "x(flat_d2)" } }, "directions: {across: [0, 1]} in bodies.flat"],
  ])("is refused %s, with what to write", (_, bodies, more, message) => {
    expect(() => lower(model(bodies, [], more), catalogue)).toThrow(message);
  });

  test("is what the message says to write: a unit vector across the others, also where principal axes are turned", () => {
    const missing = [1, 2, 3].flatMap((k) => {
      try {
        lower(model({ turned }, [], { outputs: { z: `x(turned_d${k})` } }), catalogue);
        return [];
      } catch (error) {
        return [/across: (\[.*?\])/.exec(String(error))![1]];
      }
    });
    expect(missing).toHaveLength(1);
    const others = lower(model({ turned }), catalogue)
      .groups.map(({ name }) => name)
      .filter((name) => name.includes("_d"));
    const outputs = Object.fromEntries(others.map((name) => [`along_${name}`, `dot(turned_across, ${name})`]));
    const directions = { across: JSON.parse(missing[0]) };
    const { of } = run(
      { taut: 1, bodies: { turned: { ...turned, directions } }, outputs: { ...outputs, size: "norm(turned_across)" } },
      { until: 1 },
    );
    expect(of("size").at(-1)).toBeCloseTo(1, 9);
    for (const name of others) expect(of(`along_${name}`).at(-1)).toBeCloseTo(0, 9);
  });
});

test.each<[string, object, string]>([
  ["a point that moves", { points: { bob: { mass: 1, at: [1, 0, 0] } } }, '"bob" is a point that moves'],
  ["a coordinate", { coordinates: { bob: { mass: 1 } } }, '"bob" is a coordinate'],
  ["nothing", {}, 'there is no body "bob"'],
])("a joint with %s says what a joint is between", (_, more, message) => {
  const joints = [{ ball: { between: ["b", "bob"], at: [1, 0, 0] } }];
  expect(() => lower(model({ b: solid }, joints, more), catalogue)).toThrow(`joints[0].ball.between[1]: ${message}`);
});

test("a joint at a director says that the body is meant", () => {
  const joints = [{ ball: { between: ["b_d1", "world"], at: [1, 0, 0] } }];
  expect(() => lower(model({ b: solid }, joints), catalogue)).toThrow('"b_d1" is a direction of the body "b"');
});

const pair = { a: solid, b: { ...solid, at: [1.5, 0, 0], axis: [1, 2, 3], angle: 0.4 } };
const kinds: readonly [string, object, number][] = [
  ["ball", {}, 3],
  ["hinge", { axis: [0, 1, 0] }, 5],
  [
    "universal",
    {
      axes: [
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
    4,
  ],
  ["slider", { axis: [0, 1, 0] }, 5],
  ["weld", {}, 6],
];

describe("joints leave the right motions free, hold at the start, and do no work", () => {
  test.each(kinds)("%s", (kind, axes, rows) => {
    const { status, start, dropped, ledger, q, lambda } = run(
      {
        taut: 1,
        bodies: pair,
        joints: [
          { ball: { between: ["world", "a"], at: [0, 0, 0] } },
          { [kind]: { between: ["a", "b"], at: [1, 0, 0], ...axes } },
        ],
        elements: [{ gravity: [0, 0, -9.81] }],
      },
      { until: 1, rtol: 1e-9, atol: 1e-10 },
    );
    expect(status).toBe("ok");
    expect(q).toHaveLength(24);
    expect(lambda).toHaveLength(12 + 3 + rows);
    expect(dropped).toEqual([]);
    expect(start!.position.before).toBeLessThan(1e-14);
    expect(ledger.energy!.maxDeviation).toBeLessThan(1e-7);
  });
});

test("a weld moves two bodies as one: the pair falls as one pendulum with the moment of both", () => {
  // in the plane: two bars of moment J at 1/2 and 3/2 on one arm have 2 J + m/4 + 9 m/4 about the pivot
  const [J, m, g] = [0.1, 1, 9.81];
  const welded = {
    taut: 1,
    bodies: { a: { mass: m, inertia: J, at: [0.5, 0] }, b: { mass: m, inertia: J, at: [1.5, 0] } },
    joints: [{ ball: { between: ["world", "a"], at: [0, 0] } }, { weld: { between: ["a", "b"], at: [1, 0] } }],
    elements: [{ gravity: [0, -g] }],
  };
  const single = {
    taut: 1,
    coordinates: { angle: { at: 0 } },
    mass: 2 * J + 2.5 * m,
    potential: `${2 * m * g}*sin(angle)`,
  };
  const settings = { until: 2, rtol: 1e-10, atol: 1e-12 };
  const [both, one] = [run(welded, { ...settings }), run(single, { ...settings })];
  expect(Math.abs(both.q[0] - 0.5 * Math.cos(one.q[0]))).toBeLessThan(1e-8);
});

test.each<[string, object, string]>([
  [
    "an unknown joint",
    { hing: { between: ["a", "b"], at: [1, 0, 0] } },
    'there is no joint "hing". Did you mean "hinge"?',
  ],
  [
    "an unknown body",
    { ball: { between: ["a", "c"], at: [1, 0, 0] } },
    'joints[0].ball.between[1]: there is no body "c"',
  ],
  ["a hinge without an axis", { hinge: { between: ["a", "b"], at: [1, 0, 0] } }, "a hinge needs an axis"],
  ["a joint of the world with itself", { ball: { between: ["world", "world"], at: [1, 0, 0] } }, "both are the world"],
  ["a place in the plane", { ball: { between: ["a", "b"], at: [1, 0] } }, "must have 3 components, like the bodies"],
])("%s is refused", (_, joint, message) => {
  expect(() => model(pair, [joint])).toThrow(message);
});

test("a joint off the axis of a bar is refused, because the bar has no director there", () => {
  const bodies = { bar: { mass: 1, inertia: [0, 1, 1], at: [0, 0, 0] } };
  const joints = [{ ball: { between: ["world", "bar"], at: [0, 1, 0] } }];
  expect(() => lower(model(bodies, joints), catalogue)).toThrow("has one director");
});

test("values that a run sets decide how many directors a body has, and whether a joint fits", () => {
  const flat = model({ b: { mass: 1, inertia: [1, 1, "J3"], at: [0, 0, 0], spin: [0.1, 0.7, "w"] } }, [], {
    parameters: { J3: 2, w: 0.6 },
  });
  const kinetic = (set: Readonly<Record<string, number>>) => {
    const { massDiagonal, v0, notes } = lower(flat, catalogue, { set });
    return { T: massDiagonal.reduce((sum, m, k) => sum + (m * v0[k] * v0[k]) / 2, 0), notes };
  };
  // T = (I1 w1^2 + I2 w2^2 + I3 w3^2)/2
  const exact = (J3: number, w: number) => (0.01 + 0.49 + J3 * w * w) / 2;
  expect(kinetic({}).T).toBeCloseTo(exact(2, 0.6), 12);
  expect(kinetic({}).notes).toHaveLength(1);
  expect(kinetic({ J3: 1.5 }).T).toBeCloseTo(exact(1.5, 0.6), 12);
  expect(kinetic({ J3: 1.5 }).notes).toBeUndefined();
  expect(() => lower(flat, catalogue, { set: { J3: 3 } })).toThrow("bodies.b.inertia: each moment must be at most");

  const bar = model(
    { bar: { mass: 1, inertia: [0, 1, 1], at: [0, 0, 0] } },
    [{ ball: { between: ["world", "bar"], at: [1, "off", 0] } }],
    { parameters: { off: 0 } },
  );
  expect(() => lower(bar, catalogue, { set: { off: 0.1 } })).toThrow("joints[0].ball: this joint needs a place");
});

test("the axes of a joint are chosen for the axis that a run sets", () => {
  // the direction across the axis is made with the unit vector that is farthest from it
  const hinged = model({ a: solid }, [{ hinge: { between: ["world", "a"], at: [0, 0, 0], axis: ["c", "s", 0] } }], {
    parameters: { c: 0, s: 1 },
  });
  const { status, ledger } = run(hinged, { set: { c: 1, s: 0 }, until: 0.5 });
  expect(status).toBe("ok");
  expect(ledger.position).toBeLessThan(1e-9);
});

test("an inertia about another place than the centre is converted, with the products that follow", () => {
  const about = (inertia: unknown, more: object) => ({
    mass: 2,
    inertia,
    at: [0, 0, 0],
    centre: [0.3, 0.1, 0.2],
    ...more,
  });
  // at the centre 0.5, 0.6, 0.7; the centre is at d = (0.2, -0.1, 0.4) from the place (0.1, 0.2, -0.2)
  const d = [0.2, -0.1, 0.4];
  const own = [0.5, 0.6, 0.7];
  const squares = d[0] ** 2 + d[1] ** 2 + d[2] ** 2;
  const moved = own.map((x, r) => own.map((_, c) => (r === c ? x + 2 * squares : 0) - 2 * d[r] * d[c]));
  const moments = (body: object): number[] => {
    const { groups, massDiagonal } = lower(model({ b: body }, []), catalogue);
    return groups.filter(({ name }) => name !== "b").map(({ offset }) => massDiagonal[offset]);
  };
  const expected = [...moments(about(own, {}))].sort((x, y) => x - y);
  const found = [...moments(about(moved, { inertiaAt: [0.1, 0.2, -0.2] }))].sort((x, y) => x - y);
  expect(found).toHaveLength(3);
  for (const [k, x] of found.entries()) expect(x).toBeCloseTo(expected[k], 12);
  // in the plane, with expressions
  const flat = { mass: "m", inertia: "J + m*0.25", inertiaAt: [-0.5, 0], at: [0, 0] };
  const lowered = lower(model({ b: flat }, [], { parameters: { m: 3, J: 0.4 } }), catalogue);
  expect(lowered.massDiagonal[2]).toBeCloseTo(0.4, 12);
  expect(() => lower(model({ b: about([0.1, 0.1, 0.1], { inertiaAt: [5, 0, 0] }) }, []), catalogue)).toThrow(
    "bodies.b.inertia: each moment must be at most",
  );
  expect(() => lower(model({ b: about(own, { inertiaAt: [1, 0] }) }, []), catalogue)).toThrow(
    "bodies.b.inertiaAt: must have 3 components, like the body; it has 2.",
  );
  expect(() => lower(model({ b: { mass: 1, sphere: 1, at: [0, 0, 0], inertiaAt: [1, 0, 0] } }, []), catalogue)).toThrow(
    "there is none. Remove it.",
  );
});
