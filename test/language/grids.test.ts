import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { explainError } from "../../src/cli/exit.js";
import { readModel } from "../../src/cli/files.js";
import { compileSystem, lower, run, validateModel } from "../../src/index.js";
import { interpolated, interpolatedGrid, type Outside } from "../../src/model/interpolate.js";
import { evaluatePiecewise, type Piecewise } from "../../src/symbolic/index.js";

const x = [-1, -0.2, 0.1, 0.7, 1.5, 2];
const y = [0, 0.4, 1.1, 1.3, 2];
const both = (word: Outside): [Outside, Outside] => [word, word];
const sampled = (f: (a: number, b: number) => number) => x.map((a) => y.map((b) => f(a, b)));
/** Derivative of order i along x and j along y. */
const at = (table: Piecewise, a: number, b: number, i = 0, j = 0) => evaluatePiecewise(table, i + 4 * j, a, b);
const places = [
  [-0.95, 0.1],
  [0, 0.9],
  [0.4, 1.2],
  [1.99, 1.95],
] as const;

describe("interpolation on a grid", () => {
  test("linear is bilinear: exact for a + b x + c y + d x y, and a mean of the corners in the middle of a cell", () => {
    const f = (a: number, b: number) => 2 - a + 3 * b + 0.5 * a * b;
    const table = interpolatedGrid("f", { x, y, z: sampled(f) }, "linear", both("refuse"));
    for (const [a, b] of places) expect(Math.abs(at(table, a, b) - f(a, b))).toBeLessThan(1e-14);
    const one = interpolatedGrid(
      "c",
      {
        x: [0, 1],
        y: [0, 2],
        z: [
          [1, 2],
          [4, 9],
        ],
      },
      "linear",
      both("refuse"),
    );
    expect(at(one, 0.5, 1)).toBe(4);
    expect([at(one, 0, 0), at(one, 0, 2), at(one, 1, 0), at(one, 1, 2)]).toEqual([1, 2, 4, 9]);
  });

  test("cubic reproduces every product of cubics with all its derivatives", () => {
    const px = [(a: number) => 1 - a + a ** 3, (a: number) => -1 + 3 * a ** 2, (a: number) => 6 * a, () => 6];
    const py = [
      (b: number) => 2 * b - b ** 2 + 0.5 * b ** 3,
      (b: number) => 2 - 2 * b + 1.5 * b ** 2,
      (b: number) => -2 + 3 * b,
      () => 3,
    ];
    const table = interpolatedGrid("p", { x, y, z: sampled((a, b) => px[0](a) * py[0](b)) }, "cubic", both("refuse"));
    for (const [a, b] of places)
      for (let i = 0; i <= 3; i++)
        for (let j = 0; j <= 3; j++) expect(Math.abs(at(table, a, b, i, j) - px[i](a) * py[j](b))).toBeLessThan(1e-10);
    expect(table.joint).toBe("smooth");
  });

  test("cubic is the spline of another program", () => {
    // scipy.interpolate.RectBivariateSpline(x, y, z, kx=3, ky=3, s=0).ev(…, dx, dy), SciPy 1.17.1
    const z = [
      [-0.764, -0.993, -1.579, -1.792, -2.702],
      [-0.057, -0.115, -0.25, -0.299, -0.515],
      [0.33, 0.358, 0.423, 0.447, 0.548],
      [0.99, 1.157, 1.512, 1.635, 2.18],
      [1.129, 1.3, 1.594, 1.705, 2.327],
      [0.716, 0.769, 0.776, 0.816, 1.271],
    ];
    const orders = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 0],
      [2, 1],
    ];
    const expected = [
      [
        -0.7963697409928311, 0.4105470888554292, -0.5159514492974313, 0.22822652005154995, 2.0176266423204083,
        1.012918793656838,
      ],
      [
        0.19947357591604695, 2.0341694021160954, 0.0006808367791229647, 1.0180442903582123, -0.14297983463299677,
        -0.359268999499611,
      ],
      [
        1.0840962522187152, 1.9526383740466506, 0.41905172630916604, 0.8417498061665881, -1.794290949133046,
        -1.1496719819086554,
      ],
      [
        1.2468773906583777, -2.845188376740295, 1.0237916681277492, -0.5077178615275149, -2.982274669069654,
        -0.6591806071183375,
      ],
    ];
    const table = interpolatedGrid("s", { x, y, z }, "cubic", both("refuse"));
    places.forEach(([a, b], k) => {
      orders.forEach(([i, j], l) => {
        expect(Math.abs(at(table, a, b, i, j) - expected[k][l])).toBeLessThan(
          1e-12 * Math.max(1, Math.abs(expected[k][l])) * 10,
        );
      });
    });
  });

  test.each(["linear", "pchip", "cubic"] as const)(
    "%s is the function of one argument along every line of the grid",
    (by) => {
      const z = sampled((a, b) => Math.tanh(4 * a - b) + 0.1 * b);
      const table = interpolatedGrid("g", { x, y, z }, by, both("refuse"));
      const columns = y.map((_, j) => interpolated("x", { x, y: z.map((row) => row[j]) }, by, "refuse"));
      const rows = z.map((row) => interpolated("y", { x: y, y: row }, by, "refuse"));
      for (const part of [-0.9, 0, 0.3, 1.4])
        y.forEach((b, j) => {
          expect(Math.abs(at(table, part, b) - evaluatePiecewise(columns[j], 0, part))).toBeLessThan(1e-13);
        });
      for (const part of [0.2, 0.8, 1.25, 1.7])
        x.forEach((a, i) => {
          expect(Math.abs(at(table, a, part) - evaluatePiecewise(rows[i], 0, part))).toBeLessThan(1e-13);
        });
    },
  );

  test("pchip reproduces x y and has continuous slopes between the cells", () => {
    const product = interpolatedGrid("p", { x, y, z: sampled((a, b) => a * b) }, "pchip", both("refuse"));
    for (const [a, b] of places) expect(Math.abs(at(product, a, b) - a * b)).toBeLessThan(1e-13);
    const rough = interpolatedGrid(
      "r",
      { x, y, z: sampled((a, b) => Math.sin(7 * a + 3 * b)) },
      "pchip",
      both("refuse"),
    );
    expect(rough.joint).toBe("smooth");
    const before = (value: number) => value - 1e-9;
    for (const [i, j] of [
      [0, 0],
      [1, 0],
      [0, 1],
    ])
      for (const b of [0.2, 0.9, 1.6])
        for (const a of x.slice(1, -1))
          expect(Math.abs(at(rough, a, b, i, j) - at(rough, before(a), b, i, j))).toBeLessThan(1e-6);
  });

  test.each(
    (["linear", "pchip", "cubic"] as const).flatMap((by) =>
      (["hold", "extend"] as const).map((word) => [by, word] as const),
    ),
  )("derivatives of %s tables with outside: %s agree with differences, also outside", (by, word) => {
    const table = interpolatedGrid(
      "d",
      { x, y, z: sampled((a, b) => Math.exp(a / 2) * Math.sin(b + a)) },
      by,
      both(word),
    );
    const h = 1e-6;
    // not at a break; inside, beside, above and beyond a corner
    for (const [a, b] of [...places, [-3, 0.7], [0.3, 5], [7, -2], [2.5, 2.5]])
      for (const [i, j] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ]) {
        const alongX = (at(table, a + h, b, i, j) - at(table, a - h, b, i, j)) / (2 * h);
        const alongY = (at(table, a, b + h, i, j) - at(table, a, b - h, i, j)) / (2 * h);
        expect(Math.abs(at(table, a, b, i + 1, j) - alongX)).toBeLessThan(1e-7 * Math.max(1, Math.abs(alongX)));
        expect(Math.abs(at(table, a, b, i, j + 1) - alongY)).toBeLessThan(1e-7 * Math.max(1, Math.abs(alongY)));
      }
  });

  test("outside holds the nearest value, goes on with the slopes there, or has no value", () => {
    const z = sampled((a, b) => a + 2 * b + a * b);
    const made = (word: Outside) => interpolatedGrid("o", { x, y, z }, "linear", both(word));
    const close = (value: number, wanted: number) => expect(Math.abs(value - wanted)).toBeLessThan(1e-13);
    close(at(made("hold"), 9, 9), 2 + 4 + 4);
    close(at(made("hold"), -5, 1), -1 + 2 - 1);
    close(at(made("extend"), 3, 4), 3 + 8 + 12);
    for (const [a, b] of [
      [-1.1, 1],
      [0, -0.1],
      [2.1, 3],
      [0, Number.NaN],
    ])
      expect(at(made("refuse"), a, b)).toBeNaN();
    close(at(made("refuse"), 2, 2), 10);
    const mixed = interpolatedGrid("m", { x, y, z }, "linear", ["hold", "refuse"]);
    close(at(mixed, 7, 1), 2 + 2 + 2);
    expect(at(mixed, 7, 3)).toBeNaN();
  });

  test("a period in one argument, or both, is accurate to fourth order and smooth at its joint", () => {
    const error = (n: number) => {
      const xs = Array.from({ length: n + 1 }, (_, k) => (2 * Math.PI * k) / n);
      const ys = Array.from({ length: n + 1 }, (_, k) => k / n);
      const f = (a: number, b: number) => Math.sin(a) * Math.cos(2 * Math.PI * b);
      const z = xs.map((a, i) => ys.map((b, j) => f(i === n ? 0 : a, j === n ? 0 : b)));
      const table = interpolatedGrid("s", { x: xs, y: ys, z }, "cubic", [{ period: 2 * Math.PI }, { period: 1 }]);
      expect(table.joint).toBe("smooth");
      const grid = Array.from({ length: 30 }, (_, k) => -7 + 0.47 * k);
      return Math.max(...grid.flatMap((a) => grid.map((b) => Math.abs(at(table, a, b) - f(a, b)))));
    };
    expect(Math.log2(error(16) / error(32))).toBeGreaterThan(3.7);
  });
});

const mass = (words: object) => ({
  taut: 1,
  coordinates: { a: { at: 0.3, velocity: 1, mass: 1 }, b: { at: -0.2, velocity: 0.5, mass: 2 } },
  run: { until: 4, rtol: 1e-10, atol: 1e-12 },
  ...words,
});
const wide = [-4, -2, -1, 0, 1.5, 3, 4];
const bowl = (a: number, b: number) => 3 * a ** 2 + 2 * b ** 2 + 0.1 * a * b ** 3 + a * b;
const bowlTable = { x: wide, y: wide, z: wide.map((a) => wide.map((b) => bowl(a, b))), by: "cubic" };

describe("models with tables of two arguments", () => {
  test("a potential from a grid gives the forces of its polynomial, with explicit, implicit and Hessian methods", () => {
    const tabled = mass({ tables: { V: bowlTable }, potential: "V(a, b)" });
    const written = mass({ potential: "3*a^2 + 2*b^2 + 0.1*a*b^3 + a*b" });
    for (const method of ["dop853", "radau5", "bdf"] as const) {
      const [one, other] = [run(tabled, { method }), run(written, { method })];
      one.y.forEach((value, k) => {
        expect(Math.abs(value - other.y[k])).toBeLessThan(1e-7);
      });
    }
    const step = { method: "newmark", step: 0.01 } as const;
    const [one, other] = [run(tabled, step), run(written, step)];
    one.y.forEach((value, k) => {
      expect(Math.abs(value - other.y[k])).toBeLessThan(1e-9);
    });
  });

  test("a run that leaves the grid ends there and names the table and the argument", () => {
    const { failure } = run(
      mass({
        tables: {
          f: {
            x: [-9, 9],
            y: [-1, 1],
            z: [
              [1, 1],
              [1, 1],
            ],
          },
        },
        force: { b: "f(a, b)" },
      }),
    );
    expect(failure!.message).toContain("The table f has no values outside -1 to 1 in y.");
  });

  test("kinks are listed for linear grids only", () => {
    const switches = (by: string) =>
      compileSystem(lower(validateModel(mass({ tables: { f: { ...bowlTable, by } }, force: { a: "-f(a, b)" } }))))
        .switches!.length;
    expect([switches("linear"), switches("pchip"), switches("cubic")]).toEqual([1, 0, 0]);
  });

  test("repeated elements, lets, outputs, events, parameters and units use one", () => {
    const solution = run({
      taut: 1,
      units: "SI",
      parameters: { top: "20 N" },
      tables: {
        gas: {
          x: ["0 mm", "500 mm", "1 m"],
          y: ["0 s", "2 s"],
          z: [
            ["0 N", "0 N"],
            ["top/2", "top"],
            ["top", "2*top"],
          ],
          by: "linear",
          outside: { x: "hold", y: "extend" },
        },
      },
      let: { F: "gas(x[1], t)" },
      coordinates: { x: { repeat: 3, at: "0.25 m", mass: "100 kg" } },
      force: { "x[1]": "F" },
      outputs: { F: "F", half: "gas(0.5, 1)" },
      run: { until: 1, every: 0.5, events: { strong: { when: "F - (6 N)" } } },
    });
    expect(solution.of("half")).toEqual(Float64Array.of(15, 15, 15));
    expect(Math.abs(solution.of("F")[0] - 5)).toBeLessThan(1e-12);
    expect(solution.events.length).toBe(1);
  });
});

describe("grids from files", () => {
  const folder = mkdtempSync(join(tmpdir(), "taut-grids-"));
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  put("map.csv", "speed\\throttle,0,0.5,1\n0,0,5,10\n100,0,8,20\n300,-5,4,12\n");
  put(
    "list.csv",
    "torque,speed,throttle\n0,0,0\n20,100,1\n5,0,0.5\n10,0,1\n0,100,0\n8,100,0.5\n-5,300,0\n4,300,0.5\n12,300,1\n",
  );
  const model = (table: string) =>
    put(
      "model.yaml",
      `taut: 1\ntables: { T: { ${table} } }\ncoordinates: { w: { mass: 1 } }\noutputs: { M: "T(150, 0.75)" }\nrun: { until: 1 }\n`,
    );
  const refusal = (table: string): string => {
    try {
      readModel(model(table));
    } catch (error) {
      return explainError(error).message;
    }
    return "";
  };

  test("a grid with arguments along its sides and a list of points in any order give the same table", () => {
    const inline = "x: [0, 100, 300], y: [0, 0.5, 1], z: [[0, 5, 10], [0, 8, 20], [-5, 4, 12]], by: cubic";
    const [a, b, c] = [
      inline,
      "file: map.csv, layout: grid, by: cubic",
      "file: list.csv, x: speed, y: throttle, z: torque, by: cubic",
    ].map((table) => run(readModel(model(table))).of("M")[0]);
    expect([b, c]).toEqual([a, a]);
    expect(Number.isFinite(a)).toBe(true);
  });

  test("files that are not grids are refused with the line and the reason", () => {
    put("short.csv", "s,0,1\n0,1,2\n1,1\n");
    put("hole.csv", "x,y,z\n0,0,1\n0,1,1\n1,0,1\n");
    put("twice.csv", "x,y,z\n0,0,1\n0,1,1\n1,0,1\n1,0,2\n");
    expect(refusal("file: short.csv, layout: grid")).toMatch(
      /T\.file \(.*model\.yaml:2:\d+\): line 3 .* 3 numbers; it has 2/,
    );
    expect(refusal("file: hole.csv, z: z")).toMatch(/2 values of x and 2 of y that is 4 lines, and there are 3/);
    expect(refusal("file: twice.csv, z: z")).toMatch(/the point 1, 0 twice/);
    expect(refusal("file: map.csv, layout: grid, z: torque")).toMatch(/T\.z .*no names of columns; got "torque"/);
    expect(refusal("file: map.csv, layout: rows")).toMatch(/must be "columns" or "grid"; got "rows"/);
    expect(refusal("file: list.csv, z: power")).toMatch(/T\.z .*no column "power".*torque, speed, throttle/);
  });
});
