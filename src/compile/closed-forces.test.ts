import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { lower, validateModel } from "../model/index.js";
import { closedForces } from "./closed-forces.js";

const two = { taut: 1, name: "two", coordinates: { x: { at: 1 }, y: { at: 0.5 } }, mass: 1 };
const points = { taut: 1, name: "points", points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [0, 2] } } };
const isClosed = (model: object): boolean =>
  closedForces(lower(validateModel(model, catalogue), catalogue)) !== undefined;

describe("forces that have a potential although it is not written", () => {
  const pull = "3*(norm(a - b) - 1)*(a - b)/norm(a - b)";
  const slack = "3*max(norm(a - b) - 1, 0)*(a - b)/norm(a - b)";
  test.each<[string, object]>([
    ["a linear spring", { ...two, force: { x: "-4*x" } }],
    ["a linear spring across two coordinates", { ...two, force: { x: "-4*x + y", y: "x - 3*y" } }],
    ["a central force", { ...two, force: { x: "-x/(x^2 + y^2)^1.5", y: "-y/(x^2 + y^2)^1.5" } }],
    [
      "one around the origin, which has no potential of one value",
      { ...two, force: { x: "-y/(x^2 + y^2)", y: "x/(x^2 + y^2)" } },
    ],
    ["a spring beside a force that turns the velocity", { ...two, force: { x: "-4*x + 0.7*y'", y: "-3*y - 0.7*x'" } }],
    ["a spring between points", { ...points, force: { a: `-${pull}`, b: pull } }],
    ["a rope that pulls beyond its length", { ...points, force: { a: `-${slack}`, b: slack } }],
    ["a force that jumps, on its own coordinate", { ...two, force: { x: "-sign(x)" } }],
    ["a constant force", { ...two, force: { x: "2" } }],
    ["terms of 40 coordinates, in several laws", wide((k) => `c${(k + 1) % 40} - 2*c${k} + c${(k + 39) % 40}`)],
  ])("%s", (_, model) => {
    expect(isClosed(model)).toBe(true);
  });
});

describe("forces that have none", () => {
  test.each<[string, object]>([
    ["a spring that turns", { ...two, force: { x: "-x - 0.1*y", y: "-y + 0.1*x" } }],
    ["almost a central force", { ...two, force: { x: "-x/(x^2 + y^2)^1.5", y: "-1.000001*y/(x^2 + y^2)^1.5" } }],
    ["friction", { ...two, force: { x: "-4*x - 1e-9*x'" } }],
    ["friction beyond a length", { ...two, force: { x: "-4*x - where(x - 30, 1, 0)*x'" } }],
    ["a force of time", { ...two, force: { x: "sin(t)" } }],
    ["a force that jumps with another coordinate", { ...two, force: { x: "-x", y: "-y*where(x, 1, 2)" } }],
    [
      "a force that differs beyond a kink that the start does not reach",
      { ...two, force: { x: "-x + max(y - 3, 0)" } },
    ],
    ["a force on one of two points only", { ...points, force: { a: "b - a" } }],
    ["terms of 40 coordinates, of which one is not answered", wide((k) => `c${(k + 1) % 40} - c${k}`)],
  ])("%s", (_, model) => {
    expect(isClosed(model)).toBe(false);
  });
});

/** Coordinates c0 to c39, each with a force of its own. */
function wide(force: (k: number) => string): object {
  const indices = Array.from({ length: 40 }, (_, k) => k);
  return {
    ...{ taut: 1, name: "wide", mass: 1 },
    coordinates: Object.fromEntries(indices.map((k) => [`c${k}`, { at: Math.sqrt(k) }])),
    force: Object.fromEntries(indices.map((k) => [`c${k}`, force(k)])),
  };
}
