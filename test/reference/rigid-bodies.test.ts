/** Compares rigid bodies in natural coordinates with the closed solutions of the free and the heavy top; long runs. */

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.js";

/** Jacobi's sn, cn, dn of modulus k by the arithmetic-geometric mean. */
function jacobi(u: number, k: number): { sn: number; cn: number; dn: number } {
  const a = [1];
  const c = [k];
  let b = Math.sqrt(1 - k * k);
  while (Math.abs(c[c.length - 1]) > 1e-16) {
    const last = a[a.length - 1];
    a.push((last + b) / 2);
    c.push((last - b) / 2);
    b = Math.sqrt(last * b);
  }
  let phi = 2 ** (a.length - 1) * a[a.length - 1] * u;
  let before = phi;
  for (let n = a.length - 1; n > 0; n--) {
    before = phi;
    phi = (phi + Math.asin((c[n] * Math.sin(phi)) / a[n])) / 2;
  }
  const [sn, cn] = [Math.sin(phi), Math.cos(phi)];
  return { sn, cn, dn: a.length === 1 ? 1 : cn / Math.cos(before - phi) };
}

const times = [1, 2, 5, 10, 20];
/** Columns of a trajectory by name. */
function columns(model: object, settings: object) {
  const { trajectory, status, ledger } = run(model, { ...settings, saveAt: times, until: 20 });
  expect(status).toBe("ok");
  const states = trajectory.states();
  const width = states.length / times.length;
  const vectors = (first: number, k: number) => Array.from(states.subarray(k * width + first, k * width + first + 3));
  return { vectors, width, ledger };
}

describe("a free asymmetric top has the body rates of Euler's and Jacobi's solution at t = 1 … 20", () => {
  const [I1, I2, I3] = [1, 2, 2.5];
  const [w1, w3] = [0.4, 1];
  const twice = I1 * w1 * w1 + I3 * w3 * w3;
  const square = (I1 * w1) ** 2 + (I3 * w3) ** 2;
  const rate = Math.sqrt(((I3 - I2) * (square - twice * I1)) / (I1 * I2 * I3));
  const k = Math.sqrt(((I2 - I1) * (twice * I3 - square)) / ((I3 - I2) * (square - twice * I1)));
  const model = {
    taut: 1,
    bodies: { top: { mass: 1, inertia: [I1, I2, I3], at: [0, 0, 0], axis: [1, 2, 3], angle: 0.7, spin: [w1, 0, w3] } },
  };
  const dot = (a: number[], b: number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const error = (settings: object): number => {
    const { vectors, width } = columns(model, settings);
    return Math.max(
      ...times.flatMap((t, row) => {
        const { sn, cn, dn } = jacobi(rate * t, k);
        const exact = [w1 * cn, Math.sqrt((twice * I3 - square) / (I2 * (I3 - I2))) * sn, w3 * dn];
        const [d1, d2, d3] = [3, 6, 9].map((first) => vectors(first, row));
        const [e1, e2, e3] = [3, 6, 9].map((first) => vectors(width / 2 + first, row));
        return [dot(e2, d3), dot(e3, d1), dot(e1, d2)].map((value, i) => Math.abs(value - exact[i]));
      }),
    );
  };

  test("dop853 to 1e-8", () => {
    expect(error({ rtol: 1e-12, atol: 1e-13 })).toBeLessThan(1e-8);
  });

  test.each(["rattle", "lie-cayley"])(
    "%s to 4e-4 with steps of 0.01, and a fourth of it with half of them",
    (method) => {
      const [coarse, fine] = [0.01, 0.005].map((step) => error({ formulation: "rigid", method, step }));
      expect(coarse).toBeLessThan(4e-4);
      expect(Math.abs(coarse / fine - 4)).toBeLessThan(0.1);
    },
  );
});

describe("a heavy symmetric top has the nutation and precession of its elliptic solution at t = 1 … 20", () => {
  const [m, g, l, A, C, spin, tilt] = [1.2, 9.81, 0.7, 0.4, 0.3, 25, 0.5];
  const about = A + m * l * l;
  const beta = (2 * m * g * l) / about;
  const a = (C * spin) / about;
  const u0 = Math.cos(tilt);
  const root = Math.sqrt(a ** 4 - 4 * beta * (a * a * u0 - beta));
  const [low, high] = [(a * a - root) / (2 * beta), (a * a + root) / (2 * beta)];
  const k = Math.sqrt((u0 - low) / (high - low));
  const model = {
    taut: 1,
    bodies: {
      top: {
        mass: m,
        inertia: [A, A, C],
        at: [0, -l * Math.sin(tilt), l * Math.cos(tilt)],
        axis: [1, 0, 0],
        angle: tilt,
        spin: [0, 0, spin],
      },
    },
    joints: [{ ball: { between: ["world", "top"], at: [0, 0, 0] } }],
    elements: [{ gravity: [0, 0, -g] }],
  };
  /** cos of the tilt. */
  const height = (t: number): number => {
    const { cn, dn } = jacobi((Math.sqrt(beta * (high - low)) / 2) * t, k);
    return low + (u0 - low) * (cn / dn) ** 2;
  };
  /** The angle of precession: the integral of a (u0 - u)/(1 - u^2), by Simpson's rule. */
  const round = (t: number): number => {
    const n = Math.ceil(2000 * t);
    const speed = (at: number): number => (a * (u0 - height(at))) / (1 - height(at) ** 2);
    let sum = speed(0) + speed(t);
    for (let j = 1; j < 2 * n; j++) sum += (j % 2 === 1 ? 4 : 2) * speed((j * t) / (2 * n));
    return (sum * t) / (6 * n);
  };
  const exact = times.map((t) => {
    const u = height(t);
    const side = Math.sqrt(1 - u * u);
    const phi = round(t);
    return [l * side * Math.sin(phi), -l * side * Math.cos(phi), l * u];
  });
  const error = (settings: object): number => {
    const { vectors } = columns(model, settings);
    return Math.max(...exact.flatMap((place, row) => place.map((x, i) => Math.abs(vectors(0, row)[i] - x))));
  };

  test("dop853 to 1e-8", () => {
    expect(error({ rtol: 1e-12, atol: 1e-13 })).toBeLessThan(1e-8);
  });

  test.each(["rattle", "lie-cayley"])("%s with order 2", (method) => {
    const [coarse, fine] = [0.0005, 0.00025].map((step) => error({ formulation: "rigid", method, step }));
    expect(coarse).toBeLessThan(0.02);
    expect(Math.abs(coarse / fine - 4)).toBeLessThan(0.2);
  });
});

describe("a chain of three bodies on hinges with alternating axes, over 100,000 steps of 0.002 by RATTLE", () => {
  const model = {
    taut: 1,
    bodies: Object.fromEntries(
      [0, 1, 2].map((k) => [`link${k}`, { mass: 1, inertia: [0.02, 0.09, 0.1], at: [0.5 + k, 0, 0] }]),
    ),
    joints: [0, 1, 2].map((k) => ({
      hinge: {
        between: [k === 0 ? "world" : `link${k - 1}`, `link${k}`],
        at: [k, 0, 0],
        axis: k % 2 ? [0, 0, 1] : [0, 1, 0.2],
      },
    })),
    elements: [{ gravity: [0, 0, -1] }],
  };
  test("bodies stay rigid and joints closed to 1e-12, and the energy stays within 2e-4 without drift", () => {
    const { status, ledger } = run(model, {
      formulation: "rigid",
      method: "rattle",
      step: 0.002,
      until: 200,
      keepStates: false,
    });
    expect(status).toBe("ok");
    expect(ledger.position).toBeLessThan(1e-12);
    expect(ledger.energy!.maxDeviation).toBeLessThan(2e-4);
  });
});
