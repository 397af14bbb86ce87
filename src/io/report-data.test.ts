import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { validateModel } from "../model/index.js";
import { prepareRun } from "../run/run.js";
import { poser } from "../scene/index.js";
import { runReportData } from "./report-data.js";

const reported = (model: object, settings: object = {}, options: { readonly arrows?: boolean } = {}) => {
  const prepared = prepareRun(validateModel({ taut: 1, ...model }, catalogue), {
    settings: { until: 0.1, ...settings },
    solve: { multipliers: true },
    frames: 10,
  });
  while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  return runReportData(prepared, prepared.run.solution(), "", "", options);
};

test("the report shows the largest multipliers of all constraints, not the largest of the first", () => {
  // masses that hang on a rod each: the tension of rod i is that of its mass
  const count = 40;
  const heavy = [5, 17, 22, 23, 29, 31, 36, 39];
  const mass = heavy.map((k) => `(i - ${k})^2`).join("*");
  const { ledger } = reported({
    points: {
      bob: { repeat: count, mass: `1 + 9*exp(-1e3*${mass})`, at: ["i", -1] },
      pin: { repeat: count, fixed: true, at: ["i", 0] },
    },
    elements: [{ rod: { repeat: count, between: ["pin[i]", "bob[i]"], length: 1 } }, { gravity: [0, -10] }],
  });
  expect(ledger.constraints).toBe(count);
  expect(ledger.multipliers!.map(({ name }) => name)).toEqual(heavy.map((k) => `rod[${k}]`));
});

test("the report lists the largest changes that the start made, of all", () => {
  const count = 40;
  const { start } = reported({
    points: {
      bob: { repeat: count, mass: 1, at: ["i", "-1 - 0.001*i"] },
      pin: { repeat: count, fixed: true, at: ["i", 0] },
    },
    elements: [{ rod: { repeat: count, between: ["pin[i]", "bob[i]"], length: 1 } }],
  });
  expect(start!.count).toBe(count - 1);
  expect(start!.moved[0].name).toBe("bob[39]_y");
});

test("arrows at joints are at the pin and have the weight of what hangs there; without the option there are none", () => {
  const hanging = {
    bodies: { arm: { mass: 2, bar: 1, at: [0, -0.5] } },
    joints: [{ hinge: { between: ["world", "arm"], at: [0, 0], name: "pin" } }],
    elements: [{ gravity: [0, -10] }],
  };
  const shown = (arrows: boolean) => {
    const { picture } = reported(hanging, {}, { arrows });
    if (picture?.kind !== "scene") throw new Error("a body is drawn");
    return picture;
  };
  expect(shown(false).scene.marks.filter(({ kind }) => kind === "reaction")).toEqual([]);
  const { scene, states, width, times } = shown(true);
  const mark = scene.marks.find(({ kind }) => kind === "reaction") as { at: number; vector: number };
  const last = times.length - 1;
  const places = poser(scene)(times[last], Array.prototype.slice.call(states, last * width, (last + 1) * width));
  const at = (i: number): number[] => Array.from(places.subarray(3 * i, 3 * i + 2));
  expect(at(mark.at)[0]).toBeCloseTo(0, 12);
  expect(at(mark.at)[1]).toBeCloseTo(0, 12);
  expect(at(mark.vector)[0]).toBeCloseTo(0, 9);
  expect(at(mark.vector)[1]).toBeCloseTo(20, 9);
});
