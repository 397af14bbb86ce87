/** Seeded arguments for tests of the elementary functions, from the ranges where each function is difficult. */

import type { MathName } from "./index.js";

/** The generator Mulberry32, 53 bits at a time; the numbers are the same in every run. */
function generator(seed: number): () => number {
  let state = seed;
  const word = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  return () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 2 ** 53;
}

type Draw = (random: () => number) => number;
const between =
  (a: number, b: number): Draw =>
  (random) =>
    a + (b - a) * random();
/** Any magnitude from 2^a to 2^b, subnormal ones included. */
const magnitude =
  (a: number, b: number): Draw =>
  (random) => {
    const e = Math.floor(a + (b - a) * random());
    return e < -1022 ? (1 + random()) * 2 ** -1022 * 2 ** (e + 1022) : (1 + random()) * 2 ** e;
  };
const signed =
  (draw: Draw): Draw =>
  (random) =>
    random() < 0.5 ? -draw(random) : draw(random);
/** 1 ± a power of two from 1/2 to 2^-53. */
const nearOne: Draw = (random) => 1 + (random() - 0.5) * 2 ** Math.floor(-52 * random());
const belowOne: Draw = (random) => 1 - random() * 2 ** Math.floor(-53 * random());
/** Doubles next to multiples of π/2 below 2^40. */
const nearQuarterTurn: Draw = (random) => {
  const k = Math.floor(2 ** (40 * random()));
  return k * (Math.PI / 2) * (1 + Math.floor(5 * random() - 2) * 2 ** -52);
};

const turning = [
  signed(between(0, 0.8)),
  signed(between(0, 10)),
  signed(between(0, 1.6e6)),
  nearQuarterTurn,
  signed(magnitude(20, 80)),
  signed(magnitude(0, 1024)),
  signed(magnitude(-1074, 0)),
];
const hyperbolic = [
  signed(between(0, 0.4)),
  signed(between(0.3, 2)),
  signed(between(0, 40)),
  signed(between(0, 710.4)),
  signed(magnitude(-1074, 0)),
];
const arcs = [signed(between(0, 1)), between(0.49, 0.51), signed(belowOne), signed(magnitude(-1074, 0))];
const anySize = signed(magnitude(-1074, 1024));

const ranges: Record<MathName, readonly (readonly Draw[])[]> = {
  exp: [
    between(-0.35, 0.35),
    between(-40, 40),
    between(-745, 709.7),
    between(-745, -708),
    signed(magnitude(-1074, 0)),
  ].map(one),
  log: [between(0.6, 1.5), between(0, 100), nearOne, magnitude(-1074, 1024), magnitude(-1074, -1022)].map(one),
  sin: turning.map(one),
  cos: turning.map(one),
  tan: turning.map(one),
  asin: arcs.map(one),
  acos: arcs.map(one),
  atan: [signed(between(0, 0.5)), signed(between(0.3, 3)), signed(between(0, 100)), anySize].map(one),
  sinh: hyperbolic.map(one),
  cosh: hyperbolic.map(one),
  tanh: hyperbolic.map(one),
  atan2: [
    [signed(between(0, 1)), signed(between(0, 1))],
    [between(0.4, 0.43), signed(between(0.99, 1.01))],
    [anySize, anySize],
    [signed(magnitude(1000, 1024)), signed(magnitude(1000, 1024))],
    [signed(magnitude(-1074, -1000)), signed(magnitude(-1074, -1000))],
  ],
  pow: [
    [between(0, 10), between(-10, 10)],
    [between(0.5, 2), between(-1000, 1000)],
    [nearOne, signed(magnitude(0, 60))],
    [magnitude(-1074, 1024), between(-1, 1)],
    [between(0.6, 0.9), between(1200, 2500)],
  ],
};

function one(draw: Draw): readonly Draw[] {
  return [draw];
}

/** `count` argument lists from each range of a function. */
export function samples(name: MathName, count: number, seed = 1): number[][] {
  const random = generator(seed);
  return ranges[name].flatMap((draws) => Array.from({ length: count }, () => draws.map((draw) => draw(random))));
}
