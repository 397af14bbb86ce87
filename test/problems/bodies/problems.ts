/** Motions of rigid bodies on which directors lose digits, and others, with references and the problem's own conditioning. */

import { RandomStream } from "../../../src/random/index.js";
import { type BodySetup, cross, NewtonEuler, type Setup } from "./newton-euler.js";

export interface BodyProblem extends Setup {
  readonly name: string;
  readonly until: number;
  /** The step of the reference, short enough that rounding is larger than its error. */
  readonly step: number;
}

const resting = { axis: [0, 0, 1], angle: 0, spin: [0, 0, 0], velocity: [0, 0, 0] };
const away = [0, 0, 0];

/** A free body that starts with a spin near an axis. */
const free = (name: string, spin: readonly number[], until: number): BodyProblem => ({
  ...{ name, until, step: 0.5 / Math.max(...spin.map(Math.abs)), joints: [], gravity: away },
  bodies: [{ ...resting, mass: 1, inertia: [1, 2, 2.5], at: away, axis: [1, 2, 3], angle: 0.7, spin }],
});

/** A symmetric top on a ball joint, tilted by half a radian and spinning about its axis. */
const top = (name: string, spin: number, until: number): BodyProblem => {
  const [l, tilt] = [0.7, 0.5];
  const at = [0, -l * Math.sin(tilt), l * Math.cos(tilt)];
  return {
    ...{ name, until, step: 0.5 / spin, gravity: [0, 0, -9.81] },
    bodies: [{ ...resting, mass: 1.2, inertia: [0.4, 0.4, 0.3], at, axis: [1, 0, 0], angle: tilt, spin: [0, 0, spin] }],
    joints: [{ between: [-1, 0], at: away }],
  };
};

/** Equal bodies in a row along x, which turn about the origin as one. */
const row = (count: number, spin: readonly number[]): BodySetup[] =>
  Array.from({ length: count }, (_, k) => {
    const at = [0.5 + k - count / 2, 0, 0];
    return { ...resting, mass: 1, inertia: [0.02, 0.09, 0.1], at, spin, velocity: cross(spin, at) };
  });

export const bodyProblems: readonly BodyProblem[] = [
  free("free body near its unstable axis", [1e-4, 3, 0], 20),
  top("fast top", 100, 3),
  top("heavy top", 25, 5),
  {
    ...{ name: "two hinged bodies", until: 10, step: 0.2, gravity: away, bodies: row(2, [0.3, 0.2, 2]) },
    joints: [{ between: [0, 1], at: away, axis: [0, 1, 0.2] }],
  },
  {
    ...{ name: "spinning chain", until: 5, step: 0.1, gravity: away, bodies: row(5, [0.3, 3, 0.4]) },
    joints: [0, 1, 2, 3].map((k) => ({ between: [k, k + 1] as const, at: [k - 1.5, 0, 0] })),
  },
];

/** A problem of a seed: a free body, a top, a pendulum of two bodies or a free chain, with drawn shapes and spins. */
export function drawnProblem(seed: number): BodyProblem {
  const stream = new RandomStream(seed, 0, "parameters");
  const between = (low: number, high: number): number => low + (high - low) * stream.uniform();
  const vector = (most: number): number[] => [0, 1, 2].map(() => between(-most, most));
  const moments = (): number[] => {
    const [a, b, c] = [between(0.05, 1), between(0.05, 1), between(0.05, 1)];
    return [b + c, c + a, a + b];
  };
  const kind = ["free", "top", "pendulum", "chain"][seed % 4];
  const fast = 10 ** between(0, 1.3);
  const until = 12 / fast;
  const common = { name: `${kind} ${seed}`, until, step: 0.3 / fast, gravity: kind === "free" ? away : [0, 0, -9.81] };
  if (kind === "free" || kind === "top") {
    // a spin near one of the axes
    const spin = vector(0.01 * fast);
    spin[seed % 3] += fast;
    const [axis, angle] = [vector(1), between(0, 3)];
    const body = { ...resting, mass: between(0.5, 2), inertia: moments(), axis, angle, spin };
    if (kind === "free") return { ...common, bodies: [{ ...body, at: vector(1), velocity: vector(1) }], joints: [] };
    const [at] = [vector(0.7)];
    const reference = new NewtonEuler({ bodies: [{ ...body, at: away }], joints: [], gravity: away });
    const { q, v } = reference.directors(reference.start);
    const inSpace = [0, 1, 2].map((c) => {
      const [d1, d2, d3] = [3, 6, 9].map((first) => q[first + c]);
      return spin[0] * d1 + spin[1] * d2 + spin[2] * d3;
    });
    if (v.length !== 12) throw new Error("a drawn body has three directors");
    return {
      ...{ ...common, bodies: [{ ...body, at, velocity: cross(inSpace, at) }] },
      joints: [{ between: [-1, 0], at: away }],
    };
  }
  const count = kind === "pendulum" ? 2 : 3;
  const spin = kind === "pendulum" ? [0, 0, 0] : vector(fast / 3);
  const bodies = row(count, spin).map((body) => ({ ...body, mass: between(0.5, 2), inertia: moments() }));
  const joints = Array.from({ length: count - 1 }, (_, k) => ({
    ...{ between: [k, k + 1] as const, at: [k + 1 - count / 2, 0, 0] },
    ...(stream.uniform() < 0.5 && { axis: vector(1) }),
  }));
  const pinned = { between: [-1, 0] as const, at: [-count / 2, 0, 0], axis: [0, 1, between(-0.5, 0.5)] };
  return kind === "pendulum"
    ? { ...common, ...{ until: 3, step: 0.05 }, bodies, joints: [...joints, pinned] }
    : { ...common, bodies, joints };
}

/** The model of a problem. */
export function modelOf({ name, bodies, joints, gravity }: BodyProblem): object {
  const called = (k: number): string => (k < 0 ? "world" : `b${k}`);
  return {
    ...{ taut: 1, name },
    bodies: Object.fromEntries(bodies.map((body, k) => [called(k), body])),
    joints: joints.map(({ between, at, axis }) => {
      const ends = { between: between.map(called), at };
      return axis === undefined ? { ball: ends } : { hinge: { ...ends, axis } };
    }),
    ...(gravity.some((x) => x !== 0) && { elements: [{ gravity }] }),
  };
}

interface Place {
  readonly q: ArrayLike<number>;
  readonly v: ArrayLike<number>;
}

/** The largest difference in q and in v, each relative to the largest entry of `size`. */
export function distance(a: Place, b: Place, size: Place = b): number {
  const largest = (x: ArrayLike<number>): number => Math.max(...Array.from(x, Math.abs));
  const relative = (part: "q" | "v"): number =>
    largest(Array.from(a[part], (value, i) => value - b[part][i])) / (largest(size[part]) || 1);
  return Math.max(relative("q"), relative("v"));
}

/** The end of the reference. */
export function endOf(problem: BodyProblem): Place {
  const reference = new NewtonEuler(problem);
  return reference.directors(reference.advance(reference.start, problem.until, problem.step));
}

export interface BodyReference {
  readonly end: Place;
  /** By how much a small change of q and v on the way, relative to their sizes, is larger at the end; at least 1. */
  readonly condition: number;
}

/** A change of this size is far above rounding, and its square is far below it. */
const change = 1e-9;

export function referenceOf(problem: BodyProblem, instants = 4): BodyReference {
  const reference = new NewtonEuler(problem);
  const stream = new RandomStream(1, 0, "parameters");
  const { until, step } = problem;
  const drawn = (most: number): number[] =>
    Array.from({ length: 6 * problem.bodies.length }, () => change * most * (2 * stream.uniform() - 1));

  // 1. states on the way, and the sizes of q and v there
  const states = [reference.start];
  for (let k = 0; k < instants; k++) states.push(reference.advance(states[k], until / instants, step));
  const places = states.map((s) => reference.directors(s));
  const end = places[instants];
  const size = { q: places.flatMap(({ q }) => q), v: places.flatMap(({ v }) => v) };
  const fast = Math.max(...size.v.map(Math.abs));

  // 2. a change of positions and one of velocities at each
  let condition = 1;
  for (let k = 0; k < instants; k++)
    for (const [shift, push] of [
      [drawn(1), drawn(0)],
      [drawn(0), drawn(fast)],
    ]) {
      const moved = reference.perturbed(states[k], shift, push);
      const now = distance(reference.directors(moved), places[k], size);
      const left = (until * (instants - k)) / instants;
      const then = distance(reference.directors(reference.advance(moved, left, step)), end);
      condition = Math.max(condition, then / now);
    }
  return { end, condition };
}
