import { describe, expect, test } from "vitest";
import { run } from "../../src/index.js";
import { load } from "./gallery.js";
import { pin, planarForces, solve, type Unknown } from "./planar-forces.js";

/**
 * Reactions in machines of the gallery against Newton's and Euler's equations, solved for the forces with positions in
 * closed form and derivatives by differences (`planar-forces.ts`). Reactions agree to 1e-6 of the largest force.
 */

type Point = readonly [number, number];
const { PI, sin, cos, hypot, atan2, sqrt } = Math;
const gravity = 9.81;
const bar = (mass: number, length: number): { mass: number; inertia: number } => ({
  mass,
  inertia: (mass * length * length) / 12,
});

/** A machine of the gallery at one time: values by name, and forces of joints. */
function machine(file: string, until: number) {
  const solution = run(load(file), { saveAt: [until], until, rtol: 1e-11, atol: 1e-13 });
  expect(solution.failure).toBeUndefined();
  const last = (values: ArrayLike<number>): number => values[values.length - 1];
  return {
    of: (name: string): number => last(solution.of(name)),
    force: (name: string, on?: string): number[] =>
      solution.reaction(name, on === undefined ? {} : { on }).force.map(last),
  };
}

/** Compares lists of numbers to 1e-6 of the largest. */
function agree(found: readonly number[], reference: readonly number[]): void {
  const largest = Math.max(...reference.map(Math.abs));
  expect(found).toHaveLength(reference.length);
  expect(largest).toBeGreaterThan(0.1);
  for (const [k, x] of found.entries())
    expect(Math.abs(x - reference[k]) / largest, `component ${k}`).toBeLessThan(1e-6);
}

const meet = ([px, py]: Point, r: number, [qx, qy]: Point, s: number, side: 1 | -1): Point => {
  const d = hypot(qx - px, qy - py);
  const [ux, uy] = [(qx - px) / d, (qy - py) / d];
  const x = (d * d + r * r - s * s) / (2 * d);
  const h = side * sqrt(r * r - x * x);
  return [px + x * ux - h * uy, py + x * uy + h * ux];
};
const between = (a: Point, b: Point): [number, number, number] => [
  (a[0] + b[0]) / 2,
  (a[1] + b[1]) / 2,
  atan2(b[1] - a[1], b[0] - a[0]),
];

describe("reactions of gallery machines against Newton and Euler", () => {
  test("quick-return", () => {
    const [r, d, l, w, t] = [0.1, 0.25, 0.6, 2 * PI, 0.37];
    const armAngle = (s: number): number => atan2(d + r * sin(s), r * cos(s));
    const ramX = (s: number): number => l * cos(armAngle(s));
    const s = w * t;
    const speed = ((ramX(s + 1e-4) - ramX(s - 1e-4)) / 2e-4) * w;
    const a = armAngle(s);
    const block: Point = [r * cos(s), r * sin(s)];
    const across: Point = [-sin(a), cos(a)];
    const top: Point = [l * cos(a), -d + l * sin(a)];
    const unknowns: Unknown[] = [
      ...pin("crank", [0, 0]),
      ...pin("arm", [0, -d]),
      // the pin pushes the arm across its slot, the arm pushes the ram along, the guide holds the ram
      [
        { on: "arm", at: block, force: across },
        { on: "crank", at: block, force: [-across[0], -across[1]] },
      ],
      [
        { on: "ram", at: top, force: [1, 0] },
        { on: "arm", at: top, force: [-1, 0] },
      ],
      [{ on: "ram", force: [0, 1] }],
      [{ on: "ram", torque: 1 }],
      [{ on: "crank", torque: 1 }],
    ];
    const x = planarForces(
      {
        crank: { mass: 2, inertia: (2 * 0.12 ** 2) / 2, pose: (u) => [0, 0, u] },
        arm: { ...bar(3, l), pose: (u) => [(l / 2) * cos(armAngle(u)), -d + (l / 2) * sin(armAngle(u)), armAngle(u)] },
        ram: { mass: 5, inertia: 1, pose: (u) => [ramX(u), 0.35, 0], load: [-50 * speed, 0, 0] },
      },
      unknowns,
      { s, rate: w },
    );
    const found = machine("quick-return", t);
    agree(
      [
        ...found.force("shaft"),
        ...found.force("pivot"),
        ...found.force("block", "arm"),
        ...found.force("guide", "ram"),
        found.of("torque"),
      ],
      [x[0], x[1], x[2], x[3], x[4] * across[0], x[4] * across[1], x[5], 0, x[8]],
    );
  });

  test("watt", () => {
    const t = 0.7;
    const swing = (u: number): number => 0.4 * sin(2 * u) ** 2;
    const top = (u: number): Point => [-1 + cos(swing(u)), 0.25 + sin(swing(u))];
    const foot = (u: number): Point => meet(top(u), 0.5, [1, -0.25], 1, -1);
    const weight = (m: number): [number, number, number] => [0, -m * gravity, 0];
    const x = planarForces(
      {
        left: { ...bar(1, 1), pose: (u) => between([-1, 0.25], top(u)), load: weight(1) },
        right: { ...bar(1, 1), pose: (u) => between(foot(u), [1, -0.25]), load: weight(1) },
        coupler: { ...bar(0.5, 0.5), pose: (u) => between(foot(u), top(u)), load: weight(0.5) },
      },
      [
        ...pin("left", [-1, 0.25]),
        ...pin("right", [1, -0.25]),
        ...pin("coupler", top(t), "left"),
        ...pin("coupler", foot(t), "right"),
        [{ on: "left", torque: 1 }],
      ],
      { s: t, rate: 1 },
    );
    const found = machine("watt", t);
    agree(
      [
        ...found.force("beam"),
        ...found.force("hinge 1"),
        ...found.force("hinge 2", "coupler"),
        ...found.force("hinge 3", "coupler"),
        found.of("torque"),
      ],
      x,
    );
  });

  test("engine", () => {
    const [r, l, t] = [0.04, 0.14, 0.11];
    const found = machine("engine", t);
    const [phi, rate] = [found.of("shaft_angle"), found.of("shaft_angle'")];
    const big = (u: number): Point => [r * cos(u), r * sin(u)];
    const small = (u: number, k: number): Point => {
      const turn = (k * PI) / 2;
      const out = r * cos(u - turn) + sqrt(l * l - (r * sin(u - turn)) ** 2);
      return [out * cos(turn), out * sin(turn)];
    };
    const cylinders = [0, 1, 2, 3];
    const unknowns: Unknown[] = [
      ...pin("crank", [0, 0]),
      ...cylinders.flatMap((k) => pin(`rod${k}`, big(phi), "crank")),
      ...cylinders.flatMap((k) => pin(`piston${k}`, small(phi, k), `rod${k}`)),
      ...cylinders.map((k): Unknown => [{ on: `piston${k}`, force: [-sin((k * PI) / 2), cos((k * PI) / 2)] }]),
      ...cylinders.map((k): Unknown => [{ on: `piston${k}`, torque: 1 }]),
    ];
    const x = planarForces(
      {
        crank: { mass: 6, inertia: 0.03, pose: (u) => [0, 0, u], load: [0, 0, 30 - 0.1 * rate] },
        ...Object.fromEntries(
          cylinders.flatMap((k) => [
            // the angle without its jumps: it does not matter where it begins
            [
              `rod${k}`,
              { ...bar(0.4, l), pose: (u: number) => continuous(between(big(u), small(u, k)), (k * PI) / 2) },
            ],
            [`piston${k}`, { mass: 0.5, inertia: 1, pose: (u: number) => [...small(u, k), 0] as const }],
          ]),
        ),
      },
      unknowns,
      { s: phi, rate, free: true },
    );
    agree(
      [
        ...found.force("shaft"),
        ...cylinders.flatMap((k) => found.force(`crankpin[${k}]`, `rod[${k}]`)),
        ...cylinders.flatMap((k) => found.force(`gudgeon[${k}]`, `piston[${k}]`)),
      ],
      x.slice(0, 18),
    );
  });

  test("jansen", () => {
    const t = 1.3;
    const found = machine("jansen", t);
    const [phi, rate] = [found.of("motor_angle"), found.of("motor_angle'")];
    const hub: Point = [-0.38, -0.078];
    const at = (u: number) => {
      const crank: Point = [0.15 * cos(u), 0.15 * sin(u)];
      const knee = meet(crank, 0.5, hub, 0.415, -1);
      const heel = meet(crank, 0.619, hub, 0.393, 1);
      const hip = meet(hub, 0.401, knee, 0.558, 1);
      const ankle = meet(hip, 0.394, heel, 0.367, -1);
      return { crank, knee, heel, hip, ankle };
    };
    const here = at(phi);
    const weight = (m: number): [number, number, number] => [0, -m * gravity, 0];
    const link = (length: number, ends: (u: number) => [Point, Point]) => ({
      ...bar(0.3, length),
      pose: (u: number) => continuous(between(...ends(u)), between(...ends(phi))[2]),
      load: weight(0.3),
    });
    /** A body through two points, whose places in it are known. */
    const plate = (ends: (u: number) => [Point, Point], local: [Point, Point]) => ({
      mass: 0.6,
      inertia: 0.02,
      pose: (u: number): [number, number, number] => {
        const [p, q] = ends(u);
        const turn = continuous(between(p, q), between(...ends(phi))[2])[2] - between(...local)[2];
        const [x, y] = local[0];
        return [p[0] - x * cos(turn) + y * sin(turn), p[1] - x * sin(turn) - y * cos(turn), turn];
      },
      load: weight(0.6),
    });
    const x = planarForces(
      {
        crank: {
          ...bar(0.3, 0.15),
          pose: (u) => [0.075 * cos(u), 0.075 * sin(u), u],
          load: [0, -0.3 * gravity, 2.5 * (1 - rate / 9)],
        },
        upper: link(0.5, (u) => [at(u).crank, at(u).knee]),
        lower: link(0.619, (u) => [at(u).crank, at(u).heel]),
        stay: link(0.393, (u) => [hub, at(u).heel]),
        shank: link(0.394, (u) => [at(u).hip, at(u).ankle]),
        thigh: plate(
          (u) => [hub, at(u).knee],
          [
            [0.07602633492687944, -0.18338422553579609],
            [0.2158909839556015, 0.20733674901263077],
          ],
        ),
        foot: plate(
          (u) => [at(u).heel, at(u).ankle],
          [
            [0.16162470474124602, 0.09593174272236227],
            [-0.16116937455717434, 0.27055414211569634],
          ],
        ),
      },
      [
        ...pin("crank", [0, 0]),
        ...pin("thigh", hub),
        ...pin("stay", hub),
        ...pin("upper", here.crank, "crank"),
        ...pin("lower", here.crank, "crank"),
        ...pin("thigh", here.knee, "upper"),
        ...pin("foot", here.heel, "lower"),
        ...pin("foot", here.heel, "stay"),
        ...pin("shank", here.hip, "thigh"),
        ...pin("foot", here.ankle, "shank"),
      ],
      { s: phi, rate, free: true, h: 0.005 },
    );
    const names: [string, string][] = [
      ["motor", "crank"],
      ["hinge 1", "thigh"],
      ["hinge 2", "stay"],
      ["hinge 3", "upper"],
      ["hinge 4", "lower"],
      ["hinge 5", "thigh"],
      ["hinge 6", "foot"],
      ["hinge 7", "foot"],
      ["hinge 8", "shank"],
      ["hinge 9", "foot"],
    ];
    agree(
      names.flatMap(([name, on]) => found.force(name, on)),
      x.slice(0, 20),
    );
  });

  test("scissor-lift", () => {
    const [n, t] = [3, 1.4];
    const width = (u: number): number => 0.9 - 0.3 * sin(u / 2) ** 2;
    const high = (u: number): number => sqrt(1 - width(u) ** 2);
    const [w, h] = [width(t), high(t)];
    const stages = Array.from({ length: n }, (_, i) => i);
    const body = (i: number, side: 1 | -1) => ({
      ...bar(2, 1),
      pose: (u: number): [number, number, number] => [
        width(u) / 2,
        (i + 0.5) * high(u),
        atan2(high(u), side * width(u)),
      ],
      load: [0, -2 * gravity, 0] as const,
    });
    const x = planarForces(
      Object.fromEntries(
        stages.flatMap((i) => [
          [`left${i}`, body(i, 1)],
          [`right${i}`, body(i, -1)],
        ]),
      ),
      [
        ...pin("left0", [0, 0]),
        [{ on: "right0", at: [w, 0], force: [0, 1] }],
        [{ on: "right0", at: [w, 0], force: [1, 0] }],
        ...stages.flatMap((i) => pin(`right${i}`, [w / 2, (i + 0.5) * h], `left${i}`)),
        ...stages.slice(1).flatMap((i) => pin(`right${i}`, [w, i * h], `left${i - 1}`)),
        ...stages.slice(1).flatMap((i) => pin(`left${i}`, [0, i * h], `right${i - 1}`)),
      ],
      { s: t, rate: 1 },
    );
    const found = machine("scissor-lift", t);
    agree(
      [
        ...found.force("base"),
        found.force("cylinder")[1],
        found.of("force"),
        ...stages.flatMap((i) => found.force(`cross[${i}]`, `right[${i}]`)),
        ...stages.slice(1).flatMap((i) => found.force(`outside[${i - 1}]`, `right[${i}]`)),
        ...stages.slice(1).flatMap((i) => found.force(`inside[${i - 1}]`, `left[${i}]`)),
      ],
      x,
    );
  });

  test("cam", () => {
    const [w, t] = [25, 0.31];
    const s = w * t;
    const height = (u: number): number => 0.05 + 0.01 * cos(PI + 2 * u);
    // the curve sqrt(x² + y²) = 0.05 + 0.01 cos(2 phi) of the cam, turned by s, under the tip (0, y): its normal
    const y = height(s);
    const slope = (-0.02 * sin(PI - 2 * s)) / y;
    const unit: Point = [slope / hypot(slope, 1), 1 / hypot(slope, 1)];
    const travel = y - 0.04;
    const x = planarForces(
      {
        cam: { mass: 1, inertia: 0.05 ** 2 / 2, pose: (u) => [0, 0, u] },
        follower: {
          mass: 0.4,
          inertia: 1,
          pose: (u) => [0, height(u) + 0.05, 0],
          load: [0, -800 * (travel + 0.03), 0],
        },
      },
      [
        ...pin("cam", [0, 0]),
        [
          { on: "follower", at: [0, y], force: unit },
          { on: "cam", at: [0, y], force: [-unit[0], -unit[1]] },
        ],
        [{ on: "follower", force: [1, 0] }],
        [{ on: "follower", torque: 1 }],
        [{ on: "cam", torque: 1 }],
      ],
      { s, rate: w },
    );
    const found = machine("cam", t);
    agree(
      [...found.force("shaft"), ...found.force("contact", "follower"), found.force("guide")[0], found.of("torque")],
      [x[0], x[1], x[2] * unit[0], x[2] * unit[1], x[3], x[5]],
    );
  });

  test("crane", () => {
    const [l, m, M, t] = [3, 200, 80, 1.1];
    const T = 2 * PI * sqrt(l / gravity);
    const push = ((2 * 2 * PI) / T ** 2) * sin((2 * PI * t) / T);
    // the load as a pendulum whose support moves; the rope pulls along itself
    const single = run(
      {
        taut: 1,
        parameters: { l, T },
        coordinates: { theta: 0 },
        mass: 1,
        force: { theta: "-9.81/l*sin(theta) - 2*2*pi/T^2*sin(2*pi*t/T)/l*cos(theta)" },
      },
      { until: t, rtol: 1e-12, atol: 1e-14 },
    );
    const [theta, rate] = [single.q[0], single.v[0]];
    const tension = m * (l * rate * rate + gravity * cos(theta) - push * sin(theta));
    const found = machine("crane", t);
    agree(
      [...found.force("rope", "load"), ...found.force("rope", "trolley"), found.of("force"), found.force("rail")[1]],
      [
        -tension * sin(theta),
        tension * cos(theta),
        tension * sin(theta),
        -tension * cos(theta),
        M * push - tension * sin(theta),
        M * gravity + tension * cos(theta),
      ],
    );
  });

  test("stewart", () => {
    const t = 1.9;
    const turn = 0.3 * sin(2 * t);
    const [ax, az] = [-0.15 * sin(t), -0.9 * sin(3 * t)];
    const spin = (20 * 0.45 ** 2) / 2;
    const centre = [0.15 * sin(t), 0, 0.8 + 0.1 * sin(3 * t)];
    const { points, bodies } = load("stewart") as unknown as {
      points: { foot: { at: number[][] } };
      bodies: { plate: { points: Record<string, number[]> } };
    };
    const legs = points.foot.at.map((foot, k) => {
      const [x, y] = bodies.plate.points[`p${k}`];
      const arm = [x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn), 0];
      const along = arm.map((c, i) => c + centre[i] - foot[i]);
      const long = hypot(...along);
      return { arm, unit: along.map((c) => c / long) };
    });
    const rows = [0, 1, 2].flatMap((c) => [legs.map(({ unit }) => unit[c])]);
    const moments = [0, 1, 2].map((c) =>
      legs.map(({ arm, unit }) => arm[(c + 1) % 3] * unit[(c + 2) % 3] - arm[(c + 2) % 3] * unit[(c + 1) % 3]),
    );
    // the plate turns about its axis of symmetry only
    const f = solve([...rows, ...moments], [20 * ax, 0, 20 * (az + gravity), 0, 0, spin * -1.2 * sin(2 * t)]);
    const found = machine("stewart", t);
    agree(
      legs.flatMap((_, k) => found.force(`leg${k}`)),
      legs.flatMap(({ unit }, k) => unit.map((c) => f[k] * c)),
    );
  });
});

/** A pose whose angle lies within half a turn of a given one. */
function continuous([x, y, angle]: readonly [number, number, number], near: number): [number, number, number] {
  return [x, y, angle - 2 * PI * Math.round((angle - near) / (2 * PI))];
}
