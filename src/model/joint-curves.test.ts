import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { lower } from "./lower.js";
import { validateModel } from "./validate.js";

const plane = (entry: object): unknown => ({
  taut: 1,
  bodies: {
    cam: { mass: 1, cylinder: 0.05, at: [0, 0] },
    follower: { mass: 1, box: [0.02, 0.1], at: [0, 0.11], points: { tip: [0, -0.05] } },
  },
  joints: [{ "point-on-curve": { between: ["follower_tip", "cam"], ...entry } }],
});

const space = (surface: string): unknown => ({
  taut: 1,
  bodies: { ball: { mass: 1, sphere: 0.1, at: [0, 0, 1] } },
  joints: [{ "point-on-surface": { between: ["ball", "world"], at: [0, 0, 1], surface } }],
});

const lowered = (data: unknown): unknown => lower(validateModel(data, catalogue), catalogue);

describe("the texts of curves and surfaces", () => {
  test.each([
    ["radius", { radius: "0.05 + c&os(phi)" }, 'joints[0].point-on-curve.radius: "0.05 + c&os(phi)", column 9: '],
    [
      "radius",
      { radius: "0.05) + (0.01" },
      'joints[0].point-on-curve.radius: "0.05) + (0.01", column 5: there is no open',
    ],
    ["height", { height: "(" }, 'joints[0].point-on-curve.height: "(", column 2: '],
  ])("a %s that is not an expression by itself is refused at its place: %o", (_, entry, sentence) => {
    expect(() => lowered(plane(entry))).toThrow(sentence);
  });

  test("a surface that is not an expression by itself is refused at its place", () => {
    expect(() => lowered(space("x) + (z"))).toThrow(
      'joints[0].point-on-surface.surface: "x) + (z", column 2: there is no open bracket',
    );
  });

  test.each([{ radius: "0.06*phi(2)" }, { radius: "x'" }, { height: "y'*x" }])(
    "a name that becomes a longer text is neither a function nor has a rate: %o",
    (entry) => {
      expect(() => lowered(plane(entry))).toThrow("as numbers, not as functions or with primes");
    },
  );

  test("the names that a joint makes for itself are unknown", () => {
    expect(() => lowered(plane({ height: "0.06 + _o1" }))).toThrow('the unknown name "_o1"');
  });

  test("sound ones are accepted", () => {
    expect(() => lowered(plane({ radius: "0.06 + 0.001*cos(2*phi)" }))).not.toThrow();
    expect(() => lowered(plane({ height: "0.06 + 0*x" }))).not.toThrow();
    expect(() => lowered(space("x^2 + y^2 + z^2 - 1"))).not.toThrow();
  });
});
