/**
 * The problems of the convergence table, each as a model and as equations by hand in minimal or Cartesian coordinates,
 * which are integrated by extrapolation without using the library.
 */

import { extrapolated, type Rate } from "../fixtures/extrapolation.js";

/** Positions, velocities and multipliers at one time, in the order of the model. */
export interface Exact {
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly lambda: readonly number[];
}

export interface Reference {
  /** The model as in a file. */
  readonly model: object;
  /** The exact solution at increasing times from 0. */
  exact(times: readonly number[]): Exact[];
}

/** A problem by its equations in minimal coordinates y, and how the model's variables follow from (t, y, y'). */
export function byHand(
  model: object,
  start: readonly number[],
  rate: Rate,
  show: (t: number, y: readonly number[], dy: readonly number[]) => Exact,
): Reference {
  const known = new Map<string, Exact[]>();
  return {
    model,
    exact(times) {
      const key = times.join();
      const found =
        known.get(key) ?? extrapolated(rate, start, times).map((y, k) => show(times[k], y, rate(times[k], y)));
      known.set(key, found);
      return found;
    },
  };
}

const { sin, cos, sqrt } = Math;
type Vector = readonly [number, number];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1];

// two masses on two links under gravity 1: lengths, masses, angles from the vertical and their rates at the start
const [l1, l2, m1, m2] = [1, 0.8, 1, 0.5];
const [alpha0, beta0, alphaDot0, betaDot0] = [0.5, 0.6, 0.2, 0.2];
const gravity: Vector = [0, -1];
/** omega of the stiff view and of the springs: the motion differs from the rigid one, and the steps resolve it. */
const omega = 6;

function pendulaRate(_t: number, [a, b, u, w]: readonly number[]): number[] {
  const [s, c] = [sin(a - b), cos(a - b)];
  const [A, B, D] = [(m1 + m2) * l1 * l1, m2 * l1 * l2 * c, m2 * l2 * l2];
  const p = -m2 * l1 * l2 * s * w * w - (m1 + m2) * l1 * sin(a);
  const r = m2 * l1 * l2 * s * u * u - m2 * l2 * sin(b);
  const det = A * D - B * B;
  return [u, w, (D * p - B * r) / det, (A * r - B * p) / det];
}

/** The positions of the links from the angles, and the tensions from Newton's law for each mass. */
function pendulaShown(_t: number, [a, b, u, w]: readonly number[], [, , ua, wa]: readonly number[]): Exact {
  const [e1, e2]: Vector[] = [
    [sin(a), -cos(a)],
    [sin(b), -cos(b)],
  ];
  const [n1, n2]: Vector[] = [
    [cos(a), sin(a)],
    [cos(b), sin(b)],
  ];
  const at = (i: 0 | 1) => [l1 * e1[i], l1 * e1[i] + l2 * e2[i]];
  const speed = (i: 0 | 1) => [l1 * u * n1[i], l1 * u * n1[i] + l2 * w * n2[i]];
  const first = (i: 0 | 1) => l1 * (ua * n1[i] - u * u * e1[i]);
  const second = (i: 0 | 1) => first(i) + l2 * (wa * n2[i] - w * w * e2[i]);
  const lower = m2 * dot(e2, [gravity[0] - second(0), gravity[1] - second(1)]);
  const upper = dot(e1, [m1 * (gravity[0] - first(0)) + lower * e2[0], m1 * (gravity[1] - first(1)) + lower * e2[1]]);
  const [x, y, vx, vy] = [at(0), at(1), speed(0), speed(1)];
  return { q: [x[0], y[0], x[1], y[1]], v: [vx[0], vy[0], vx[1], vy[1]], lambda: [upper, lower] };
}

const pendulaStart = pendulaShown(0, [alpha0, beta0, alphaDot0, betaDot0], [0, 0, 0, 0]);
const points = {
  a: { mass: m1, at: pendulaStart.q.slice(0, 2), velocity: pendulaStart.v.slice(0, 2) },
  b: { mass: m2, at: pendulaStart.q.slice(2), velocity: pendulaStart.v.slice(2) },
};

/** A double pendulum of rigid rods. */
export const pendula = byHand(
  {
    taut: 1,
    name: "pendula",
    points,
    elements: [
      { rod: { between: ["origin", "a"], length: l1 } },
      { rod: { between: ["a", "b"], length: l2 } },
      { gravity },
    ],
  },
  [alpha0, beta0, alphaDot0, betaDot0],
  pendulaRate,
  pendulaShown,
);

/** The same, with the angles as coordinates and M(q) from a kinetic energy. */
export const angles = byHand(
  {
    taut: 1,
    name: "angles",
    coordinates: { a: { at: alpha0, velocity: alphaDot0 }, b: { at: beta0, velocity: betaDot0 } },
    kinetic: `${(m1 + m2) / 2}*a'^2 + ${m2 * l1 * l2}*a'*b'*cos(a - b) + ${(m2 * l2 * l2) / 2}*b'^2`,
    potential: `-${(m1 + m2) * l1}*cos(a) - ${m2 * l2}*cos(b)`,
  },
  [alpha0, beta0, alphaDot0, betaDot0],
  pendulaRate,
  (_t, y) => ({ q: y.slice(0, 2), v: y.slice(2), lambda: [] }),
);

/** Both links as springs of stiffness omega^2, in Cartesian coordinates (x1, y1, x2, y2, and their velocities). */
function springsRate(_t: number, [x, y, X, Y, ...v]: readonly number[]): number[] {
  const [r, R] = [sqrt(x * x + y * y), sqrt((X - x) ** 2 + (Y - y) ** 2)];
  const [k, K] = [(omega * omega * (r - l1)) / r, (omega * omega * (R - l2)) / R];
  const pull: Vector = [K * (X - x), K * (Y - y)];
  return [
    ...v,
    gravity[0] + (pull[0] - k * x) / m1,
    gravity[1] + (pull[1] - k * y) / m1,
    gravity[0] - pull[0] / m2,
    gravity[1] - pull[1] / m2,
  ];
}

/** Two masses on a stiff linear spring of rest length 1, in soft potentials that are not linear. */
function bondRate(_t: number, [x, y, u, w]: readonly number[]): number[] {
  const pull = omega * omega * (y - x - 1);
  return [u, w, pull - x ** 3, (-pull - y) / 2];
}
export const bond = byHand(
  {
    taut: 1,
    name: "bond",
    coordinates: { x: { at: 0.2, velocity: 0.5 }, y: { at: 1.3, velocity: 0 } },
    mass: { x: 1, y: 2 },
    potential: "x^4/4 + y^2/2",
    constraints: { bond: "y - x - 1" },
    omega,
  },
  [0.2, 1.3, 0.5, 0],
  bondRate,
  (_t, [x, y, u, w]) => ({ q: [x, y], v: [u, w], lambda: [omega * omega * (y - x - 1)] }),
);

/** The forces of both links as springs, k stretch + friction stretching: the multipliers of views with springs. */
function springMultipliers([x, y, X, Y, u, w, U, W]: readonly number[], k: number, friction: number): number[] {
  const [r, R] = [sqrt(x * x + y * y), sqrt((X - x) ** 2 + (Y - y) ** 2)];
  const [rate, Rate] = [(x * u + y * w) / r, ((X - x) * (U - u) + (Y - y) * (W - w)) / R];
  return [k * (r - l1) + friction * rate, k * (R - l2) + friction * Rate];
}

const cartesianStart = [...pendulaStart.q, ...pendulaStart.v];

const shownWithForces =
  (k: number, friction: number) =>
  (_t: number, y: readonly number[]): Exact => ({
    q: y.slice(0, 4),
    v: y.slice(4),
    lambda: springMultipliers(y, k, friction),
  });

/** The double pendulum in the stiff view. */
export const penalty = byHand(
  {
    taut: 1,
    name: "penalty",
    points,
    elements: [
      { rod: { between: ["origin", "a"], length: l1 } },
      { rod: { between: ["a", "b"], length: l2 } },
      { gravity },
    ],
    omega,
  },
  cartesianStart,
  springsRate,
  shownWithForces(omega ** 2, 0),
);

/** The same motion with springs, which has no constraints and no multipliers. */
export const springs = byHand(
  {
    taut: 1,
    name: "springs",
    points,
    elements: [
      { spring: { between: ["origin", "a"], length: l1, stiffness: omega ** 2 } },
      { spring: { between: ["a", "b"], length: l2, stiffness: omega ** 2 } },
      { gravity },
    ],
  },
  cartesianStart,
  springsRate,
  (_t, y) => ({ q: y.slice(0, 4), v: y.slice(4), lambda: [] }),
);

/** A mass that circles on a very stiff spring at its slow radius, the root of omega^2 r^3 (r - 1) = 4 M^2: a slow solution. */
export const circling = (stiffness: number): Reference => {
  const turning = 0.8;
  // r'' = 0: omega^2 (r - 1) = r turning^2
  const r = stiffness ** 2 / (stiffness ** 2 - turning ** 2);
  return {
    model: {
      taut: 1,
      name: "circling",
      points: { a: { mass: 1, at: [r, 0], velocity: [0, r * turning] } },
      elements: [{ rod: { between: ["origin", "a"], length: 1 } }],
      omega: stiffness,
    },
    exact: (times) =>
      times.map((t) => {
        const [c, s] = [Math.cos(turning * t), Math.sin(turning * t)];
        return { q: [r * c, r * s], v: [-r * turning * s, r * turning * c], lambda: [r * turning ** 2] };
      }),
  };
};

/** Rates of the formulations that change the equations. The steps resolve these motions, which are not the rigid one. */
export const damping = 4;
export const returning = 3;

/** Both links as springs with stiffness damping^2 and friction 2 damping. */
function dampedRate(_t: number, y: readonly number[]): number[] {
  const [x, y1, X, Y, u, w, U, W] = y;
  const [r, R] = [sqrt(x * x + y1 * y1), sqrt((X - x) ** 2 + (Y - y1) ** 2)];
  const k = (damping * damping * (r - l1) + (2 * damping * (x * u + y1 * w)) / r) / r;
  const K = (damping * damping * (R - l2) + (2 * damping * ((X - x) * (U - u) + (Y - y1) * (W - w))) / R) / R;
  const pull: Vector = [K * (X - x), K * (Y - y1)];
  return [
    ...[u, w, U, W],
    gravity[0] + (pull[0] - k * x) / m1,
    gravity[1] + (pull[1] - k * y1) / m1,
    gravity[0] - pull[0] / m2,
    gravity[1] - pull[1] / m2,
  ];
}

/** The double pendulum with links that are damped springs. */
export const damped = byHand(
  { ...pendula.model, name: "damped" },
  cartesianStart,
  dampedRate,
  shownWithForces(damping ** 2, 2 * damping),
);

/** A single pendulum of length and mass 1 whose residuals g and r return by Gear's (3.10) or (3.11). */
function returningPendulum(name: string, rotation: boolean): Reference {
  const [s, c] = [sin(0.5), cos(0.5)];
  const rate: Rate = (_t, [x, y, u, w]) => {
    const size = sqrt(x * x + y * y);
    const [e, g, g1] = [[x / size, y / size] as const, size - 1, (x * u + y * w) / size];
    const [a, b] = rotation ? [-returning * g1, returning * g] : [returning * g, returning * g1];
    return [u - a * e[0], w - a * e[1], -b * e[0], -1 - b * e[1]];
  };
  return byHand(
    {
      taut: 1,
      name,
      points: { a: { mass: 1, at: [s, -c], velocity: [0.2 * c, 0.2 * s] } },
      elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity }],
    },
    [s, -c, 0.2 * c, 0.2 * s],
    rate,
    (_t, [x, y, u, w]) => {
      const r2 = x * x + y * y;
      return { q: [x, y], v: [u, w], lambda: [(-y + (u * u + w * w) - (x * u + y * w) ** 2 / r2) / sqrt(r2)] };
    },
  );
}

export const decaying = returningPendulum("decaying", false);
export const rotating = returningPendulum("rotating", true);

/** A pendulum whose pivot moves round an ellipse: g reads t. */
export const driven: Reference = (() => {
  const [A, B, w, theta0, thetaDot0] = [0.2, 0.1, 1.3, 0.5, 0.2];
  const pivot = (t: number): Vector => [A * sin(w * t), B * cos(w * t)];
  const rate: Rate = (t, [theta, u]) => {
    const [x, y] = pivot(t).map((p) => -w * w * p);
    return [u, -x * cos(theta) - (1 + y) * sin(theta)];
  };
  const show = (t: number, [theta, u]: readonly number[], [, ua]: readonly number[]): Exact => {
    const [e, n]: Vector[] = [
      [sin(theta), -cos(theta)],
      [cos(theta), sin(theta)],
    ];
    const p = pivot(t);
    const speed: Vector = [A * w * cos(w * t), -B * w * sin(w * t)];
    const a = p.map((x, i) => -w * w * x + ua * n[i] - u * u * e[i]) as unknown as Vector;
    return {
      q: [p[0] + e[0], p[1] + e[1]],
      v: [speed[0] + u * n[0], speed[1] + u * n[1]],
      lambda: [dot(e, [-a[0], -1 - a[1]])],
    };
  };
  const { q, v } = show(0, [theta0, thetaDot0], [0, 0]);
  return byHand(
    {
      taut: 1,
      name: "driven",
      points: {
        pivot: { fixed: true, at: [`${A}*sin(${w}*t)`, `${B}*cos(${w}*t)`] },
        bob: { mass: 1, at: q, velocity: v },
      },
      elements: [{ rod: { between: ["pivot", "bob"], length: 1 } }, { gravity: [0, -1] }],
    },
    [theta0, thetaDot0],
    rate,
    show,
  );
})();

/**
 * A bead on the ellipse (x/r)^2 + y^2 = 1 in the potential y, with a mass that couples x and y:
 * T = (a x'^2 + 2 b x' y' + c y'^2)/2, where `a` is 1 + k x^2. By hand: the parameter s of the ellipse.
 */
const r = 1.25;

function bead(name: string, k: number, b: number, c: number, mass: object): Reference {
  const [s0, sDot0] = [-1, 0.2];
  const rate: Rate = (_t, [s, u]) => {
    const [x, X, Y] = [r * cos(s), -r * sin(s), cos(s)];
    const a = 1 + k * x * x;
    const m = a * X * X + 2 * b * X * Y + c * Y * Y;
    const dm = 2 * k * x * X * X * X - 2 * a * X * x - 2 * b * (x * Y + X * sin(s)) - 2 * c * Y * sin(s);
    return [u, (-Y - (dm / 2) * u * u) / m];
  };
  const show = (_t: number, [s, u]: readonly number[], [, ua]: readonly number[]): Exact => {
    const [x, y, X, Y] = [r * cos(s), sin(s), -r * sin(s), cos(s)];
    const a: Vector = [X * ua - x * u * u, Y * ua - y * u * u];
    const vx = X * u;
    const slope: Vector = [(2 * x) / (r * r), 2 * y];
    const pull: Vector = [-(1 + k * x * x) * a[0] - k * x * vx * vx - b * a[1], -1 - b * a[0] - c * a[1]];
    return { q: [x, y], v: [vx, Y * u], lambda: [dot(slope, pull) / dot(slope, slope)] };
  };
  const { q, v } = show(0, [s0, sDot0], [0, 0]);
  return byHand(
    {
      taut: 1,
      name,
      coordinates: { x: { at: q[0], velocity: v[0] }, y: { at: q[1], velocity: v[1] } },
      ...mass,
      potential: "y",
      constraints: { ellipse: `x^2/${r * r} + y^2 - 1` },
    },
    [s0, sDot0],
    rate,
    show,
  );
}

/** A dense block as mass. */
export const block = bead("block", 0, 0.4, 1.5, {
  mass: {
    of: ["x", "y"],
    matrix: [
      [1, 0.4],
      [0.4, 1.5],
    ],
  },
});

/** A mass that depends on q, from a kinetic energy. */
export const varying = bead("varying", 0.2, 0.4, 1.5, {
  kinetic: "(1 + 0.2*x^2)*x'^2/2 + 0.4*x'*y' + 0.75*y'^2",
});

/** Kepler's problem with eccentricity 0.3 as a first-order system with two invariants; its only components are q. */
export const orbit: Reference = (() => {
  const e = 0.3;
  const start = [1 - e, 0, 0, sqrt((1 + e) / (1 - e))];
  return byHand(
    {
      taut: 1,
      name: "orbit",
      states: { x: start[0], y: 0, u: 0, v: start[3] },
      rates: { x: "u", y: "v", u: "-x/(x^2 + y^2)^1.5", v: "-y/(x^2 + y^2)^1.5" },
      invariants: { energy: "(u^2 + v^2)/2 - 1/sqrt(x^2 + y^2)", momentum: "x*v - y*u" },
    },
    start,
    (_t, [x, y, u, v]) => {
      const r3 = (x * x + y * y) * sqrt(x * x + y * y);
      return [u, v, -x / r3, -y / r3];
    },
    (_t, y) => ({ q: y, v: [], lambda: [] }),
  );
})();

/** A linear system of index 2 (Ascher example 1, nu = 2): x1 = x2 = e^t and the algebraic variable is -e^t/(2 - t). */
export const indexTwo: Reference = {
  model: {
    taut: 1,
    name: "index 2",
    states: { x1: 1, x2: 1 },
    algebraic: ["z"],
    rates: { x1: "(2 - t)*2*z + 3*exp(t)", x2: "z + (1 + 1/(2 - t))*exp(t)" },
    constraints: { line: "(t + 2)*x1 + (t^2 - 4)*x2 - (t^2 + t - 2)*exp(t)" },
  },
  exact: (times) => times.map((t) => ({ q: [Math.exp(t), Math.exp(t)], v: [], lambda: [-Math.exp(t) / (2 - t)] })),
};
