import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { lower, modelJsonSchema, modelSnippets, parseModelText, validateModel } from "./index.js";
import { jointAbouts } from "./joint-kinds.js";

/** Points and bodies that every snippet can act on, in the plane and in space. */
const model = (dimension: number, list: string, item: string): string => {
  const at = (x: number, y: number): string => `[${[x, y, 0.3 * x].slice(0, dimension).join(", ")}]`;
  const spin = dimension === 2 ? "inertia: 1" : "inertia: [1, 1, 1]";
  return `taut: 1
points:
  p: { mass: 1, at: ${at(1, 0)}, charge: 1, sigma: 1, epsilon: 1 }
  q: { mass: 1, at: ${at(2, 1)}, charge: 1, sigma: 1, epsilon: 1 }
  r: { mass: 1, at: ${at(3, 0)}, charge: 1 }
  s: { mass: 1, at: ${at(4, 2)}, charge: 1 }
coordinates: { phi: { at: 0, mass: 1 }, psi: { at: 0, mass: 1 } }
bodies:
  left: { mass: 1, ${spin}, at: ${at(0, 2)}, points: { tip: ${at(0, 1)} } }
  right: { mass: 1, ${spin}, at: ${at(0, 3)}, points: { tip: ${at(1, 0)} } }
${list}:
  - ${item}
run: { until: 1 }
`;
};

const names = (list: "elements" | "joints", name: string): readonly string[] => {
  if (/torsion|drive|gear|belt|rack/.test(name)) return ["phi", "psi"];
  // a distance is between points of bodies
  if (name === "distance") return ["left_tip", "right_tip"];
  if (list === "joints" || name === "torque") return ["left", "right"];
  return ["p", "q", "r", "s"];
};

test.each([2, 3])(
  "in dimension %i there is a snippet for every element and joint, and each is a valid item",
  (dimension) => {
    const all = modelSnippets(catalogue, [], dimension);
    expect(all.filter(({ list }) => list === "elements").map(({ name }) => name)).toEqual(
      Object.keys(catalogue).filter((name) => dimension === 3 || name !== "dihedral"),
    );
    const joints = all.filter(({ list }) => list === "joints").map(({ name }) => name);
    expect(Object.keys(jointAbouts)).toEqual(expect.arrayContaining(joints));
    if (dimension === 3)
      expect(Object.keys(jointAbouts).filter((name) => !joints.includes(name))).toEqual(["point-on-curve"]);
    const wrong: string[] = [];
    for (const { list, name } of all) {
      const { text } = modelSnippets(catalogue, names(list, name), dimension).find(
        (each) => each.list === list && each.name === name,
      )!;
      try {
        lower(validateModel(parseModelText(model(dimension, list, text)), catalogue), catalogue);
      } catch (error) {
        wrong.push(`${text}: ${(error as Error).message}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

/** A value for every entry of a joint beside its bodies. */
const entries = (dimension: number): Readonly<Record<string, unknown>> => {
  const axis = [1, 0, 0].slice(0, dimension);
  return {
    ...{ at: axis, axis, axes: [axis, [0, 1, 0].slice(0, dimension)], name: "one" },
    ...{ angle: 0, travel: 0, pitch: 1, length: 1, surface: "x", radius: 1, height: "x" },
    ...{ stiffness: [1, 1, 1, 1, 1, 1].slice(0, dimension === 2 ? 3 : 6), damping: 1 },
  };
};

test.each([2, 3])(
  "in dimension %i the schema of a joint has the keys of its snippet, and other keys are refused by the model",
  (dimension) => {
    type Shape = { readonly properties: Record<string, unknown>; readonly required: readonly string[] };
    const sections = modelJsonSchema(catalogue) as unknown as {
      properties: { joints: { items: { properties: Record<string, Shape> } } };
    };
    const shapes = sections.properties.joints.items.properties;
    const accepted: string[] = [];
    for (const { name } of modelSnippets(catalogue, [], dimension).filter(({ list }) => list === "joints")) {
      const { text } = modelSnippets(catalogue, names("joints", name), dimension).find((each) => each.name === name)!;
      const data = parseModelText(model(dimension, "joints", text)) as { joints: Record<string, object>[] };
      const joint = data.joints[0][name];
      expect(Object.keys(shapes[name].properties), name).toEqual(expect.arrayContaining(Object.keys(joint)));
      expect(Object.keys(joint), name).toEqual(expect.arrayContaining([...shapes[name].required]));
      for (const [key, value] of Object.entries(entries(dimension))) {
        if (key in shapes[name].properties) continue;
        const wrong = { ...data, joints: [{ [name]: { ...joint, [key]: value } }] };
        try {
          lower(validateModel(wrong, catalogue), catalogue);
          accepted.push(`${name}: ${key}`);
        } catch {
          // refused, as the schema says
        }
      }
    }
    expect(accepted).toEqual([]);
  },
);
