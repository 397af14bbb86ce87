/** Rigid motions of the convergence table by hand: place, rotation matrix and body rates, by Euler's equations. */

import type { Rate } from "../fixtures/extrapolation.js";
import { byHand, type Exact, type Reference } from "./problems.js";

type V3 = readonly number[];
const cross = (a: V3, b: V3): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a: V3, b: V3, s = 1): number[] => a.map((x, i) => x + s * b[i]);
const times = (s: number, a: V3): number[] => a.map((x) => s * x);

/** Mass points at `place` in the body, each under a constant force. */
interface Point {
  readonly mass: number;
  readonly place: V3;
  readonly force: V3;
}
/** y = x, x', columns of R, rates. */
const parts = (y: V3) => ({
  x: y.slice(0, 3),
  u: y.slice(3, 6),
  R: [0, 1, 2].map((k) => y.slice(6 + 3 * k, 9 + 3 * k)),
  w: y.slice(15),
});
const into = (R: readonly V3[], a: V3): number[] =>
  [0, 1, 2].map((i) => R[0][i] * a[0] + R[1][i] * a[1] + R[2][i] * a[2]);
const back = (R: readonly V3[], a: V3): number[] => R.map((column) => dot(column, a));

/** The rates of y; if `moving` is false, the body turns about the origin of its axes. */
function eulerRate(points: readonly Point[], moving: boolean): Rate {
  const whole = points.reduce((sum, p) => sum + p.mass, 0);
  // the tensor of inertia; the axes of the body need not be principal axes
  const I = [0, 1, 2].map((i) =>
    [0, 1, 2].map((k) =>
      points.reduce((sum, { mass, place: a }) => sum + mass * ((i === k ? dot(a, a) : 0) - a[i] * a[k]), 0),
    ),
  );
  const apply = (w: V3): number[] => I.map((row) => dot(row, w));
  const det = dot(I[0], cross(I[1], I[2]));
  const inverse = (b: V3): number[] =>
    [cross(I[1], I[2]), cross(I[2], I[0]), cross(I[0], I[1])].reduce(
      (sum, c, k) => plus(sum, c, b[k] / det),
      [0, 0, 0],
    );
  return (_t, y) => {
    const { u, R, w } = parts(y);
    const torque = points.reduce((sum, p) => plus(sum, cross(p.place, back(R, p.force))), [0, 0, 0]);
    const push = points.reduce((sum, p) => plus(sum, p.force), [0, 0, 0]);
    const turn = [0, 1, 2].map((k) =>
      into(
        R,
        cross(
          w,
          [0, 1, 2].map((i) => Number(i === k)),
        ),
      ),
    );
    return [
      ...u,
      ...(moving ? times(1 / whole, push) : [0, 0, 0]),
      ...turn.flat(),
      ...inverse(plus(torque, cross(apply(w), w))),
    ];
  };
}

/** Position, velocity, acceleration of a point of the body. */
function motionOf(y: V3, dy: V3, place: V3): readonly [V3, V3, V3] {
  const { x, u, R, w } = parts(y);
  const [rate, turn] = [dy.slice(3, 6), dy.slice(15)];
  const swing = plus(cross(turn, place), cross(w, cross(w, place)));
  return [plus(x, into(R, place)), plus(u, into(R, cross(w, place))), plus(rate, into(R, swing))];
}

const spin = [0.5, -0.8, 0.6];
const start = (u: V3): number[] => [0, 0, 0, ...u, 1, 0, 0, 0, 1, 0, 0, 0, 1, ...spin];

/** A rigid triangle of unequal sides and masses that falls, one corner pushed more than the others. */
export const triangle: Reference = (() => {
  const masses = [2, 1, 1.5];
  const raw = [
    [0, 0, 0],
    [1, 0.1, 0],
    [0.3, 0.9, 0],
  ];
  const centre = raw.reduce((sum, r, k) => plus(sum, r, masses[k] / 4.5), [0, 0, 0]);
  const extra = [0.4, 0, -1.2];
  const points = raw.map((r, k) => ({
    mass: masses[k],
    place: plus(r, centre, -1),
    force: plus([0, 0, -masses[k]], k === 1 ? extra : [0, 0, 0]),
  }));
  const u = [0.1, 0.2, 0.3];
  const names = ["a", "b", "c"];
  const model = {
    taut: 1,
    name: "triangle",
    points: Object.fromEntries(
      points.map(({ mass, place }, k) => [names[k], { mass, at: place, velocity: plus(u, cross(spin, place)) }]),
    ),
    elements: [
      ...[
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
      ].map((between) => ({ rod: { between } })),
      { gravity: [0, 0, -1] },
    ],
    potential: `-${extra[0]}*x(b) + ${-extra[2]}*z(b)`,
  };
  const show = (_t: number, y: V3, dy: V3): Exact => {
    const motions = points.map(({ place }) => motionOf(y, dy, place));
    const [a, b, c] = motions.map(([q]) => q);
    const unit = (p: V3, q: V3): number[] => times(1 / Math.sqrt(dot(plus(p, q, -1), plus(p, q, -1))), plus(p, q, -1));
    const [ab, bc, ca] = [unit(a, b), unit(b, c), unit(c, a)];
    // the forces of the rods on a and b are -lambda1 ab + lambda3 ca and lambda1 ab - lambda2 bc
    const held = points.map(({ mass, force }, k) => plus(times(mass, motions[k][2]), force, -1));
    const [p, q, mix] = [-dot(held[0], ab), dot(held[0], ca), dot(ab, ca)];
    const lambda1 = (p + mix * q) / (1 - mix * mix);
    const lambda3 = (q + mix * p) / (1 - mix * mix);
    const lambda2 = -dot(plus(held[1], ab, -lambda1), bc);
    return { q: motions.flatMap(([r]) => r), v: motions.flatMap(([, v]) => v), lambda: [lambda1, lambda2, lambda3] };
  };
  return byHand(model, start(u), eulerRate(points, true), show);
})();

/** A rigid body of directors only, two of which are pulled. */
export const turning: Reference = (() => {
  const moments = [1.4, 0.8, 0.5];
  const forces = [
    [0.3, 0, 0.2],
    [0, 0, 0],
    [0, -0.2, -1],
  ];
  const axes = [0, 1, 2].map((k) => [0, 1, 2].map((i) => Number(i === k)));
  const points = axes.map((place, k) => ({ mass: moments[k], place, force: forces[k] }));
  const names = ["d1", "d2", "d3"];
  const model = {
    taut: 1,
    name: "turning",
    points: Object.fromEntries(
      points.map(({ mass, place }, k) => [
        names[k],
        { mass, at: place, velocity: cross(spin, place), direction: true },
      ]),
    ),
    potential: "-0.3*x(d1) - 0.2*z(d1) + 0.2*y(d3) + z(d3)",
    constraints: {
      n1: "dot(d1, d1) - 1",
      n2: "dot(d2, d2) - 1",
      n3: "dot(d3, d3) - 1",
      o12: "dot(d1, d2)",
      o13: "dot(d1, d3)",
      o23: "dot(d2, d3)",
    },
  };
  const show = (_t: number, y: V3, dy: V3): Exact => {
    const motions = points.map(({ place }) => motionOf(y, dy, place));
    const d = motions.map(([q]) => q);
    const held = points.map(({ mass, force }, k) => plus(times(mass, motions[k][2]), force, -1));
    const lambda = [0, 1, 2].map((k) => -dot(held[k], d[k]) / 2);
    for (const [k, l] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ])
      lambda.push(-dot(held[k], d[l]));
    return { q: d.flat(), v: motions.flatMap(([, v]) => v), lambda };
  };
  return byHand(model, start([0, 0, 0]), eulerRate(points, false), show);
})();
