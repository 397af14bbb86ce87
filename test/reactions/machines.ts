/** Machines with every kind of joint and body, for tests of reactions. */

const links = (inertia: number | readonly number[], lift: readonly number[]) => ({
  crank: { mass: 1, inertia, at: [0, 0.5, ...lift], angle: "pi/2" },
  coupler: { mass: 2, inertia, at: [1.5, 1.5, ...lift], angle: "atan2(1, 3)" },
  rocker: { mass: 1.5, inertia, at: [3.5, 1, ...lift], angle: "atan2(2, -1)" },
});
const chain = (kind: string, more: object, lift: readonly number[]) => [
  { [kind]: { between: ["world", "crank"], at: [0, 0, ...lift], name: "A", ...more } },
  { [kind]: { between: ["crank", "coupler"], at: [0, 1, ...lift], name: "B", ...more } },
  { [kind]: { between: ["coupler", "rocker"], at: [3, 2, ...lift], name: "C", ...more } },
  { [kind]: { between: ["rocker", "world"], at: [4, 0, ...lift], name: "D", ...more } },
];
const torque = (value: unknown) => ({ torque: { on: "crank", torque: value } });

export const machines: Readonly<Record<string, object>> = {
  "a planar four-bar of bodies": {
    taut: 1,
    bodies: links(0.3, []),
    joints: chain("ball", {}, []),
    elements: [{ gravity: [0, -9.81] }, torque("8*sin(3*t)")],
    run: { until: 2 },
  },
  "a four-bar with redundant hinges in space": {
    taut: 1,
    bodies: links([0.1, 0.3, 0.35], [0]),
    joints: chain("hinge", { axis: [0, 0, 1] }, [0]),
    elements: [{ gravity: [0.4, -9.81, 1] }],
    run: { until: 1 },
  },
  "a bar, a flat body and a solid one on ball, universal and hinge": {
    taut: 1,
    bodies: {
      bar: { mass: 1, inertia: [0, 0.4, 0.4], at: [0.5, 0, 0], spin: [0, 1, 2] },
      plate: {
        mass: 2,
        inertia: [0.2, 0.3, 0.5],
        at: [1.5, 0.2, 0.1],
        axis: [1, 2, 3],
        angle: 0.4,
        spin: [1, 0.3, -0.5],
      },
      solid: { mass: 1.5, inertia: [0.2, 0.15, 0.3], at: [2.5, 0.1, 0.4], axis: [2, -1, 1], angle: 1.1 },
    },
    joints: [
      { ball: { between: ["world", "bar"], at: [0, 0, 0], name: "ground" } },
      { ball: { between: ["bar", "plate"], at: [1, 0, 0], name: "elbow" } },
      {
        universal: {
          between: ["plate", "solid"],
          at: [2, 0.3, 0.2],
          axes: [
            [0, 0, 1],
            [0.6, 0.8, 0],
          ],
          name: "cardan",
        },
      },
    ],
    elements: [{ gravity: [0.3, 0, -9.81] }],
    run: { until: 1 },
  },
  "a slider, a weld and a hinge with a push off the centre": {
    taut: 1,
    bodies: {
      cart: { mass: 3, inertia: [0.5, 0.6, 0.4], at: [0, 0, 0], velocity: [1, 0, 0] },
      mast: { mass: 1, inertia: [0.3, 0.3, 0.1], at: [0, 0, 0.8] },
      flap: { mass: 0.7, inertia: [0.05, 0.1, 0.12], at: [0.4, 0.1, 1.4], axis: [0, 1, 0], angle: 0.3 },
    },
    joints: [
      { slider: { between: ["cart", "world"], at: [0, 0.1, -0.2], axis: [1, 0, 0], name: "rail" } },
      { weld: { between: ["cart", "mast"], at: [0, 0, 0.3], name: "bolts" } },
      { hinge: { between: ["mast", "flap"], at: [0.1, 0, 1.4], axis: [0, 1, 0], name: "hook" } },
    ],
    elements: [{ gravity: [0, 0, -9.81] }, { push: { on: "mast", force: [2, 1, "sin(5*t)"], at: [0.1, 0.2, 0.3] } }],
    run: { until: 1.5 },
  },
};
