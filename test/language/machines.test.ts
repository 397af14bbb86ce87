import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseModelText, run } from "../../src/index.js";
import { extrapolated, type Rate } from "../fixtures/extrapolation.js";

const model = (name: string): unknown =>
  parseModelText(readFileSync(new URL(`../../gallery/${name}.yaml`, import.meta.url), "utf8"));

const tight = { rtol: 1e-12, atol: 1e-13 };

/** The largest difference must be below 1e-8 of the size of the motion, for which these tolerances leave room. */
const close = (found: ArrayLike<number>, expected: readonly number[], size = 1) =>
  expected.forEach((value, k) => {
    expect(Math.abs(found[k] - value)).toBeLessThan(1e-8 * size);
  });

/** The solution at one time; steps of 1/200 keep the error of order twelve near rounding for these motions. */
const extrapolate = (rate: Rate, from: number, y: readonly number[], until: number): number[] =>
  extrapolated(rate, y, [until], 1 / 200, from)[0];

/** pchip in the basis of Hermite, with slopes of Fritsch and Butland; another form than the one in the library. */
function pchip(x: readonly number[], y: readonly number[]): (at: number) => number {
  const h = x.slice(1).map((b, k) => b - x[k]);
  const s = h.map((step, k) => (y[k + 1] - y[k]) / step);
  const d = x.map((_, k) => {
    if (k === 0 || k === x.length - 1) return 0; // the ends of this road are level
    if (s[k - 1] * s[k] <= 0) return 0;
    const w = [2 * h[k] + h[k - 1], h[k] + 2 * h[k - 1]];
    return (w[0] + w[1]) / (w[0] / s[k - 1] + w[1] / s[k]);
  });
  return (at) => {
    if (at <= x[0]) return y[0];
    if (at >= x[x.length - 1]) return y[y.length - 1];
    const k = x.findIndex((b, i) => i > 0 && at < b) - 1;
    const u = (at - x[k]) / h[k];
    return (
      (1 + 2 * u) * (1 - u) ** 2 * y[k] +
      u * (1 - u) ** 2 * h[k] * d[k] +
      u * u * (3 - 2 * u) * y[k + 1] +
      u * u * (u - 1) * h[k] * d[k + 1]
    );
  };
}

test("a vehicle on a measured road agrees with equations written by hand to 1e-8 of the road's height", () => {
  const x = [0, 2, 3, 3.5, 4.2, 5, 6.5, 8, 12];
  const road = pchip(x, [0, 0, 0.02, 0.05, 0.045, 0.01, -0.02, 0, 0]);
  const [speed, body, wheel, ks, kt, c] = [8, 300, 40, 18000, 160000, 1200];
  const rate: Rate = (t, [zb, zw, vb, vw]) => {
    const strut = ks * (zw - zb) + c * (vw - vb);
    return [vb, vw, strut / body, (kt * (road(speed * t) - zw) - strut) / wheel];
  };
  // from knot to knot, because the second derivative of the road jumps there
  let y = [0, 0, 0, 0];
  const times = [...x.map((at) => at / speed).filter((t) => t < 1.2), 1.2];
  for (let k = 1; k < times.length; k++) y = extrapolate(rate, times[k - 1], y, times[k]);
  const solution = run(model("vehicle"), tight);
  close(solution.y.slice(0, 2), y.slice(0, 2), 0.05);
  close(solution.y.slice(2), y.slice(2), 1);
  close([solution.of("load").at(-1)!], [kt * (road(speed * 1.2) - y[1])], 1e5);
  close([solution.of("comfort").at(-1)!], [rate(1.2, y)[2]], 100);
});

test("a chain of elastic hinges with M(q) written with `sum` agrees with its matrix by hand to 1e-8", () => {
  const [n, m, l, k, g] = [5, 0.4, 0.3, 2, 9.81];
  const weight = (i: number, j: number) => m * l * l * (n - Math.max(i, j));
  const rate: Rate = (_t, y) => {
    const [q, v] = [y.slice(0, n), y.slice(n)];
    const M = q.map((qi, i) => q.map((qj, j) => weight(i, j) * Math.cos(qi - qj)));
    const f = q.map((qi, i) => {
      const below = i === 0 ? 0 : q[i - 1];
      const above = i === n - 1 ? qi : q[i + 1];
      const springs = -k * (qi - below) + k * (above - qi);
      const turning = q.reduce((sum, qj, j) => sum - weight(i, j) * Math.sin(qi - qj) * v[j] ** 2, 0);
      return springs - m * g * l * (n - i) * Math.cos(qi) + turning;
    });
    return [...v, ...solved(M, f)];
  };
  const start = [
    ...Array.from({ length: n }, (_, i) => 0.3 - 0.1 * i),
    ...Array.from({ length: n }, (_, i) => 0.5 * i),
  ];
  const y = extrapolate(rate, 0, start, 2);
  const solution = run(model("hinge-chain"), tight);
  close(solution.y, y);
  close([solution.of("tip_x").at(-1)!], [l * y.slice(0, n).reduce((sum, q) => sum + Math.cos(q), 0)]);
});

function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < rows.length; k++)
    for (let i = k + 1; i < rows.length; i++) {
      const factor = rows[i][k] / rows[k][k];
      rows[i] = rows[i].map((value, j) => value - factor * rows[k][j]);
    }
  const x = right.map(() => 0);
  for (let i = x.length - 1; i >= 0; i--)
    x[i] = (rows[i][x.length] - x.reduce((sum, value, j) => (j > i ? sum + rows[i][j] * value : sum), 0)) / rows[i][i];
  return x;
}

test("three planets by `gravitation` agree with Newton's law written by hand to 1e-8", () => {
  const G = 39.47841760435743;
  const mass = [1, 3e-6, 9.5e-4];
  const rate: Rate = (_t, y) => {
    const a = new Array<number>(6).fill(0);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        if (i === j) continue;
        const [dx, dy] = [y[2 * j] - y[2 * i], y[2 * j + 1] - y[2 * i + 1]];
        const r3 = Math.hypot(dx, dy) ** 3;
        a[2 * i] += (G * mass[j] * dx) / r3;
        a[2 * i + 1] += (G * mass[j] * dy) / r3;
      }
    return [...y.slice(6), ...a];
  };
  const y = extrapolate(rate, 0, [0, 0, 1, 0, 0, 5.2, 0, -0.006, 0, 6.2, -2.75, 0], 3);
  const solution = run(model("planets"), tight);
  close(solution.y, y);
  close([solution.of("apart").at(-1)!], [Math.hypot(y[2] - y[0], y[3] - y[1])]);
});

describe("forces and torques by name", () => {
  const inertias = { "a body with three directors": [1, 1.5, 2], "a flat body": [1, 2, 3] };
  test.each(Object.entries(inertias))(
    "%s follows Euler's equations under a torque and a force at a place, both in its axes",
    (_, [A, B, C]) => {
      const [torque, force, at] = [
        [0.3, -0.2, 0.4],
        [0.5, 1, -0.7],
        [0.1, -0.2, 0.3],
      ];
      const arm = [
        at[1] * force[2] - at[2] * force[1],
        at[2] * force[0] - at[0] * force[2],
        at[0] * force[1] - at[1] * force[0],
      ];
      const total = torque.map((value, k) => value + arm[k]);
      const rate: Rate = (_t, [a, b, c]) => [
        (total[0] - (C - B) * b * c) / A,
        (total[1] - (A - C) * c * a) / B,
        (total[2] - (B - A) * a * b) / C,
      ];
      const w = extrapolate(rate, 0, [0.3, 0.1, -0.2], 1.5);
      const solution = run({
        taut: 1,
        bodies: {
          top: { mass: 2, inertia: [A, B, C], at: [1, 0, 0], axis: [1, 1, 0], angle: 0.4, spin: [0.3, 0.1, -0.2] },
        },
        elements: [{ torque: { on: "top", torque, turning: true } }, { push: { on: "top", force, at, turning: true } }],
        outputs: { spin3: "dot(top_d1', top_d2)", force: "2*top''", d1: "top_d1", d2: "top_d2" },
        run: { until: 1.5, rtol: 1e-11, atol: 1e-12, every: 0.5 },
      });
      close([solution.of("spin3").at(-1)!], [w[2]]);
      // the force turns with the body: its component along the first axis stays what the file says
      const along = [0, 1, 2].reduce(
        (sum, k) => sum + solution.of(`force_${"xyz"[k]}`).at(-1)! * solution.of(`d1_${"xyz"[k]}`).at(-1)!,
        0,
      );
      close([along], [force[0]]);
    },
  );

  test("in the plane a torque turns a body, and a push beside its centre moves and turns it", () => {
    const solution = run({
      taut: 1,
      parameters: { J: 0.4 },
      bodies: { arm: { mass: 2, inertia: "J", at: [0, 0] } },
      elements: [
        { torque: { on: "arm", torque: "0.1*t" } },
        { push: { on: "arm", force: [0, 0.3], at: [0.5, 0], turning: true } },
      ],
      outputs: { angle: { of: "atan2(arm_d1_y, arm_d1_x)", continuous: true } },
      run: { until: 2, rtol: 1e-11, atol: 1e-12, every: 1 },
    });
    const angle = (0.1 * 8) / 6 / 0.4 + (0.15 * 4) / 2 / 0.4;
    close([solution.of("angle").at(-1)!], [angle]);
  });

  test("points, families and coordinates are pushed by expressions of the motion", () => {
    const solution = run({
      taut: 1,
      points: { bead: { repeat: 3, mass: 1, at: ["i", 0] } },
      coordinates: { a: { mass: 1 } },
      elements: [
        { push: { repeat: 2, on: "bead[i]", force: ["(i + 1)*cos(t)", "-bead[i]_y"] } },
        { torque: { on: "a", torque: "1 - a" } },
      ],
      run: { until: 1, rtol: 1e-11, atol: 1e-12 },
    });
    close(
      [solution.of("bead[0]_x").at(-1)!, solution.of("bead[1]_x").at(-1)!, solution.of("bead[2]_x").at(-1)!],
      [1 - Math.cos(1), 1 + 2 * (1 - Math.cos(1)), 2],
    );
    close([solution.of("a").at(-1)!], [1 - Math.cos(1)]);
  });
});

test("masses that depend on positions are those of the kinetic energy with them", () => {
  const common = { taut: 1, potential: "(r - 1)^2 - cos(a)", run: { until: 2, rtol: 1e-11, atol: 1e-12 } };
  const named = run({ ...common, coordinates: { r: { at: 1.2, mass: 2 }, a: { at: 0.5 } }, mass: { a: "2*r^2" } });
  const kinetic = run({
    ...common,
    coordinates: { r: { at: 1.2 }, a: { at: 0.5 } },
    kinetic: "r'^2 + r^2*a'^2",
  });
  close(named.y, Array.from(kinetic.y));
  const block = run({
    ...common,
    coordinates: { r: { at: 1.2 }, a: { at: 0.5 } },
    mass: [
      {
        of: ["r", "a"],
        matrix: [
          [2, "0.1*sin(a)"],
          ["0.1*sin(a)", "2*r^2"],
        ],
      },
    ],
  });
  const written = run({
    ...common,
    coordinates: { r: { at: 1.2 }, a: { at: 0.5 } },
    kinetic: "r'^2 + r^2*a'^2 + 0.1*sin(a)*r'*a'",
  });
  close(block.y, Array.from(written.y));
});
