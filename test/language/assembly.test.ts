/** Machines that are put together from rough positions, by the names that their files use. */

import { describe, expect, test } from "vitest";
import { explain, type Model, projectModel, run } from "../../src/index.js";

/** A four-bar linkage in the plane, its bodies roughly where they belong; the ground is 4 long. */
const fourBar = (coupler = 3, crank: Record<string, unknown> = {}): Model => ({
  taut: 1 as const,
  points: { left: { fixed: true, at: [0, 0] }, right: { fixed: true, at: [4, 0] } },
  bodies: {
    crank: { mass: 1, bar: 1, at: [0.4, 0.3], angle: 0.8, points: { a: [-0.5, 0], b: [0.5, 0] }, ...crank },
    coupler: {
      ...{ mass: 1, bar: coupler, at: [2.2, 1.2], angle: 0.3 },
      points: { a: [-coupler / 2, 0], b: [coupler / 2, 0] },
    },
    rocker: { mass: 1, bar: 2, at: [3.8, 1], angle: 1.5, points: { a: [-1, 0], b: [1, 0] } },
  },
  joints: [
    { ball: { between: ["left", "crank_a"], name: "A" } },
    { ball: { between: ["crank_b", "coupler_a"], name: "B" } },
    { ball: { between: ["coupler_b", "rocker_b"], name: "C" } },
    { ball: { between: ["rocker_a", "right"], name: "D" } },
  ],
});

/** A crank that stands exactly on its bearing. */
const onBearing = { at: [0.5 * Math.cos(0.8), 0.5 * Math.sin(0.8)] };

describe("a rough start", () => {
  test("says which joints were open and which bodies were moved and turned", () => {
    const { start, notes } = run(fourBar(), { until: 0 });
    const { open, moved } = start!.assembly!;
    expect(open.map(({ name }) => name).sort()).toEqual(["A", "B", "C", "D"]);
    // the distance of crank_a, half a bar from the centre, from the bearing
    const gap = Math.hypot(0.4 - 0.5 * Math.cos(0.8), 0.3 - 0.5 * Math.sin(0.8));
    expect(open.find(({ name }) => name === "A")!.length).toBeCloseTo(gap, 12);
    expect(moved.map(({ name }) => name).sort()).toEqual(["coupler", "crank", "rocker"]);
    expect(notes.join(" ")).toMatch(/The start was assembled: "C" was open by [\d.]+, .*"rocker" by [\d.]+ and turned/);
  });

  test("is moved by taut project as by a run, bit for bit", () => {
    const { q, assembly, status } = projectModel(fourBar());
    const solution = run(fourBar(), { until: 0 });
    expect(status).toBe("ok");
    expect([...q]).toEqual([...solution.q]);
    expect(assembly).toEqual(solution.start!.assembly);
  });

  test("a consistent start has nothing to assemble", () => {
    const { start, notes } = run(
      {
        taut: 1,
        bodies: { arm: { mass: 1, bar: 1, at: [0.5, 0] } },
        joints: [{ ball: { between: ["world", "arm"], at: [0, 0] } }],
      },
      { until: 0 },
    );
    expect(start!.assembly).toBeUndefined();
    expect(notes).toEqual([]);
  });
});

describe("hold", () => {
  test("keeps a body where it is, bit for bit, and the others follow", () => {
    const free = run(fourBar(3, onBearing), { until: 0 });
    const held = run(fourBar(3, { ...onBearing, hold: true }), { until: 0 });
    expect(held.status).toBe("ok");
    expect(held.start!.position.after).toBeLessThan(1e-11);
    const given = [...onBearing.at, Math.cos(0.8), Math.sin(0.8)];
    expect([...held.q.slice(0, 4)]).toEqual(given);
    expect([...free.q.slice(0, 4)]).not.toEqual(given);
    expect(held.start!.assembly!.held).toEqual(["crank"]);
    expect(held.notes.join(" ")).toContain('held was "crank"');
  });

  test("keeps the velocity as well where a consistent motion has it", () => {
    const [x, y] = onBearing.at;
    const turning = { ...onBearing, hold: true, spin: 2, velocity: [-2 * y, 2 * x] };
    const { v, start } = run(fourBar(3, turning), { until: 0 });
    expect([...v.slice(0, 2)]).toEqual([-2 * y, 2 * x]);
    expect(start!.velocity.after).toBeLessThan(1e-11);
  });

  test("keeps the place of a driven crank, which moves as its drive says and not as it was given", () => {
    const model = { ...fourBar(3, { ...onBearing, hold: true }), elements: [{ drive: { on: "A_angle", to: "2*t" } }] };
    const { q, v, status, start, failure } = run(model, { until: 0 });
    expect(failure).toBeUndefined();
    expect(status).toBe("ok");
    expect([...q.slice(0, 4)]).toEqual([...onBearing.at, Math.cos(0.8), Math.sin(0.8)]);
    const [x, y] = onBearing.at;
    expect(v[0]).toBeCloseTo(-2 * y, 9);
    expect(v[1]).toBeCloseTo(2 * x, 9);
    expect(start!.velocity.after).toBeLessThan(1e-11);
  });

  test("on a point of a chain of rods", () => {
    const chain = {
      taut: 1 as const,
      points: { a: { mass: 1, at: [1.2, 0], hold: true }, b: { mass: 1, at: [1.8, 0.7] } },
      elements: [{ rod: { between: ["a", "b"], length: 1, name: "link" } }],
    };
    const { q } = run(chain, { until: 0 });
    expect([q[0], q[1]]).toEqual([1.2, 0]);
    expect(Math.hypot(q[2] - 1.2, q[3])).toBeCloseTo(1, 11);
  });

  test("names the joint that cannot close because nothing is left to move", () => {
    const { status, failure } = run(fourBar(3, { hold: true }), { until: 0 });
    expect(status).toBe("left-manifold");
    expect(failure!.message).toMatch(/"A" cannot be satisfied while "crank" must not move, .* remove `hold`/);
  });

  test("is refused on a fixed point", () => {
    expect(() =>
      run({ taut: 1, points: { a: { fixed: true, at: [0, 0], hold: true }, b: { mass: 1, at: [1, 0] } } }),
    ).toThrow(/points\.a\.hold: a fixed point stays where it is already/);
  });
});

describe("a machine that cannot be assembled", () => {
  test.each([
    [10, undefined],
    [150, undefined],
    [400, true],
  ])(
    "a rope of %i links too short: the missing length is called an estimate where the search ended at its limit",
    (n, isEstimate) => {
      const points = Object.fromEntries(
        Array.from({ length: n - 1 }, (_, k) => [
          `p${k + 1}`,
          { mass: 1, at: [k + 1, -0.1 * n * Math.sin((3.1 * (k + 1)) / n)] },
        ]),
      );
      const name = (k: number): string => (k === 0 ? "a" : k === n ? "b" : `p${k}`);
      const { failure, start } = run({
        taut: 1,
        points: { a: { fixed: true, at: [0, 0] }, ...points, b: { fixed: true, at: [1.05 * n, 0] } },
        elements: Array.from({ length: n }, (_, k) => ({ rod: { between: [name(k), name(k + 1)], length: 1 } })),
        run: { until: 0 },
      });
      const { loop } = start!;
      expect(loop!.isEstimate).toBe(isEstimate);
      if (isEstimate === undefined) expect(loop!.missing.length).toBeCloseTo(0.05 * n, 4);
      else
        expect(failure!.message).toMatch(
          /the machine was not assembled, because .* stays off by about .* is an estimate because the search .* ended at its limit/,
        );
    },
  );

  test("a coupler too short: the loop and the length that is missing", () => {
    const { failure, start } = run(fourBar(0.5), { until: 0 });
    const { loop } = start!;
    expect(loop!.around).toBe('ground - "A" - crank - "B" - coupler - "C" - rocker - "D" - ground');
    expect(loop!.parts).toEqual(["crank", "coupler", "rocker"]);
    // 4 - (1 + 0.5 + 2)
    expect(loop!.missing.length).toBeCloseTo(0.5, 5);
    expect(failure!.message).toContain('"C" stays open by 0.5 in the best position');
  });

  test("a coupler too long as well", () => {
    const { start } = run(fourBar(8), { until: 0 });
    // 8 - (1 + 4 + 2); the other joints are closed up to about 1e-7, because their residuals count 1e8 times as much
    expect(start!.loop!.missing.length).toBeCloseTo(1, 5);
  });

  test("a connecting rod that cannot reach the bore", () => {
    const model: Model = {
      taut: 1 as const,
      bodies: {
        crank: { mass: 1, bar: 0.2, at: [0.1, 0], points: { a: [-0.1, 0], tip: [0.1, 0] } },
        rod: { mass: 1, bar: 0.5, at: [0.45, 0.4], points: { near: [-0.25, 0], far: [0.25, 0] } },
        piston: { mass: 1, box: [0.1, 0.1], at: [0.7, 0.8], points: { pin: [0, 0] } },
      },
      joints: [
        { hinge: { between: ["origin", "crank_a"], name: "shaft" } },
        { ball: { between: ["crank_tip", "rod_near"], name: "big" } },
        { ball: { between: ["rod_far", "piston_pin"], name: "small" } },
        { slider: { between: ["world", "piston"], at: [0.7, 0.8], axis: [1, 0], name: "bore" } },
      ],
    };
    const { loop } = projectModel(model);
    expect(loop!.joints).toEqual(["shaft", "big", "small", "bore"]);
    // the bore is 0.8 away, and crank and rod together are 0.7 long
    expect(loop!.missing.length).toBeCloseTo(0.1, 5);
  });

  test("a closed chain of rods: points and rods by name", () => {
    const model = {
      taut: 1 as const,
      points: {
        A: { fixed: true, at: [0, 0] },
        D: { fixed: true, at: [4, 0] },
        B: { mass: 1, at: [0.3, 0.9] },
        C: { mass: 1, at: [3, 1.5] },
      },
      elements: [
        { rod: { between: ["A", "B"], length: 1, name: "crank" } },
        { rod: { between: ["B", "C"], length: 0.5, name: "coupler" } },
        { rod: { between: ["C", "D"], length: 2, name: "rocker" } },
      ],
    };
    const { failure, start } = run(model, { until: 0 });
    expect(failure!.message).toContain('ground - "crank" - B - "coupler" - C - "rocker" - ground does not close');
    expect(start!.loop!.missing).toMatchObject({ name: "coupler", kind: "constraint" });
    expect(start!.loop!.missing.length).toBeCloseTo(0.5, 5);
  });
});

/** The linkage of Bennett: a, b and the twists satisfy sin(alpha)/a = sin(beta)/b. Joint k has place P and axis Z. */
const bennett = (): Model => {
  const [a, b] = [1, 1.3];
  const alpha = (40 * Math.PI) / 180;
  const beta = Math.asin((b * Math.sin(alpha)) / a);
  const first = (70 * Math.PI) / 180;
  const second = 2 * Math.atan(Math.sin((beta + alpha) / 2) / Math.sin((beta - alpha) / 2) / Math.tan(first / 2));
  let [x, y, z] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  let place = [0, 0, 0];
  const mix = (u: number[], c: number, w: number[], s: number): number[] => u.map((value, k) => c * value + s * w[k]);
  const joints = [{ at: place, axis: z }];
  for (const [angle, length, twist] of [
    [first, a, alpha],
    [second, b, beta],
    [-first, a, alpha],
  ]) {
    [x, y] = [mix(x, Math.cos(angle), y, Math.sin(angle)), mix(y, Math.cos(angle), x, -Math.sin(angle))];
    place = mix(place, 1, x, length);
    [y, z] = [mix(y, Math.cos(twist), z, Math.sin(twist)), mix(z, Math.cos(twist), y, -Math.sin(twist))];
    joints.push({ at: place, axis: z });
  }
  const names = ["crank", "coupler", "rocker"];
  const between: [string, string][] = [
    ["world", "crank"],
    ["crank", "coupler"],
    ["coupler", "rocker"],
    ["rocker", "world"],
  ];
  return {
    taut: 1 as const,
    bodies: Object.fromEntries(
      names.map((name, k) => [
        name,
        { mass: 1, inertia: [0.1, 0.12, 0.09], at: joints[k].at.map((value, c) => (value + joints[k + 1].at[c]) / 2) },
      ]),
    ),
    joints: joints.map((joint, k) => ({ hinge: { between: between[k], ...joint, name: "ABCD"[k] } })),
    elements: [{ gravity: [0, -9.81, 0] }],
    run: { until: 2 },
  };
};

describe("a spatial linkage with more constraints than it needs", () => {
  test("the linkage of Bennett runs with opposite angles equal, its redundancy by joint", () => {
    const solution = run(bennett());
    expect(solution.status).toBe("ok");
    expect(solution.redundancy!.constraints).toHaveLength(3);
    expect(solution.redundancy!.joints).toEqual(["A", "B", "C", "D"]);
    expect(solution.notes.join(" ")).toContain('Constraints of joints "A", "B", "C", "D" are redundant, 3 too many');
    // the angles at opposite joints stay opposite, whatever the motion
    const [A, B, C, D] = [..."ABCD"].map((name) => solution.of(`${name}_angle`).at(-1)!);
    expect(Math.abs(A)).toBeGreaterThan(0.5);
    expect(A + C).toBeCloseTo(0, 6);
    expect(B + D).toBeCloseTo(0, 6);
  });

  test("explain counts one freedom and no locked joint", () => {
    const { freedom, redundancy, mobility } = explain(bennett());
    expect([freedom, mobility!.freedom, mobility!.locked]).toEqual([1, 1, []]);
    expect(redundancy!.joints).toEqual(["A", "B", "C", "D"]);
  });
});

describe("a four-bar linkage of hinges in space", () => {
  const spatial = (axis: number[]): Model => ({
    taut: 1 as const,
    bodies: {
      crank: { mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0] },
      coupler: { mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.5, 1.2, 0] },
      rocker: { mass: 1, inertia: [0.1, 0.1, 0.1], at: [3.5, 0.7, 0] },
    },
    joints: [
      { hinge: { between: ["world", "crank"], at: [0, 0, 0], axis: [0, 0, 1], name: "A" } },
      { hinge: { between: ["crank", "coupler"], at: [0, 1, 0], axis: [0, 0, 1], name: "B" } },
      { hinge: { between: ["coupler", "rocker"], at: [3, 1.5, 0], axis, name: "C" } },
      { hinge: { between: ["rocker", "world"], at: [4, 0, 0], axis: [0, 0, 1], name: "D" } },
    ],
    run: { until: 0.1 },
  });

  test("moves if all axes are parallel, and its joints are redundant", () => {
    const { mobility, redundancy } = explain(spatial([0, 0, 1]));
    expect(mobility).toEqual({ freedom: 1, locked: [], lockedBy: [] });
    expect(redundancy!.joints.length).toBeGreaterThan(1);
  });

  test("is locked if one axis is turned, and that joint is named by explain and by the run", () => {
    const turned = spatial([0, 0.3, 1]);
    expect(explain(turned).mobility).toEqual({ freedom: 0, locked: ["A", "B", "C", "D"], lockedBy: ["C"] });
    expect(run(turned).notes.join(" ")).toMatch(
      /The machine is locked: .* without the directions that joint "C" fixes/,
    );
  });

  test("a drive is not a lock", () => {
    const driven = { ...spatial([0, 0, 1]), elements: [{ drive: { on: "A_angle", to: "t" } }] };
    const { freedom, mobility } = explain(driven);
    expect([freedom, mobility!.freedom, mobility!.locked]).toEqual([0, 1, []]);
    expect(run(driven).notes.join(" ")).not.toContain("locked");
  });
});
