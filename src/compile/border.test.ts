/** Systems with hubs, whose multipliers are eliminated through a border, against dense algebra with all of G, M and S. */

import { describe, expect, test } from "vitest";
import type { Workspace } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { denseLu } from "../linalg/dense-lu.js";
import { lower, validateModel } from "../model/index.js";
import { prepareRun, run } from "../run/index.js";
import { compileSystem } from "./index.js";

const count = 140;
const angle = `2*pi*i/${count}`;

interface Wheel {
  readonly hub?: number;
  readonly rim?: number;
  readonly points?: object;
  readonly elements?: readonly object[];
  readonly constraints?: object;
}

/** A hub with 140 spokes that are not in one plane, and other parts. */
const wheel = ({ hub = 1, rim = 0, points = {}, elements = [], constraints }: Wheel = {}) =>
  validateModel(
    {
      taut: 1,
      points: {
        hub: { mass: hub, at: [0, 0, 0] },
        tip: { mass: "1 + 0.5*sin(i)", repeat: count, at: [`cos(${angle})`, `sin(${angle})`, "0.3*sin(3*i)"] },
        ...points,
      },
      elements: [
        { rod: { repeat: count, between: ["hub", "tip[i]"], name: "spoke" } },
        ...(rim > 0 ? [{ rod: { repeat: rim, between: ["tip[i]", "tip[i+1]"], name: "rim" } }] : []),
        ...elements,
        { gravity: [0.1, 0, -9.81] },
      ],
      ...(constraints && { constraints }),
    },
    catalogue,
  );

/** A body with 120 arms on hinges, all of which have blocks of masses. */
const hingedHub = validateModel(
  {
    taut: 1,
    bodies: {
      hub: { mass: 10, box: [1, 1, 40], at: [0, 0, 0] },
      arm: { mass: 1, bar: [1, 0.05], repeat: 120, at: ["1", "0", "i/4 - 15"] },
    },
    joints: [
      { hinge: { repeat: 120, between: ["hub", "arm[i]"], at: [0.5, 0, "i/4 - 15"], axis: [0, 0, 1], name: "pin" } },
    ],
    elements: [{ gravity: [0, -9.81, 1] }],
  },
  catalogue,
);

/** A light hub leaves dense elimination of S, with which the result is compared, fewer digits. */
const digits = { usual: 1e-9, light: 1e-7 };

const models: readonly [string, ReturnType<typeof wheel>, number?][] = [
  ["a hub in space", wheel()],
  ["a hub of mass 1e6", wheel({ hub: 1e6 })],
  ["a hub of mass 1e-6", wheel({ hub: 1e-6 }), digits.light],
  ["a rim", wheel({ rim: count - 1 })],
  [
    "a hub on rails and on an anchor",
    wheel({
      points: { anchor: { fixed: true, at: [0.3, -2, 1] } },
      elements: [{ rod: { between: ["hub", "anchor"] } }],
      constraints: { rail: "hub_x + 0.2*hub_y" },
    }),
  ],
  [
    "two hubs that share spokes' ends",
    wheel({
      points: { other: { mass: 2, at: [0.1, 0.2, 2] } },
      elements: [{ rod: { repeat: count, between: ["other", "tip[i]"] } }, { rod: { between: ["hub", "other"] } }],
    }),
  ],
  [
    "two wheels that share a spoke",
    wheel({
      points: {
        other: { mass: 2, at: [3, 0.2, 2] },
        end: { mass: 1, repeat: count, at: [`3 + cos(${angle})`, `sin(${angle})`, "2 + 0.3*cos(i)"] },
      },
      elements: [
        { rod: { repeat: count, between: ["other", "end[i]"] } },
        { rod: { between: ["hub", "other"] } },
        { rod: { between: ["tip[0]", "end[5]"] } },
      ],
    }),
  ],
  // held by anchors, tips 0 and 1 cannot move, so their spokes are independent only because the hub can
  [
    "tips that cannot move",
    wheel({
      elements: [0, 1].flatMap((i) => [0, 1, 2].map((c) => ({ rod: { between: [`tip[${i}]`, `post${i}${c}`] } }))),
      points: Object.fromEntries(
        [0, 1].flatMap((i) =>
          [0, 1, 2].map((c) => [
            `post${i}${c}`,
            { fixed: true, at: [2 + (c === 0 ? 1 : 0), i + (c === 1 ? 1 : 0.2), c === 2 ? 1 : -0.4] },
          ]),
        ),
      ),
    }),
  ],
  ["a body with arms", hingedHub],
];

/** The state at which everything is compared, off the start so that no direction is special. */
function stateOf(workspace: Workspace) {
  const { arena, mechanics, initial } = workspace;
  const { n } = mechanics!;
  const [q, v] = [arena.f64(n), arena.f64(n)];
  for (let k = 0; k < n; k++) {
    q[k] = initial[k] + 1e-3 * Math.sin(7 * k + 1);
    v[k] = 0.3 * Math.cos(5 * k);
  }
  return { q, v };
}

/** Rows of G and M^-1 G^T as dense matrices. */
function denseRows(workspace: Workspace, q: ReturnType<typeof stateOf>["q"]) {
  const { arena, mechanics } = workspace;
  const { n, m, constraints } = mechanics!;
  const G = constraints.newJacobian();
  constraints.jacobian(G, 0, q);
  const rows = Array.from({ length: m }, (_, i) => {
    const row = new Float64Array(n);
    for (let e = constraints.rowStart[i]; e < constraints.rowStart[i + 1]; e++) row[constraints.column[e]] += G[e];
    return row;
  });
  const [out, unit] = [arena.f64(n), arena.f64(m)];
  const weighted = rows.map((_, i) => {
    out.fill(0);
    unit.fill(0);
    unit[i] = 1;
    constraints.addWeighted(out, G, unit, 1);
    return out.slice();
  });
  return { G, rows, weighted };
}

/** A B^T row by row, where rows of A are mostly zero. */
function products(A: readonly Float64Array[], B: readonly Float64Array[]): Float64Array {
  const m = A.length;
  const C = new Float64Array(m * m);
  A.forEach((row, i) => {
    for (let k = 0; k < row.length; k++) {
      const entry = row[k];
      if (entry !== 0) for (let j = 0; j < m; j++) C[i * m + j] += entry * B[j][k];
    }
  });
  return C;
}

describe("multipliers of systems with hubs agree with dense algebra", () => {
  test.each(models)("%s", (_, model, tolerance = digits.usual) => {
    const workspace = compileSystem(lower(model, catalogue)).workspace();
    const { mechanics, arena } = workspace;
    const { m, constraints } = mechanics!;
    const { q } = stateOf(workspace);
    const { G, rows, weighted } = denseRows(workspace, q);
    const solver = constraints.newSolver(true);
    const plain = constraints.newSolver(false, "none");
    const [x, b] = [arena.f64(m), Float64Array.from({ length: m }, (_, i) => Math.sin(3 * i + 1))];
    /** The largest residual of A x = b relative to |A| |x| + |b|. */
    const residual = (A: Float64Array, added = 0): number => {
      let worst = 0;
      for (let i = 0; i < m; i++) {
        let [sum, size] = [added * x[i] - b[i], Math.abs(b[i])];
        for (let j = 0; j < m; j++) {
          sum += A[i * m + j] * x[j];
          size += Math.abs(A[i * m + j] * x[j]);
        }
        worst = Math.max(worst, Math.abs(sum) / size);
      }
      return worst;
    };
    const solved = (factor: () => string, by = solver): void => {
      expect(factor()).toBe("ok");
      x.set(b);
      by.solve(x);
    };

    const S = products(rows, weighted);
    solved(() => solver.factor(G, q));
    expect(residual(S)).toBeLessThan(1e-12);
    // the same solution as that of dense elimination, as far as its condition allows
    const lu = denseLu(m);
    lu.factor(S);
    const dense = b.slice();
    lu.solve(dense);
    const largest = dense.reduce((a, y) => Math.max(a, Math.abs(y)), 0);
    expect(dense.reduce((a, y, i) => Math.max(a, Math.abs(y - x[i])), 0)).toBeLessThan(tolerance * largest);

    const added = arena.f64(m).fill(0.25);
    solved(() => solver.factor(G, q, added));
    expect(residual(S, 0.25)).toBeLessThan(1e-12);
    solved(() => plain.factor(G, q), plain);
    expect(residual(products(rows, rows))).toBeLessThan(1e-12);

    const near = stateOf(workspace).q;
    for (let k = 0; k < near.length; k++) near[k] += 1e-3 * Math.cos(k);
    const other = denseRows(workspace, near);
    constraints.jacobian(G, 0, q);
    solved(() => solver.factorGeneral(other.G, G));
    expect(residual(products(other.rows, weighted))).toBeLessThan(1e-12);
  });
});

/** In the plane, with a closed rim and braces: of 2 nodes - 3 rows all others are redundant. */
const flat = (braces: number) =>
  validateModel(
    {
      taut: 1,
      points: {
        hub: { mass: 1, at: [0, 0] },
        tip: {
          mass: 1,
          repeat: count,
          at: [`cos(${angle})`, `sin(${angle})`],
          velocity: [`-sin(${angle})`, `cos(${angle})`],
        },
      },
      elements: [
        { rod: { repeat: count, between: ["hub", "tip[i]"], name: "spoke" } },
        { rod: { repeat: count - 1, between: ["tip[i]", "tip[i+1]"], name: "rim" } },
        { rod: { between: [`tip[${count - 1}]`, "tip[0]"], name: "closing" } },
        ...(braces > 0 ? [{ rod: { repeat: braces, between: ["tip[i]", "tip[i+40]"], name: "brace" } }] : []),
        { gravity: [0, -9.81] },
      ],
    },
    catalogue,
  );

const twice = (expression: string) => ({ one: expression, two: expression });

describe("redundant constraints of systems with hubs", () => {
  test.each([
    ["a closed rim", flat(0), 1],
    ["a closed rim and 100 braces", flat(100), 101],
    ["a rail of the hub, given twice", wheel({ constraints: twice("hub_x + 0.2*hub_y") }), 1],
    [
      "a tip that cannot move, held four times",
      wheel({
        points: Object.fromEntries(
          [0, 1, 2, 3].map((c) => [
            `post${c}`,
            { fixed: true, at: [2 + c / 2, c === 1 ? 1 : 0.2, c === 2 ? 1 : -0.4] },
          ]),
        ),
        elements: [0, 1, 2, 3].map((c) => ({ rod: { between: ["tip[0]", `post${c}`], name: `stay${c}` } })),
      }),
      1,
    ],
    [
      "six rails of a hub that can fall in no direction",
      wheel({
        constraints: { ...twice("hub_x"), three: "hub_y", four: "hub_z + hub_x", five: "hub_z", six: "hub_y + hub_z" },
      }),
      3,
    ],
  ])("%s: as many are left out as depend on others", (_, model, dropped) => {
    const settings = { formulation: "underlying", method: "dop853", rtol: 1e-9, until: 0.2 };
    const solution = run(model, settings);
    expect(solution.failure?.message).toBeUndefined();
    expect(solution.dropped).toHaveLength(dropped);
    expect(solution.ledger.position).toBeLessThan(1e-7);
  });

  test("the loads of equal rails are equal, and loads of all rows explain the accelerations", () => {
    const { workspace, run: prepared } = prepareRun(wheel({ constraints: twice("hub_x + 0.2*hub_y") }), {
      settings: { formulation: "underlying", method: "dop853", until: 0 },
    });
    prepared.solution();
    const { arena, mechanics, dimension, initial } = workspace;
    const { n, m, constraints, constraintNames } = mechanics!;
    const [lambda, y, dy, a] = [arena.f64(m), arena.f64(dimension), arena.f64(dimension), arena.f64(n)];
    y.set(initial);
    expect(constraints.freezeRedundant(0, y.subarray(0, n) as typeof a)).toBe("ok");
    expect(constraints.dropped).toHaveLength(1);
    expect(constraints.multipliers(lambda, 0, y.subarray(0, n) as typeof a, y.subarray(n) as typeof a)).toBe("ok");
    expect(constraints.underlying(dy, 0, y)).toBe("ok");
    const [one, two] = ["one", "two"].map((name) => lambda[constraintNames.indexOf(name)]);
    expect(Math.abs(one)).toBeGreaterThan(0.01);
    expect(Math.abs(one - two)).toBeLessThan(1e-10 * Math.abs(one));
    const G = constraints.newJacobian();
    constraints.jacobian(G, 0, y.subarray(0, n) as typeof a);
    for (let k = 0; k < n; k++) a[k] = [0.1, 0, -9.81][k % 3];
    constraints.addWeighted(a, G, lambda, -1);
    for (let k = 0; k < n; k++) expect(Math.abs(a[k] - dy[n + k])).toBeLessThan(1e-10);
  });
});

describe("a singular position near by sets the alarm", () => {
  const toggle = (knee: string) => ({
    points: {
      left: { fixed: true, at: [-1, 4, 0] },
      right: { fixed: true, at: [1, 4, 0] },
    },
    elements: [{ rod: { between: [knee, "left"] } }, { rod: { between: [knee, "right"] } }],
  });
  const alarmOf = (model: ReturnType<typeof wheel>): number => {
    const workspace = compileSystem(lower(model, catalogue)).workspace();
    const { arena, mechanics, initial } = workspace;
    const { n, constraints } = mechanics!;
    const q = arena.f64(n);
    for (let k = 0; k < n; k++) q[k] = initial[k];
    const G = constraints.newJacobian();
    constraints.jacobian(G, 0, q);
    expect(constraints.newSolver().factor(G, q)).toBe("ok");
    return constraints.singular!.alarm[0];
  };
  const middle = (y: number) => {
    const parts = toggle("knee");
    return wheel({ points: { ...parts.points, knee: { mass: 1, at: [0, 4 + y, 0] } }, elements: parts.elements });
  };
  test("none in general position", () => {
    expect(alarmOf(wheel())).toBe(0);
    expect(alarmOf(middle(1))).toBe(0);
  });
  test("two rods in line beside the hub", () => {
    expect(alarmOf(middle(1e-3))).toBe(1);
  });
  test("two rails of the hub that are nearly parallel", () => {
    expect(alarmOf(wheel({ constraints: { one: "hub_x", two: "hub_y" } }))).toBe(0);
    expect(alarmOf(wheel({ constraints: { one: "hub_x", two: "hub_x + 1e-3*hub_y" } }))).toBe(1);
  });
});

describe("motions of a wheel", () => {
  const ways = [
    { formulation: "underlying", method: "dop853", rtol: 1e-10 },
    { formulation: "rigid", method: "radau5", rtol: 1e-9 },
    { formulation: "rigid", method: "rattle", step: 2e-4 },
    { formulation: "underlying", method: "rk4", step: 2e-3, projection: "newton" },
    { formulation: "underlying", method: "gbs", rtol: 1e-9, projection: "stabilise" },
    { formulation: "slow-field", omega: 1e5, method: "dop853", rtol: 1e-9 },
  ];
  // a tip on a rail, whose spoke is at right angles to it at the start: without the hub, spoke and rail depend on each other
  const model = wheel({
    rim: 40,
    points: { slider: { mass: 1, at: [0, 0, 1], velocity: [0.5, 0, 0] } },
    elements: [{ rod: { between: ["hub", "slider"] } }],
    constraints: { height: "slider_z - 1", lane: "slider_y" },
  });
  const end = (settings: object) => {
    const solution = run(model, { until: 0.1, ...settings });
    expect(solution.failure?.message).toBeUndefined();
    return Float64Array.from(solution.y);
  };
  test("are the same by methods that eliminate multipliers and by those that solve for them", () => {
    const [first, ...others] = ways.map(end);
    for (const other of others)
      for (let k = 0; k < first.length; k++) expect(Math.abs(other[k] - first[k])).toBeLessThan(1e-5);
  });
});
