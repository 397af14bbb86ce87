import { describe, expect, test } from "vitest";
import { catalogue } from "../../src/elements/index.js";
import { lower, parseModelText, resolveModel, validateModel } from "../../src/model/index.js";
import { ErrorCollector } from "../../src/model/model-errors.js";
import { quantityFor } from "../../src/model/units/given-quantities.js";
import { prepareRun } from "../../src/run/index.js";
import { inUnitsOf } from "../../src/study/quantities.js";

const lowered = (text: string) => lower(validateModel(parseModelText(text), catalogue), catalogue);
const head = (units: string | undefined) => `taut: 1\n${units === undefined ? "" : `units: ${units}\n`}`;

/** The values of parameters, given by texts, in a set of units. */
function values(parameters: Record<string, string | number>, units: string): Record<string, number> {
  const model = validateModel({ taut: 1, units, parameters, coordinates: { x: { mass: 1 } } }, catalogue);
  return resolveModel(model).parameters as Record<string, number>;
}

const parameter = (text: string, units: string): number => values({ p: text }, units).p;

describe("a number with a unit", () => {
  test.each([
    ["35 mm", "SI", 0.035],
    ["35 mm", "mm-t-s", 35],
    ["35 mm", "cgs", 3.5],
    ["3 kg", "mm-t-s", 0.003],
    ["3 kg", "cgs", 3000],
    ["30 N/mm", "SI", 30000],
    ["30 N/mm", "mm-t-s", 30],
    ["30 N/mm", "cgs", 3e7],
    ["30 deg", "SI", Math.PI / 6],
    ["1500 rpm", "SI", 50 * Math.PI],
    ["2 rev/s", "SI", 4 * Math.PI],
    ["-9.81 m/s^2", "mm-t-s", -9810],
    ["7850 kg/m^3", "mm-t-s", 7.85e-9],
    ["210 GPa", "mm-t-s", 210000],
    ["2 h", "SI", 7200],
    ["12 V", "SI", 12],
    ["0.3 N*m", "mm-t-s", 300],
    ["1 in", "mm-t-s", 25.4],
    ["20mm", "SI", 0.02],
    ["2*(30 N/mm)", "SI", 60000],
    ["max(1 m/s, 3)", "SI", 3],
    ["4 mm^2", "SI", 4e-6],
    ["1 ps", "kJ/mol-nm-amu", 1],
    ["3 eV", "eV-Å-amu", 3],
    ["3 nm", "eV-Å-amu", 30],
  ])("%s in %s", (text, units, expected) => {
    expect(parameter(text, units) / expected).toBeCloseTo(1, 12);
  });

  test("is rounded once: 35 mm are the same number as 0.035 m", () => {
    for (let k = 1; k < 300; k++) expect(parameter(`${k} mm`, "SI")).toBe(k / 1000);
  });

  test("does not collide with names: m, s and N are parameters here", () => {
    const given = { m: 3, s: 5, N: 7, a: "2 m", b: "(20 m)/s", c: "2*m + (20 m)/N", d: "20 m/s" };
    expect(values(given, "mm-t-s")).toEqual({ m: 3, s: 5, N: 7, a: 2000, b: 4000, c: 6 + 20000 / 7, d: 20000 });
  });

  test.each(["30 rpm*t", "-2 m/t", "1 kg*t/s", "max(3 N*t, 1)"])("%s is refused, because t is the time", (text) => {
    expect(() => parameter(text, "SI")).toThrow(
      /"t" is the time in expressions.*in brackets, as in \(.*\)\*t, or write the mass in kg/,
    );
  });

  test("a tonne alone or at the front of a product is a unit", () => {
    expect(parameter("2 t", "SI")).toBe(2000);
    expect(parameter("7.85 t/m^3", "SI")).toBe(7850);
  });
});

const swing = (units: string, values: Record<string, string>) => `${head(units)}
parameters: { l: ${values.l}, m: ${values.m} }
points: { bob: { mass: m, at: [l, 0], velocity: [0, ${values.v}] } }
elements:
  - rod: { between: [origin, bob], length: l }
  - gravity: [0, ${values.g}]
outputs:
  angle: { of: "atan2(bob_x, -bob_y)", unit: deg, continuous: true }
  turned: { of: "atan2(bob_x, -bob_y)", continuous: true }
  tension: lambda(rod)
  force: reaction(rod, bob)
  felt: norm(bob'')
  total: energy()
  half: bob_x/2
run: { until: 3 s, rtol: 1e-9 }`;

const plain = { l: "1.5", m: "2", v: "-9", g: "-9.81" };
const suffixed = { l: "150 cm", m: "2000 g", v: "-900 cm/s", g: "-9.81 m/s^2" };

function solved(text: string) {
  const prepared = prepareRun(validateModel(parseModelText(text), catalogue));
  prepared.run.advance(Number.POSITIVE_INFINITY);
  return { prepared, solution: prepared.run.solution() };
}

describe("a model with units", () => {
  test("has the same bits as the model with the converted numbers", () => {
    const [a, b] = [solved(swing("SI", plain)), solved(swing("SI", suffixed))];
    expect(Array.from(b.solution.y)).toEqual(Array.from(a.solution.y));
  });

  test("is the same motion in other units", () => {
    const [a, b] = [solved(swing("SI", suffixed)), solved(swing("mm-t-s", suffixed))];
    a.solution.y.forEach((x, k) => {
      expect(b.solution.y[k] / 1000).toBeCloseTo(x, 5);
    });
  });

  test("knows the units of its results", () => {
    const { prepared } = solved(swing("SI", suffixed));
    const { labels } = prepared.workspace;
    expect([0, 1, 2, 3].map((k) => labels!.entry(k))).toEqual(["m", "m", "m/s", "m/s"]);
    expect([labels!.time, labels!.energy, labels!.multiplier(0)]).toEqual(["s", "J", "N"]);
    expect(labels!.residual).toEqual({ position: "m", velocity: "m/s" });
    const units = Object.fromEntries(prepared.outputs!.columns.map(({ name, unit }) => [name, unit]));
    expect(units).toEqual({
      ...{ angle: "deg", turned: "rad", tension: "N", force_x: "N", force_y: "N", felt: "m/s^2", total: "J" },
      // 2 may be a number with a unit
      half: undefined,
    });
    const small = solved(swing("mm-t-s", suffixed)).prepared.workspace.labels!;
    expect([small.entry(0), small.entry(2), small.multiplier(0), small.energy]).toEqual(["mm", "mm/s", "N", "mJ"]);
    const old = solved(swing("cgs", suffixed)).prepared.workspace.labels!;
    expect([old.entry(0), old.multiplier(0), old.energy]).toEqual(["cm", "dyn", "erg"]);
  });

  test("converts an output to its unit, also over turns", () => {
    const { prepared, solution } = solved(swing("SI", suffixed));
    const [angle, turned] = [0, 1].map((k) => prepared.outputs!.column(k, solution));
    expect(Math.abs(turned.at(-1)!)).toBeGreaterThan(Math.PI);
    angle.forEach((degrees, k) => {
      expect(degrees).toBeCloseTo((turned[k] * 180) / Math.PI, 9);
    });
  });

  test("takes the units of coordinates and states from their start values", () => {
    const { prepared } = solved(`${head("SI")}
coordinates: { theta: { at: 30 deg, mass: 2 kg*m^2 }, x: { velocity: 1 mm/s, mass: 1 kg }, free: { mass: 1 } }
states: { current: 0 A }
rates: { current: -current/(2 s) }
constraints: { tie: x - (2 m)*theta }
run: { until: 10 ms }`);
    const { labels } = prepared.workspace;
    expect([0, 1, 2, 3, 4, 5, 6].map((k) => labels!.entry(k))).toEqual([
      ...["rad", "m", undefined, "rad/s", "m/s", undefined, "A"],
    ]);
    expect(labels!.multiplier(0)).toBe("N");
  });

  test("has units on the joints of bodies and on the elements of its own", () => {
    const { labels } = lowered(`${head("SI")}
bodies: { arm: { mass: 1 kg, inertia: 200 g*cm^2, at: [10 cm, 0], spin: 1500 rpm } }
joints: [ball: { between: [world, arm], at: [0, 0 mm], name: pin }]
define: { tube: { on: [p], parameters: { radius: { unit: length } }, constraint: "norm(p) - radius" } }
elements: [tube: { on: arm, radius: 10 cm }]
run: { until: 1 ms }`);
    // the order of the rows: elements, then rigidity, then the pin
    expect([0, 1, 2, 3].map((k) => labels!.multiplier(k))).toEqual(["N", "J", "N", "N"]);
  });

  test("without units nothing is labelled", () => {
    const { labels, units } = lowered(swing("SI", plain).replace("units: SI\n", "").replace("3 s", "3"));
    expect([labels, units]).toEqual([undefined, undefined]);
  });
});

describe("values from outside", () => {
  const model = validateModel(parseModelText(swing("mm-t-s", suffixed)), catalogue);

  test("--set and sweeps take units", () => {
    expect(quantityFor(model, "", "l", "2 m")).toBe(2000);
    expect(quantityFor(model, "", "run.until", "2 ms")).toBe(0.002);
    const errors = new ErrorCollector();
    const study = inUnitsOf(
      model,
      {
        study: 1,
        model: "m.yaml",
        vary: { l: { from: "1 m", to: "2 m", count: 3 }, "run.method": ["rk4"], m: ["1 kg", 2] },
        random: { m: { uniform: ["1 kg", 3] } },
      },
      errors,
    );
    expect(errors.count).toBe(0);
    expect(study.vary).toEqual({ l: { from: 1000, to: 2000, count: 3 }, "run.method": ["rk4"], m: [0.001, 2] });
    expect(study.random).toEqual({ m: { uniform: [0.001, 3] } });
  });

  test("and refuse those of another kind", () => {
    expect(() => quantityFor(model, "set", "l", "2 kg")).toThrow(/must be a length; "2 kg" is a mass/);
    expect(() => quantityFor(model, "set", "run.until", "2 kg")).toThrow(/must be a time/);
    const { units: _, ...bare } = model;
    expect(() => quantityFor(bare, "set", "l", "2 m")).toThrow(/declares none. Write units: SI/);
  });
});
