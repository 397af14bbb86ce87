/**
 * Linkages with one degree of freedom each that pass positions in which their bars are in line, made from a seed, with
 * their motion in the crank angle as reference. Rows of linkages and linkages side by side are made of the same parts.
 */

import { RandomStream } from "../../src/random/index.js";

type Data = Readonly<Record<string, unknown>>;

/** Points as functions of an angle, rods between them, and forces on them; positions are listed x, y, x, y, … */
export interface Linkage {
  readonly masses: readonly number[];
  /** Fixed points, by name. */
  readonly fixed: Readonly<Record<string, readonly [number, number]>>;
  /** Pairs of indices of points, or names of fixed ones. */
  readonly rods: readonly (readonly [number | string, number | string])[];
  place(angle: number): number[];
  force(q: readonly number[]): number[];
  /** What the forces are in a model. */
  readonly elements: readonly Data[];
  readonly forces: Data;
  readonly start: { readonly angle: number; readonly speed: number };
  /** Angles at which bars are in line. */
  inLine(from: number, to: number): number[];
}

export interface Case {
  readonly name: string;
  readonly parts: readonly Linkage[];
  readonly until: number;
  readonly unbounded?: boolean;
}

const name = (part: number, point: number | string): string =>
  typeof point === "number" ? `p${part}_${point}` : point === "origin" ? point : `f${part}_${point}`;

/** The model of linkages side by side; they do not touch each other. */
export function modelOf({ parts, name: title }: Case): Data {
  const points: Record<string, Data> = {};
  const elements: Data[] = [];
  const force: Record<string, unknown> = {};
  parts.forEach((part, k) => {
    const { angle, speed } = part.start;
    const [q, slope] = [part.place(angle), slopes(part, angle)[0]];
    for (const [key, at] of Object.entries(part.fixed)) points[name(k, key)] = { fixed: true, at };
    part.masses.forEach((mass, i) => {
      const velocity = [speed * slope[2 * i], speed * slope[2 * i + 1]];
      points[name(k, i)] = { mass, at: [q[2 * i], q[2 * i + 1]], velocity };
    });
    part.rods.forEach(([a, b], i) => {
      elements.push({ rod: { between: [name(k, a), name(k, b)], name: `rod${k}_${i}` } });
    });
    elements.push(...(JSON.parse(JSON.stringify(part.elements).replaceAll("#", String(k))) as Data[]));
    Object.assign(force, JSON.parse(JSON.stringify(part.forces).replaceAll("#", String(k))));
  });
  return { taut: 1, name: title, points, elements, ...(Object.keys(force).length > 0 && { force }) };
}

/** First and second derivative of the positions by the angle, by differences of order 8. */
function slopes(part: Linkage, angle: number): [number[], number[]] {
  const h = 0.02;
  const first = [4 / 5, -1 / 5, 4 / 105, -1 / 280];
  const second = [8 / 5, -1 / 5, 8 / 315, -1 / 560];
  const here = part.place(angle);
  const [one, two] = [here.map(() => 0), here.map((x) => (-205 / 72) * x)];
  first.forEach((weight, k) => {
    const [after, before] = [part.place(angle + (k + 1) * h), part.place(angle - (k + 1) * h)];
    for (let i = 0; i < here.length; i++) {
      one[i] += weight * (after[i] - before[i]);
      two[i] += second[k] * (after[i] + before[i]);
    }
  });
  return [one.map((x) => x / h), two.map((x) => x / (h * h))];
}

const massOf = (part: Linkage, i: number): number => part.masses[i >> 1];

/** The angular acceleration, from the equation of motion along the positions of the linkage. */
function turning(part: Linkage, angle: number, speed: number): number {
  const [one, two] = slopes(part, angle);
  const f = part.force(part.place(angle));
  let [inertia, torque] = [0, 0];
  for (let i = 0; i < one.length; i++) {
    inertia += massOf(part, i) * one[i] * one[i];
    torque += one[i] * (f[i] - massOf(part, i) * two[i] * speed * speed);
  }
  return torque / inertia;
}

/** Angle and speed at the given ascending times, by the classical method of order 4 with short steps. */
export function motion(part: Linkage, times: readonly number[]): { angle: number; speed: number }[] {
  const longest = 4e-3;
  let { angle, speed } = part.start;
  let t = 0;
  return times.map((time) => {
    const steps = Math.max(1, Math.ceil((time - t) / longest));
    const h = (time - t) / steps;
    for (let k = 0; k < steps; k++) {
      const a1 = turning(part, angle, speed);
      const [v2, a2] = [speed + (h / 2) * a1, turning(part, angle + (h / 2) * speed, speed + (h / 2) * a1)];
      const [v3, a3] = [speed + (h / 2) * a2, turning(part, angle + (h / 2) * v2, speed + (h / 2) * a2)];
      const [v4, a4] = [speed + h * a3, turning(part, angle + h * v3, speed + h * a3)];
      angle += (h / 6) * (speed + 2 * v2 + 2 * v3 + v4);
      speed += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    t = time;
    return { angle, speed };
  });
}

/** Loads in the rods by least squares: G^T lambda = f - M q''. */
export function loads(part: Linkage, angle: number, speed: number): number[] {
  const q = part.place(angle);
  const [one, two] = slopes(part, angle);
  const f = part.force(q);
  const acceleration = turning(part, angle, speed);
  const rest = q.map((_, i) => f[i] - massOf(part, i) * (one[i] * acceleration + two[i] * speed * speed));
  const at = (p: number | string): readonly [number, number] =>
    typeof p === "number" ? [q[2 * p], q[2 * p + 1]] : (part.fixed[p] ?? [0, 0]);
  const columns = part.rods.map(([a, b]) => {
    const column = q.map(() => 0);
    const [pa, pb] = [at(a), at(b)];
    const length = Math.hypot(pa[0] - pb[0], pa[1] - pb[1]);
    for (let c = 0; c < 2; c++) {
      if (typeof a === "number") column[2 * a + c] += (pa[c] - pb[c]) / length;
      if (typeof b === "number") column[2 * b + c] += (pb[c] - pa[c]) / length;
    }
    return column;
  });
  return leastSquares(columns, rest);
}

/** Modified Gram–Schmidt, twice. */
function leastSquares(columns: readonly number[][], right: readonly number[]): number[] {
  const m = columns.length;
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const Q: number[][] = [];
  const R = columns.map(() => new Array<number>(m).fill(0));
  columns.forEach((column, j) => {
    const x = column.slice();
    for (let round = 0; round < 2; round++)
      Q.forEach((unit, i) => {
        const part = dot(unit, x);
        R[i][j] += part;
        for (let k = 0; k < x.length; k++) x[k] -= part * unit[k];
      });
    R[j][j] = Math.sqrt(dot(x, x));
    Q.push(x.map((entry) => entry / R[j][j]));
  });
  const y = Q.map((unit) => dot(unit, right));
  for (let i = m - 1; i >= 0; i--) {
    for (let j = i + 1; j < m; j++) y[i] -= R[i][j] * y[j];
    y[i] /= R[i][i];
  }
  return y;
}

/** The times up to `until` at which bars are in line, by bisection of the motion. */
export function instants(part: Linkage, until: number): number[] {
  const samples = 400;
  const times = Array.from({ length: samples + 1 }, (_, k) => (k * until) / samples);
  const path = motion(part, times);
  const found: number[] = [];
  for (let k = 0; k < samples; k++)
    for (const angle of part.inLine(path[k].angle, path[k + 1].angle)) {
      const begin: Linkage = { ...part, start: path[k] };
      let [low, high] = [0, times[k + 1] - times[k]];
      for (let i = 0; i < 60; i++) {
        const middle = (low + high) / 2;
        const { angle: there } = motion(begin, [middle])[0];
        if ((there - angle) * (path[k].angle - angle) > 0) low = middle;
        else high = middle;
      }
      found.push(times[k] + (low + high) / 2);
    }
  return found;
}

/** Limits of the loads at an instant: the polynomial through their values at eight times around it. */
export function limitsAt(part: Linkage, instant: number): number[] {
  const apart = 0.04;
  const offsets = [-4, -3, -2, -1, 1, 2, 3, 4];
  const states = motion(
    part,
    offsets.map((k) => instant + k * apart),
  );
  const sums = part.rods.map(() => 0);
  offsets.forEach((k, i) => {
    let weight = 1;
    for (const other of offsets) if (other !== k) weight *= other / (other - k);
    loads(part, states[i].angle, states[i].speed).forEach((load, j) => {
      sums[j] += weight * load;
    });
  });
  return sums;
}

// ---- linkages ----

class Draw {
  private readonly stream: RandomStream;
  constructor(seed: number) {
    this.stream = new RandomStream(seed, 0, "parameters");
  }
  between(low: number, high: number): number {
    return Number((low + (high - low) * this.stream.uniform()).toPrecision(4));
  }
}

const multiplesOfPi = (from: number, to: number): number[] => {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const found: number[] = [];
  for (let k = Math.ceil(low / Math.PI); k * Math.PI < high; k++) found.push(k * Math.PI);
  return found;
};

type Load = "none" | "gravity" | "spring" | "torque";

/** Cranks of equal length that turn in parallel, joined by couplers; with two cranks a parallelogram. */
function row(draw: Draw, cranks: number, load: Load): Linkage {
  const radius = draw.between(0.6, 1.5);
  const gaps = Array.from({ length: cranks }, (_, i) => (i === 0 ? 0 : draw.between(1.2, 2.5)));
  const x0 = gaps.map((_, i) => gaps.slice(0, i + 1).reduce((a, b) => a + b, 0));
  const masses = gaps.map(() => draw.between(0.5, 2));
  const fixed = Object.fromEntries(x0.map((x, i) => [`pivot${i}`, [x, 0] as const]));
  const weight = load === "gravity" ? draw.between(0.5, 3) : 0;
  const stiffness = load === "spring" ? draw.between(0.5, 3) : 0;
  const torque = load === "torque" ? draw.between(0.1, 0.6) : 0;
  const anchor: readonly [number, number] = [-3, 0];
  return {
    masses,
    fixed: { ...fixed, ...(load === "spring" && { anchor }) },
    rods: [...gaps.map((_, i) => [`pivot${i}`, i] as const), ...gaps.slice(1).map((_, i) => [i, i + 1] as const)],
    place: (angle) => x0.flatMap((x) => [x + radius * Math.cos(angle), radius * Math.sin(angle)]),
    force(q) {
      const f = q.map((_, i) => (i % 2 === 1 ? -weight * masses[i >> 1] : 0));
      if (load === "spring") {
        const [x, y] = [q[0] - anchor[0], q[1] - anchor[1]];
        const distance = Math.hypot(x, y);
        f[0] -= (stiffness * (distance - 1) * x) / distance;
        f[1] -= (stiffness * (distance - 1) * y) / distance;
      }
      f[0] -= torque * q[1];
      f[1] += torque * q[0];
      return f;
    },
    elements: [
      ...(load === "gravity" ? [{ gravity: [0, -weight] }] : []),
      ...(load === "spring" ? [{ spring: { between: ["p#_0", "f#_anchor"], stiffness, length: 1 } }] : []),
    ],
    // the first pivot is at x = 0
    forces: load === "torque" ? { "p#_0": [`-${torque} * p#_0_y`, `${torque} * p#_0_x`] } : {},
    start: { angle: draw.between(0.4, 2.7), speed: draw.between(1.8, 3) },
    inLine: multiplesOfPi,
  };
}

/** A kite: crank and frame of one length, the other bars of another; in line when the crank lies on the frame. */
function kite(draw: Draw): Linkage {
  const [long, short] = [draw.between(1.8, 2.4), draw.between(0.9, 1.2)];
  const far = (angle: number): number =>
    long * Math.cos(angle / 2) + Math.sqrt(short * short - (long * Math.sin(angle / 2)) ** 2);
  return {
    masses: [draw.between(0.5, 2), draw.between(0.5, 2)],
    fixed: { pivot: [long, 0] },
    rods: [
      ["origin", 0],
      [0, 1],
      [1, "pivot"],
    ],
    place: (angle) => [
      long * Math.cos(angle),
      long * Math.sin(angle),
      far(angle) * Math.cos(angle / 2),
      far(angle) * Math.sin(angle / 2),
    ],
    force: (q) => q.map(() => 0),
    elements: [],
    forces: {},
    start: { angle: draw.between(0.4, 0.6), speed: -draw.between(0.7, 1) },
    inLine: (from, to) => (from > 0 && to < 0 ? [0] : []),
  };
}

/** The linkages of a seed. */
export function casesOf(seed: number): Case[] {
  const draw = new Draw(seed);
  const one = (title: string, part: Linkage, until: number, more: Partial<Case> = {}): Case => ({
    name: `${title} ${seed}`,
    parts: [part],
    until,
    ...more,
  });
  return [
    one("parallelogram", row(draw, 2, "none"), 4),
    one("parallelogram with gravity", row(draw, 2, "gravity"), 4),
    one("parallelogram with a spring in line", row(draw, 2, "spring"), 4),
    one("parallelogram with a torque on one crank", row(draw, 2, "torque"), 4, { unbounded: true }),
    one("kite", kite(draw), 0.9),
    one("row of three parallelograms", row(draw, 4, "gravity"), 4),
    one("row of five parallelograms", row(draw, 6, "spring"), 4),
    {
      name: `two parallelograms side by side ${seed}`,
      parts: [row(draw, 2, "none"), row(draw, 3, "spring")],
      until: 3,
    },
    { name: `three kites side by side ${seed}`, parts: [kite(draw), kite(draw), kite(draw)], until: 0.9 },
  ];
}
