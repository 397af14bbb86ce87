import { expect, test } from "vitest";
import { run } from "../../src/index.js";

/** A slider-crank in space with one planted mistake each; the sentence names the part in which it was planted. */

type Parts = Record<string, Record<string, unknown>>;
interface Machine {
  bodies: Parts;
  joints: Parts[];
  elements: Record<string, unknown>[];
}

const machine = (): Machine => ({
  bodies: {
    crank: { mass: 1, bar: [0.2, 0.02], at: [0.1, 0, 0], points: { tip: [0.1, 0, 0] } },
    rod: { mass: 1, bar: [0.5, 0.02], at: [0.45, 0, 0], points: { near: [-0.25, 0, 0], far: [0.25, 0, 0] } },
    piston: { mass: 1, box: [0.1, 0.1, 0.1], at: [0.7, 0, 0] },
  },
  joints: [
    { hinge: { between: ["world", "crank"], at: [0, 0, 0], axis: [0, 0, 1], name: "shaft" } },
    { ball: { between: ["crank_tip", "rod_near"], name: "big" } },
    { ball: { between: ["rod_far", "piston"], name: "small" } },
    { slider: { between: ["world", "piston"], at: [0.7, 0, 0], axis: [1, 0, 0], name: "bore" } },
  ],
  elements: [{ gravity: [0, 0, -9.81] }, { torque: { on: "shaft_angle", torque: 1 } }],
});

const drive = (on: string, to: unknown, name = "motor") => ({ drive: { on, to, name } });

const mistakes: readonly [string, (m: Machine) => unknown, string][] = [
  [
    "a body that is misspelt",
    ({ joints: [shaft] }) => (shaft.hinge.between = ["world", "crnk"]),
    'no body "crnk". Did you mean "crank"?',
  ],
  [
    "a point that is misspelt",
    ({ joints: [, big] }) => (big.ball.between = ["crank_tup", "rod_near"]),
    'Did you mean "crank_tip"?',
  ],
  ["a body of mass 0", ({ bodies }) => (bodies.rod.mass = 0), "bodies.rod"],
  ["a body without a mass", ({ bodies }) => delete bodies.rod.mass, "bodies.rod.mass: this is missing"],
  ["impossible moments", ({ bodies }) => (bodies.piston.inertia = [1, 1, 5]), "bodies.piston.inertia: each moment"],
  [
    "a matrix that is not symmetric",
    ({ bodies }) =>
      (bodies.piston.inertia = [
        [1, 0.2, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
    "bodies.piston.inertia[0][1]: a matrix of inertia must be symmetric",
  ],
  ["an axis of zero", ({ joints: [, , , bore] }) => (bore.slider.axis = [0, 0, 0]), "joints[3].slider: the axis"],
  [
    "an axis of the plane",
    ({ joints: [, , , bore] }) => (bore.slider.axis = [1, 0]),
    "joints[3].slider: an axis must have 3",
  ],
  [
    "a hinge without an axis",
    ({ joints: [shaft] }) => delete shaft.hinge.axis,
    "joints[0].hinge: a hinge needs an axis",
  ],
  ["a name twice", ({ joints: [, big] }) => (big.ball.name = "bore"), '"bore" is already used by joints[1].ball'],
  ["a joint without its place", ({ joints: [shaft] }) => delete shaft.hinge.at, "joints[0].hinge.at: this is missing"],
  [
    "a joint of the world with itself",
    ({ joints: [shaft] }) => (shaft.hinge.between = ["world", "world"]),
    "both are the world",
  ],
  ["the pitch of a hinge", ({ joints: [shaft] }) => (shaft.hinge.pitch = 1), "joints[0].hinge.pitch: a hinge joint"],
  ["two shapes", ({ bodies }) => (bodies.piston.sphere = 1), "bodies.piston.sphere: a body has one shape"],
  ["too few sizes", ({ bodies }) => (bodies.piston.box = [1, 2]), "bodies.piston.box: a box in space has 3 sizes"],
  ["a hinge across a thin bar", ({ bodies }) => (bodies.crank.bar = 0.2), 'the bar "crank"'],
  [
    "a point of the plane",
    ({ bodies }) => (bodies.rod.points = { near: [1, 2], far: [0, 0, 0] }),
    "bodies.rod.points.near",
  ],
  [
    "a drive on a joint that is misspelt",
    ({ elements }) => elements.push(drive("shft_angle", "t")),
    'Did you mean "shaft_angle"?',
  ],
  ["a drive on a body", ({ elements }) => elements.push(drive("crank", "t")), "elements[2].drive"],
  [
    "a spring on the travel of a joint",
    ({ elements }) => elements.push({ spring: { on: "bore_travel", stiffness: 3 } }),
    "elements[2].spring.on: spring acts on 2 nodes; got 1. Write spring: {between: [a, b], stiffness: …}, or use torsion-spring",
  ],
  [
    "a spring to a place without a name",
    ({ elements }) => elements.push({ spring: { between: ["crank_tip", [0, 1, 0]], stiffness: 3 } }),
    "points: {anchor: {fixed: true, at: [0, 1, 0]}}",
  ],
  [
    "a gear on a difference of angles",
    ({ elements }) => elements.push({ gear: { between: ["shaft_angle - bore_travel", "shaft_angle"], ratio: 2 } }),
    "An expression cannot stand here",
  ],
  [
    "a motor and a brake on one joint",
    ({ elements }) => elements.push(drive("shaft_angle", "3*t"), drive("shaft_angle", 0, "brake")),
    '"motor"',
  ],
  [
    "a rod that is too short for its loop",
    ({ bodies, joints: [shaft, , small] }) => {
      // everything by points, so that the bodies keep their lengths, and the bore far from the shaft
      bodies.crank.points = { tip: [0.1, 0, 0], foot: [-0.1, 0, 0] };
      bodies.rod.points = { near: [-0.05, 0, 0], far: [0.05, 0, 0] };
      bodies.piston = { ...bodies.piston, at: [0.7, 0.6, 0], points: { pin: [0, 0, 0] } };
      shaft.hinge = { between: ["origin", "crank_foot"], axis: [0, 0, 1], name: "shaft" };
      small.ball.between = ["rod_far", "piston_pin"];
    },
    'crank - "big" - rod - "small" - piston - "bore" - ground does not close',
  ],
  [
    "a crank that is held where its bearing is not",
    ({ bodies, joints: [shaft] }) => {
      bodies.crank = { ...bodies.crank, hold: true, points: { tip: [0.1, 0, 0], foot: [-0.15, 0, 0] } };
      shaft.hinge = { between: ["origin", "crank_foot"], axis: [0, 0, 1], name: "shaft" };
    },
    '"shaft" cannot be satisfied while "crank" must not move',
  ],
  [
    "an axis that is turned in a planar loop of hinges",
    (m) => {
      m.joints[1] = { hinge: { between: ["crank_tip", "rod_near"], axis: [0, 0, 1], name: "big" } };
      m.joints[2] = { hinge: { between: ["rod_far", "piston"], axis: [0, 0.2, 1], name: "small" } };
    },
    'without the directions that one of the joints "small", "bore" fixes',
  ],
  ["a body that is held by true as text", ({ bodies }) => (bodies.rod.hold = "yes"), "bodies.rod.hold"],
  [
    "a joint twice",
    ({ joints }) =>
      joints.push({ slider: { between: ["world", "piston"], at: [0.7, 0, 0], axis: [1, 0, 0], name: "again" } }),
    'reactions of joints "bore", "again"',
  ],
];

test.each(mistakes)("%s is named", (_, plant, sentence) => {
  const planted = machine();
  plant(planted);
  const told = ((): string => {
    try {
      const { failure, notes } = run({ taut: 1, ...planted }, { until: 0.01 });
      return [failure?.message, ...notes].join("\n");
    } catch (error) {
      return String(error);
    }
  })();
  expect(told).toContain(sentence);
});

test("the machine without a mistake runs and says nothing", () => {
  const { status, warnings, notes } = run({ taut: 1, ...machine() }, { until: 0.01 });
  expect(status).toBe("ok");
  expect([...warnings, ...notes.filter((note) => note.includes("redundant"))]).toEqual([]);
});
