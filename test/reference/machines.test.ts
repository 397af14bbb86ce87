import { describe, expect, test } from "vitest";
import { run } from "../../src/index.js";

/** Machines of bodies against closed forms, or against models in as few coordinates as there are degrees of freedom. */

const tight = { rtol: 1e-11, atol: 1e-13 };
const last = (values: Float64Array): number => values[values.length - 1];
const solid = { mass: 1.3, inertia: [0.1, 0.2, 0.25] };

describe("joints leave the right motions free, hold at the start, and do no work", () => {
  const axis = [0, 1, 0.3];
  const kinds: readonly [string, object, number][] = [
    ["revolute", { axis }, 5],
    ["prismatic", { axis }, 5],
    ["cylindrical", { axis }, 4],
    ["screw", { axis, pitch: 0.2 }, 5],
    ["planar", { axis }, 3],
    ["point-in-slot", { axis }, 2],
    ["point-on-surface", { surface: "x^2 + 2*y^2 + z^2 - 0.5", at: [1.5, 0.5, 0] }, 1],
    ["bushing", { stiffness: [100, 200, 300, 10, 20, 30] }, 0],
  ];
  test.each(kinds)("%s", (kind, more, rows) => {
    const { status, lambda, dropped, start, ledger } = run(
      {
        taut: 1,
        bodies: { a: { ...solid, at: [0.5, 0, 0] }, b: { ...solid, at: [1.5, 0, 0] } },
        joints: [
          { ball: { between: ["world", "a"], at: [0, 0, 0] } },
          { [kind]: { between: ["a", "b"], at: [1, 0, 0], ...more } },
        ],
        elements: [{ gravity: [0.3, 2, -9.81] }],
      },
      { until: 1, rtol: 1e-9, atol: 1e-10 },
    );
    expect(status).toBe("ok");
    expect(lambda).toHaveLength(12 + 3 + rows);
    expect(dropped).toEqual([]);
    expect(start!.position.before).toBeLessThan(1e-14);
    expect(ledger.energy!.maxDeviation).toBeLessThan(1e-7);
  });
});

describe("joints against closed forms", () => {
  test("a hinge driven by a constant torque counts its turns, in space and in the plane", () => {
    // J phi'' = tau about the pin: J = m r^2 + I
    const J = 1.3 * 0.25 + 0.25;
    for (const space of [true, false]) {
      const body = space ? { ...solid, at: [0.5, 0, 0] } : { mass: 1.3, inertia: 0.25, at: [0.5, 0] };
      const joint = {
        between: ["world", "arm"],
        at: space ? [0, 0, 0] : [0, 0],
        ...(space && { axis: [0, 0, 1] }),
        name: "pin",
      };
      const result = run(
        {
          taut: 1,
          bodies: { arm: body },
          joints: [{ hinge: joint }],
          elements: [{ torque: { on: "pin_angle", torque: 2 } }],
        },
        { until: 6, ...tight },
      );
      expect(last(result.of("pin_angle"))).toBeCloseTo(((2 / J) * 36) / 2, 7);
      expect(last(result.of("pin_angle'"))).toBeCloseTo((2 / J) * 6, 8);
    }
  });

  test("a slider on a spring along its axis oscillates, and its travel says how far it is", () => {
    const result = run(
      {
        taut: 1,
        bodies: { block: { mass: 2, box: [0.1, 0.2, 0.3], at: [0, 0, 0], velocity: [0.6, 0.8, 0] } },
        joints: [
          { slider: { between: ["world", "block"], at: [0, 0, 0], axis: [3, 4, 0], name: "rail", travel: 0.5 } },
        ],
        elements: [{ "torsion-spring": { on: "rail_travel", stiffness: 8, angle: 0.5 } }],
      },
      { until: 3, ...tight },
    );
    expect(last(result.of("rail_travel"))).toBeCloseTo(0.5 + 0.5 * Math.sin(6), 9);
  });

  test("a screw under gravity falls with the mass and the moment of its rotation together", () => {
    // m z'' + J (2 pi/p)^2 z'' = -m g
    const [m, J, p, g] = [2, 0.05, 0.4, 9.81];
    const result = run(
      {
        taut: 1,
        bodies: { nut: { mass: m, inertia: [0.03, 0.04, J], at: [0, 0, 0] } },
        joints: [{ screw: { between: ["world", "nut"], at: [0, 0, 0], axis: [0, 0, 1], pitch: p, name: "thread" } }],
        elements: [{ gravity: [0, 0, -g] }],
      },
      { until: 4, ...tight },
    );
    const a = (-m * g) / (m + J * ((2 * Math.PI) / p) ** 2);
    expect(last(result.of("thread_travel"))).toBeCloseTo((a * 16) / 2, 8);
    expect(last(result.of("thread_angle"))).toBeCloseTo((((a * 16) / 2) * 2 * Math.PI) / p, 7);
  });

  test("a cylindrical joint turns and slides independently", () => {
    const result = run(
      {
        taut: 1,
        bodies: { sleeve: { mass: 2, cylinder: [0.1, 0.3], at: [0, 0, 0], spin: [0, 0, 5], velocity: [0, 0, 1] } },
        joints: [{ cylindrical: { between: ["world", "sleeve"], at: [0, 0, 0], axis: [0, 0, 1], name: "pole" } }],
        elements: [{ gravity: [0, 0, -1] }, { "torsion-damper": { on: "pole_angle", damping: 0.02 } }],
      },
      { until: 2, ...tight },
    );
    const rate = 0.02 / ((2 * 0.01) / 2);
    expect(last(result.of("pole_travel"))).toBeCloseTo(2 - 2, 9);
    expect(last(result.of("pole_angle"))).toBeCloseTo((5 / rate) * (1 - Math.exp(-2 * rate)), 8);
  });

  test("a body on a planar joint slides along a slope and turns on it", () => {
    // gravity along a plane of slope 30 degrees
    const [s, c] = [0.5, Math.sqrt(3) / 2];
    const result = run(
      {
        taut: 1,
        bodies: {
          puck: { mass: 3, cylinder: [0.2, 0.05], at: [0, 0, 0], axis: [0, 1, 0], angle: Math.PI / 6, spin: [0, 0, 2] },
        },
        joints: [{ planar: { between: ["world", "puck"], at: [0, 0, 0], axis: [s, 0, c] } }],
        elements: [{ gravity: [0, 0, -9.81] }],
      },
      { until: 2, ...tight },
    );
    const way = (9.81 * s * 4) / 2;
    expect(last(result.of("puck_x"))).toBeCloseTo(way * c, 8);
    expect(last(result.of("puck_z"))).toBeCloseTo(-way * s, 8);
    expect(last(result.of("dot(puck_d1', puck_d2)"))).toBeCloseTo(2, 8);
  });

  test("a body on a distance to a fixed point swings as a pendulum whose point is its centre", () => {
    const machine = run(
      {
        taut: 1,
        bodies: { ball: { mass: 1, sphere: 0.1, at: [1, 0, 0] } },
        joints: [{ distance: { between: ["origin", "ball"], at: [1, 0, 0] } }],
        elements: [{ gravity: [0, 0, -9.81] }],
      },
      { until: 2, ...tight },
    );
    const single = run(
      { taut: 1, coordinates: { phi: 0 }, mass: 1, potential: "9.81*sin(phi)" },
      { until: 2, ...tight },
    );
    expect(last(machine.of("ball_x"))).toBeCloseTo(Math.cos(single.q[0]), 8);
    expect(last(machine.of("ball_z"))).toBeCloseTo(Math.sin(single.q[0]), 8);
  });

  test("a pin in a slot of a turning arm, and on the same line as a curve, moves as in polar coordinates", () => {
    // an arm with a slot through its centre, and a bead in it: r'' = r phi'^2, (J + m r^2) phi' constant
    const [J, m] = [0.4, 0.5];
    const bodies = {
      arm: { mass: 1, inertia: J, at: [0, 0], spin: 3 },
      bead: { mass: m, inertia: 0.01, at: [0.2, 0], velocity: [0, 0.6] },
    };
    const kinetic = `${m}/2*(r'^2 + r^2*phi'^2) + ${J}/2*phi'^2`;
    const polar = run(
      { taut: 1, coordinates: { r: { at: 0.2 }, phi: { velocity: 3 } }, kinetic },
      { until: 1, ...tight },
    );
    for (const joint of [
      { "point-in-slot": { between: ["bead", "arm"], at: [0.2, 0], axis: [1, 0], name: "slot", travel: 0.2 } },
      { "point-on-curve": { between: ["bead", "arm"], at: [0.2, 0], height: "0*x" } },
    ]) {
      const pin = { hinge: { between: ["world", "arm"], at: [0, 0], name: "pin" } };
      const machine = run({ taut: 1, bodies, joints: [pin, joint] }, { until: 1, ...tight });
      expect(machine.status).toBe("ok");
      expect(last(machine.of("norm(bead)"))).toBeCloseTo(polar.q[0], 8);
      expect(last(machine.of("pin_angle"))).toBeCloseTo(polar.q[1], 8);
      if ("point-in-slot" in joint) expect(last(machine.of("slot_travel"))).toBeCloseTo(polar.q[0], 8);
    }
  });

  test("wheels with teeth, a rack and a belt move as one coordinate with the moment of all", () => {
    const wheel = (x: number, r: number) => ({ mass: 1, cylinder: r, at: [x, 0] });
    const pin = (body: string, x: number) => ({ hinge: { between: ["world", body], at: [x, 0], name: body } });
    const [r1, r2, r3] = [0.3, 0.2, 0.1];
    const result = run(
      {
        taut: 1,
        bodies: { a: wheel(0, r1), b: wheel(1, r2), c: wheel(2, r3), bar: { mass: 2, box: [1, 0.1], at: [2, -0.1] } },
        joints: [
          ...[pin("a", 0), pin("b", 1), pin("c", 2)],
          { slider: { between: ["world", "bar"], at: [2, -0.1], axis: [1, 0], name: "bar" } },
        ],
        elements: [
          { gear: { between: ["a_angle", "b_angle"], ratio: 1.5 } },
          { belt: { between: ["b_angle", "c_angle"], ratio: 2 } },
          { rack: { between: ["c_angle", "bar_travel"], radius: r3 } },
          { torque: { on: "a_angle", torque: 0.4 } },
        ],
      },
      { until: 3, ...tight },
    );
    // b = -1.5 a, c = 2 b = -3 a, travel = 0.1 c = -0.3 a
    const J = (r1 * r1) / 2 + (2.25 * r2 * r2) / 2 + (9 * r3 * r3) / 2 + 2 * 0.09;
    const a = ((0.4 / J) * 9) / 2;
    expect(result.status).toBe("ok");
    expect(last(result.of("a_angle"))).toBeCloseTo(a, 8);
    expect(last(result.of("b_angle"))).toBeCloseTo(-1.5 * a, 8);
    expect(last(result.of("c_angle"))).toBeCloseTo(-3 * a, 8);
    expect(last(result.of("bar_travel"))).toBeCloseTo(-0.3 * a, 8);
  });

  test("a drive moves a joint as it says, and minus its multiplier is the torque that this takes", () => {
    const result = run(
      {
        taut: 1,
        bodies: { arm: { mass: 1.3, inertia: 0.25, at: [0.5, 0] } },
        joints: [{ hinge: { between: ["world", "arm"], at: [0, 0], name: "pin" } }],
        elements: [{ gravity: [0, -9.81] }, { drive: { on: "pin_angle", to: "3*t + t^2" } }],
        outputs: { torque: "-lambda(drive)" },
      },
      { until: 5, ...tight },
    );
    expect(last(result.of("pin_angle"))).toBeCloseTo(40, 9);
    expect(last(result.of("torque"))).toBeCloseTo((1.3 * 0.25 + 0.25) * 2 + 1.3 * 9.81 * 0.5 * Math.cos(40), 7);
  });

  test("a bushing with one soft direction is a spring and a damper in it", () => {
    const stiff = [50, 1e3, 1e3, 1e3, 1e3, 1e3];
    const result = run(
      {
        taut: 1,
        bodies: { block: { mass: 2, box: [0.1, 0.1, 0.1], at: [0, 0, 0], velocity: [1, 0, 0] } },
        joints: [
          { bushing: { between: ["world", "block"], at: [0, 0, 0], stiffness: stiff, damping: [4, 0, 0, 0, 0, 0] } },
        ],
      },
      { until: 1, ...tight },
    );
    const w = Math.sqrt(25 - 1);
    expect(last(result.of("block_x"))).toBeCloseTo((Math.exp(-1) * Math.sin(w)) / w, 9);
  });
});

describe("what bodies are made of", () => {
  test("a matrix of inertia with products, a centre away from the origin, and points of the body move as the same body in principal axes", () => {
    // the body of `plain`, described in axes that are turned by 0.7 about z, with the origin at (0.2, -0.1, 0.3) of it
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    const [A, B, C] = [0.1, 0.2, 0.25];
    const matrix = [
      [A * c * c + B * s * s, (B - A) * c * s, 0],
      [(B - A) * c * s, A * s * s + B * c * c, 0],
      [0, 0, C],
    ];
    const inAxes = ([x, y, z]: readonly number[]): number[] => [c * x + s * y, -s * x + c * y, z];
    const common = {
      joints: [{ ball: { between: ["world", "b"], at: [0, 0, 0] } }],
      elements: [{ gravity: [0, 0, -9.81] }],
    };
    const plain = run(
      {
        taut: 1,
        bodies: { b: { mass: 1, inertia: [A, B, C], at: [0.5, 0, 0], points: { tip: [0.5, 0.2, 0] } } },
        ...common,
      },
      { until: 1.5, ...tight },
    );
    const origin = [0.2, -0.1, 0.3];
    const other = run(
      {
        taut: 1,
        bodies: {
          b: {
            mass: 1,
            inertia: matrix,
            at: [0.5 + origin[0], origin[1], origin[2]],
            angle: 0.7,
            centre: inAxes(origin.map((x) => -x)),
            points: { tip: inAxes([0.5 - origin[0], 0.2 - origin[1], -origin[2]]) },
          },
        },
        ...common,
      },
      { until: 1.5, ...tight },
    );
    for (const name of ["b_x", "b_y", "b_z", "b_tip_x", "b_tip_y", "b_tip_z"])
      expect(last(other.of(name)), name).toBeCloseTo(last(plain.of(name)), 8);
  });

  test("shapes in space, and a disc in the plane, have the moments of textbooks", () => {
    const periods: readonly [object, number][] = [
      [{ box: [0.4, 0.2, 0.6], density: 5 }, (0.4 ** 2 + 0.2 ** 2) / 12],
      [{ cylinder: [0.3, 0.5], density: 5 }, 0.3 ** 2 / 2],
      [{ sphere: 0.3, density: 5 }, (2 / 5) * 0.3 ** 2],
      [{ bar: [0.6, 0.1], density: 5 }, 0.6 ** 2 / 12 + 0.1 ** 2 / 4],
      [{ plate: [0.4, 0.2], mass: 3 }, (0.4 ** 2 + 0.2 ** 2) / 12],
    ];
    for (const [shape, moment] of periods) {
      // turning about axis 3 with a spring k = m: phi'' = -phi/(J/m)
      const result = run(
        {
          taut: 1,
          bodies: { b: { ...shape, at: [0, 0, 0], spin: [0, 0, 0.1] } },
          joints: [{ hinge: { between: ["world", "b"], at: [0, 0, 0], axis: [0, 0, 1], name: "pin" } }],
          outputs: { kinetic2: "kinetic()" },
        },
        { until: 0.1, ...tight },
      );
      const mass = "mass" in shape ? 3 : massOf(shape);
      expect(result.of("kinetic2")[0], JSON.stringify(shape)).toBeCloseTo((mass * moment * 0.01) / 2, 12);
    }
  });
});

/** Masses of the shapes above with density 5. */
function massOf(shape: object): number {
  if ("box" in shape) return 5 * 0.4 * 0.2 * 0.6;
  if ("cylinder" in shape) return 5 * Math.PI * 0.09 * 0.5;
  if ("sphere" in shape) return ((5 * 4) / 3) * Math.PI * 0.027;
  return 5 * Math.PI * 0.01 * 0.6;
}

describe("a point of a body is a point", () => {
  const bodies = {
    arm: {
      mass: 1,
      inertia: 0.1,
      at: [0.5, 0],
      points: { tip: [0.5, 0.1], end: [-0.5, 0] },
      directions: { nose: [0, 1] },
    },
  };
  const joints = [{ hinge: { between: ["origin", "arm_end"], name: "pin" } }];

  test("springs, dampers, rods, pushes, events and expressions act on it as on the place in closed form", () => {
    const elements = [
      { gravity: [0, -9.81] },
      { spring: { between: ["arm_tip", "wall"], stiffness: 20, length: 0.3 } },
      { damper: { between: ["arm_tip", "wall"], damping: 0.5 } },
      { push: { on: "arm_tip", force: ["0.5*t", 0] } },
    ];
    const machine = run(
      {
        taut: 1,
        ...{ bodies, joints, elements, points: { wall: { at: [1.2, 0.6], fixed: true } } },
        run: { events: { level: { when: "arm_tip_y", direction: "falling" } } },
      },
      { until: 1.2, ...tight },
    );
    const tip = "[cos(phi) - 0.1*sin(phi), sin(phi) + 0.1*cos(phi)]";
    const apart = `(${tip} - [1.2, 0.6])`;
    const way = `norm(${apart})`;
    const single = run(
      {
        taut: 1,
        coordinates: { phi: 0 },
        mass: 0.1 + 0.25,
        potential: `9.81*0.5*sin(phi) + 10*(${way} - 0.3)^2`,
        force: {
          phi: `0.5*t*(-sin(phi) - 0.1*cos(phi)) - 0.5*(dot(${apart}, [-sin(phi) - 0.1*cos(phi), cos(phi) - 0.1*sin(phi)])/${way})^2*phi'`,
        },
        run: { events: { level: { when: "sin(phi) + 0.1*cos(phi)", direction: "falling" } } },
      },
      { until: 1.2, ...tight },
    );
    expect(machine.status).toBe("ok");
    expect(last(machine.of("pin_angle"))).toBeCloseTo(single.q[0], 8);
    expect(machine.events.length).toBe(single.events.length);
    for (const [k, { t }] of machine.events.entries()) expect(t).toBeCloseTo(single.events[k].t, 8);
    expect(last(machine.of("arm_nose_x"))).toBeCloseTo(-Math.sin(single.q[0]), 8);
    expect(last(machine.of("arm_tip_x'"))).toBeCloseTo(
      (-Math.sin(single.q[0]) - 0.1 * Math.cos(single.q[0])) * single.v[0],
      7,
    );
  });

  test("families of bodies and joints by repeat are the same machine as bodies written out", () => {
    const n = 5;
    const link = { mass: 1, inertia: [0.02, 0.1, 0.1], points: { end: [0.5, 0, 0], begin: [-0.5, 0, 0] } };
    const family = run(
      {
        taut: 1,
        bodies: { link: { ...link, repeat: n, at: ["i + 0.5", 0, 0] } },
        joints: [
          { hinge: { between: ["world", "link[0]"], at: [0, 0, 0], axis: [0, 1, 0] } },
          { hinge: { repeat: n - 1, between: ["link_end[i]", "link_begin[i+1]"], axis: [0, 1, 0], name: "pin" } },
        ],
        elements: [{ gravity: [0, 0, -9.81] }, { spring: { between: ["origin", `link_end[${n - 1}]`], stiffness: 3 } }],
        outputs: { bend: "pin_angle[2]" },
      },
      { until: 0.7, ...tight },
    );
    const single = run(
      {
        taut: 1,
        bodies: Object.fromEntries(Array.from({ length: n }, (_, i) => [`link${i}`, { ...link, at: [i + 0.5, 0, 0] }])),
        joints: Array.from({ length: n }, (_, i) => ({
          hinge: {
            between: [i === 0 ? "world" : `link${i - 1}`, `link${i}`],
            at: [i, 0, 0],
            axis: [0, 1, 0],
            name: `pin${i}`,
          },
        })),
        elements: [{ gravity: [0, 0, -9.81] }, { spring: { between: ["origin", `link${n - 1}_end`], stiffness: 3 } }],
      },
      { until: 0.7, ...tight },
    );
    expect(family.status).toBe("ok");
    expect(last(family.of("link[4]_z"))).toBeCloseTo(last(single.of("link4_z")), 9);
    expect(last(family.of("bend"))).toBeCloseTo(last(single.of("pin3_angle")), 9);
  });
});
