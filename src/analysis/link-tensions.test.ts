import { expect, test } from "vitest";
import { compileSystem } from "../compile/index.js";
import { catalogue } from "../elements/index.js";
import { lower, parseModelText, validateModel } from "../model/index.js";
import { linkTensions } from "./link-tensions.js";
import { sceneOf } from "./scene/scene-of.js";

function tensions(text: string, change: (y: Float64Array) => void = () => {}, t = 0) {
  const lowered = lower(validateModel(parseModelText(text), catalogue), catalogue);
  const workspace = compileSystem(lowered).workspace();
  const scene = sceneOf(lowered, workspace);
  const { count, at } = linkTensions(lowered, workspace, scene);
  const y = Float64Array.from(workspace.initial);
  change(y);
  const out = new Float64Array(count);
  at(out, t, y);
  return { out: Array.from(out), links: scene.links };
}

test("a spring pulls by stiffness times stretch and pushes by stiffness times shortening, whichever end is fixed", () => {
  const text = (between: string) => `
taut: 1
points: { a: { mass: 1, at: [3, 4] } }
elements: [{ spring: { between: ${between}, stiffness: 10, length: 4 } }]
`;
  for (const between of ["[origin, a]", "[a, origin]"]) {
    expect(tensions(text(between)).out[0]).toBeCloseTo(10, 12);
    expect(tensions(text(between), (y) => y.set([0, 1])).out[0]).toBeCloseTo(-30, 12);
  }
});

test("springs of a family and of a user's element each have their own force, and rods have multipliers instead", () => {
  const { out, links } = tensions(`
taut: 1
points: { p: { repeat: 3, mass: 1, at: [i, 0, 0] } }
define:
  quartic:
    on: [a, b]
    draw: spring
    parameters: { k: 1 }
    potential: k/4*norm(a - b)^4
elements:
  - rod: { between: [origin, "p[1]"] }
  - spring: { repeat: 2, between: ["p[i]", "p[i+1]"], stiffness: 1 + i, length: 0.5 }
  - quartic: { between: ["p[0]", "p[2]"], k: 3 }
`);
  const of = (style: string) => links.filter((link) => link.style === style).map(({ row, spring }) => [row, spring]);
  expect(of("rod")).toEqual([[0, -1]]);
  expect(of("spring").map(([row]) => row)).toEqual([-1, -1, -1]);
  expect(of("spring").map(([, spring]) => out[spring])).toEqual([0.5, 1, 24]);
});

test("a damper pulls its ends together while they separate, and a moving anchor is evaluated at the given time", () => {
  const damper = tensions(`
taut: 1
points: { a: { mass: 1, at: [1, 0], velocity: [2, 5] }, b: { mass: 1, at: [-1, 0] } }
elements: [{ damper: { between: [a, b], damping: 3 } }]
`);
  expect(damper.out[0]).toBeCloseTo(6, 12);
  const moving = `
taut: 1
points: { top: { fixed: true, at: [0, t] }, a: { mass: 1, at: [0, -1] } }
elements: [{ spring: { between: [top, a], stiffness: 2, length: 1 } }]
`;
  expect([1, 3].map((t) => tensions(moving, undefined, t).out[0])).toEqual([2, 6]);
});
