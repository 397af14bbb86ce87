import { expect, test } from "vitest";
import { compileSystem } from "../compile/index.js";
import { newState, type State } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { lower, validateModel } from "../model/index.js";
import { pathWork } from "./path-work.js";

/** The work of the force of a planar centre, -q/|q|^3, whose potential is -1/|q|. */
function centre() {
  const model = { taut: 1, name: "centre", coordinates: { x: { at: 1 }, y: { at: 0 } }, mass: 1 };
  const force = { x: "-x/(x^2 + y^2)^1.5", y: "-y/(x^2 + y^2)^1.5" };
  const workspace = compileSystem(lower(validateModel({ ...model, force }, catalogue), catalogue)).workspace();
  const state = newState(workspace.arena, 4, 2);
  const at = (t: number, ...y: number[]): State => {
    state.t = t;
    state.y.set(y);
    return state;
  };
  return { work: pathWork(workspace.mechanics!.power!, workspace.arena, 2, 1e-12), at };
}

test("the work along a quarter of a circle and outwards is the difference of the potentials", () => {
  const { work, at } = centre();
  const angle = Math.PI / 2;
  work.begin(at(0, 1, 0, 0, 1));
  expect(work.to(at(angle, 0, 1, -1, 0))).toBeCloseTo(0, 12);
  work.advance(at(angle, 0, 1, -1, 0));
  expect(work.to(at(2 * angle, 0, 4, 0, 2))).toBeCloseTo(1 / 4 - 1, 12);
  expect(work.error).toBeLessThan(1e-12);
});

test("half a turn goes around the centre, where a straight line would meet it", () => {
  const { work, at } = centre();
  work.begin(at(0, 1, 0, 0, 1));
  expect(work.to(at(Math.PI, -2, 0, 0, -0.5))).toBeCloseTo(1 / 2 - 1, 11);
});

test("a path on which the force has no value leaves an error that is not finite, and a work that is", () => {
  const { work, at } = centre();
  work.begin(at(0, 1, 0, 0, 0));
  expect(work.to(at(1, -1, 0, 0, 0))).toBe(0);
  work.advance(at(1, -1, 0, 0, 0));
  expect(work.error).toBe(Number.POSITIVE_INFINITY);
});
