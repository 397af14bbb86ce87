import { expect, test } from "vitest";
import { type ModelData, ModelError, modelHash, prepareRun, sceneOf, validateModel } from "../../src/index.js";
import { poser } from "../../src/scene/index.js";

/** The scene of a model, and a function that gives the place of its point `i` at a state. */
function pictured(model: Record<string, unknown>) {
  const { lowered, workspace } = prepareRun({ taut: 1, ...model, run: { until: 1 } } as ModelData);
  const scene = sceneOf(lowered, workspace);
  const placesAt = poser(scene);
  const place = (i: number, t: number, y: readonly number[]) => Array.from(placesAt(t, y).subarray(3 * i, 3 * i + 3));
  return { scene, place, initial: Array.from(workspace.initial) };
}

const crank = { parameters: { r: 2 }, coordinates: { theta: { mass: 1, at: 0.5 } } };

test("lines follow expressions of coordinates, velocities and t, in a model without points", () => {
  const { scene, place } = pictured({
    ...crank,
    let: { tip: ["r*cos(theta)", "r*sin(theta)"] },
    draw: [{ line: { through: [[0, 0], "tip", ["theta'", "t"]] } }],
  });
  expect(scene.dimension).toBe(2);
  expect(scene.links.map(({ from, to, style }) => [from, to, style])).toEqual([
    [0, 1, "line"],
    [1, 2, "line"],
  ]);
  const y = [0.3, 7];
  expect(place(1, 4, y)).toEqual([2 * Math.cos(0.3), 2 * Math.sin(0.3), 0]);
  expect(place(2, 4, y)).toEqual([7, 4, 0]);
});

test("tables, members of families and repetitions can be drawn", () => {
  const { scene, place } = pictured({
    coordinates: { q: { mass: 1, repeat: 3 } },
    tables: { road: { x: [0, 1, 2], y: [0, 10, 20], by: "linear", outside: "hold" } },
    draw: [
      {
        spring: {
          repeat: 2,
          through: [
            ["q[i]", "i"],
            ["q[i+1]", "road(t)"],
          ],
        },
      },
    ],
  });
  expect(scene.links.map(({ style }) => style)).toEqual(["spring", "spring"]);
  const y = [5, 6, 7, 0, 0, 0];
  expect(place(2, 0.5, y)).toEqual([6, 1, 0]);
  expect(place(3, 0.5, y)).toEqual([7, 5, 0]);
});

test("a shape on a body moves and turns with it", () => {
  const { scene, place, initial } = pictured({
    bodies: { arm: { mass: 1, inertia: 1, at: [3, 4], angle: "pi/2" } },
    draw: [
      { box: { body: "arm", at: [1, 0], size: [2, 1], along: [0, 1] } },
      { sphere: { body: "arm", at: [0, 2], radius: 0.5 } },
    ],
  });
  const [box, ball] = scene.shapes;
  const origin = (k: number) => scene.frames[k].origin;
  const close = (found: number[], wanted: number[]) =>
    found.forEach((x, c) => {
      expect(x).toBeCloseTo(wanted[c], 12);
    });
  close(place(origin(box.frame), 0, initial), [3, 5, 0]);
  close(place(origin(ball.frame), 0, initial), [1, 4, 0]);
  close(place(scene.frames[box.frame].axes[0], 0, initial), [-1, 0, 0]);
  expect(box.size.slice(0, 2)).toEqual([2, 1]);
});

test("bodies are frames whose joints follow them, also where the axes are turned at the start", () => {
  const { scene, place, initial } = pictured({
    bodies: {
      a: { mass: 1, inertia: [1, 2, 2.5], at: [1, 0, 0], axis: [1, 2, 3], angle: 0.7 },
      b: { mass: 1, inertia: [1, 2, 2.5], at: [3, 0, 0], axis: [-1, 1, 0.5], angle: -1.1 },
    },
    joints: [
      { hinge: { between: ["world", "a"], at: [0, 0, 0], axis: [0, 1, 0], name: "root" } },
      { ball: { between: ["a", "b"], at: [2, 0, 1] } },
    ],
  });
  expect(scene.joints.map(({ name, kind }) => [name, kind])).toEqual([
    ["root", "hinge"],
    ["ball 1", "ball"],
  ]);
  for (const { sides, name } of scene.joints)
    for (const side of sides)
      place(side, 0, initial).forEach((x, c) => {
        expect(x).toBeCloseTo((name === "root" ? [0, 0, 0] : [2, 0, 1])[c], 12);
      });
  expect(scene.frames.map(({ places }) => places?.length)).toEqual([2, 1]);
});

test("planes, guides, loads, the periodic box and atoms are part of the picture", () => {
  const { scene, place } = pictured({
    points: { a: { mass: 1, at: [0, 1] }, b: { mass: 2, at: [0, 2] } },
    elements: [
      { "point-on-plane": { on: "a", through: [0, 1], normal: [0, 5] } },
      { "point-on-line": { on: "b", direction: [3, 4], through: [0, 2] } },
      { push: { on: "b", force: ["t", "b_y"] } },
    ],
  });
  expect(scene.marks.slice(0, 2)).toEqual([
    { kind: "plane", through: [0, 1], unit: [0, 1] },
    { kind: "guide", through: [0, 2], unit: [0.6, 0.8] },
  ]);
  const [, , load] = scene.marks;
  if (load.kind !== "force") throw new Error("a load is expected");
  expect(place(load.vector, 3, [0, 1, 0, 9, 0, 0, 0, 0])).toEqual([3, 9, 0]);
  const argon = pictured({
    units: "eV-Å-amu",
    box: [9, 9, 9],
    points: {
      x: { mass: 39.948, at: [0, 0, 0], sigma: 3, epsilon: 0.01 },
      y: { mass: 77, at: [4, 0, 0], sigma: 3, epsilon: 0.01 },
    },
    elements: [{ "lennard-jones": { cutoff: 4 } }],
  });
  expect(argon.scene.box).toEqual([9, 9, 9]);
  expect(argon.scene.points.slice(0, 2).map(({ element }) => element)).toEqual(["Ar", undefined]);
});

test("what is drawn changes neither the model's hash nor its equations", () => {
  const plain = validateModel({ taut: 1, ...crank });
  const drawn = validateModel({ taut: 1, ...crank, draw: [{ pin: { at: [0, 0] } }] });
  expect(modelHash(drawn)).toBe(modelHash(plain));
});

/** What is wrong with a model. */
function problem(model: Record<string, unknown>): string {
  try {
    prepareRun({ taut: 1, ...crank, ...model, run: { until: 1 } } as ModelData);
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
  return "none";
}

test.each([
  [
    [
      {
        lien: {
          through: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    ],
    'draw[0]: "lien" cannot be drawn. Did you mean "line"?',
  ],
  [[{ line: { through: [[0, 0]] } }], "draw[0].line.through: a line goes through at least two places"],
  [
    [
      {
        line: {
          through: [
            [0, 0],
            [1, "phi"],
          ],
        },
      },
    ],
    'unknown name "phi"',
  ],
  [
    [
      {
        line: {
          through: [
            [0, 0],
            [1, 1, 1],
          ],
        },
      },
    ],
    "must have 2 components",
  ],
  [[{ sphere: { at: [0, 0] } }], "a sphere needs at, radius; radius is missing"],
  [[{ sphere: { at: [0, 0], radius: -1 } }], "draw[0].sphere.radius: a size must be a number above 0"],
  [[{ sphere: { at: [0, 0], radius: "theta" } }], "draw[0].sphere.radius"],
  [[{ pin: { at: [0, 0], radius: 2 } }], "draw[0].pin.radius: a pin has no such entry"],
  [[{ box: { at: [0, 0], size: [1, 2, 3] } }], "a box must have 2 edges here; it has 3"],
  [
    [
      {
        spring: {
          through: [
            [0, 0],
            [1, 1],
            [2, 2],
          ],
        },
      },
    ],
    "a spring needs two places; it has 3",
  ],
  [[{ pin: { at: [0, 0], body: "arm" } }], 'there is no body "arm"'],
  [[{ pin: { at: [0, 0], colour: "red" } }], "must be one of ink"],
  [[{ pin: { at: [0, 0] }, line: {} }], "must have one kind of thing; got 2"],
  [[{ pin: { repeat: 30000, at: [0, 0] } }], "at most 20000 things"],
  [[{ pin: { at: ["lambda(x)", 0] } }], "only forces and outputs may read multipliers"],
])("a wrong entry is refused: %j", (draw, says) => {
  expect(problem({ draw })).toContain(says);
});

test("the edges of a box on a body are along its axes, also where products of inertia turn its directors", () => {
  const inertia = [
    [2, 0.5, 0],
    [0.5, 2.2, 0.3],
    [0, 0.3, 1.9],
  ];
  const box = { at: [0, 0, 0], size: [3, 2, 1], body: "stone", along: [0, 0, 1], across: [1, 0, 0] };
  const { scene, place, initial } = pictured({
    bodies: { stone: { mass: 1, inertia, at: [0, 0, 0], axis: [1, 0, 0], angle: 0.7 } },
    draw: [{ box }],
  });
  const { axes } = scene.frames[scene.shapes[0].frame];
  // the third axis of the body, then its first
  const expected = [
    [0, -Math.sin(0.7), Math.cos(0.7)],
    [1, 0, 0],
  ];
  for (const [k, axis] of expected.entries())
    for (const [c, x] of axis.entries()) expect(place(axes[k], 0, initial)[c]).toBeCloseTo(x, 12);
});
