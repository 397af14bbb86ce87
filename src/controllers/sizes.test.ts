import { expect, test } from "vitest";
import { type F64, type Kinds, type Pacer, restoreBytes, savedBytes } from "../core/index.js";
import { errorControlled } from "./index.js";

const of = (...values: number[]) => Float64Array.from(values);
const rtol = 2 ** -20;

/** Two points on a line and a director's component, then their velocities. */
const mechanics: Kinds = { groups: Int32Array.of(0, 0, 1, 2, 2, 3), blocks: ["q", "q", "v", "v"] };

/** Absolute tolerances in units of rtol. */
const floors = ({ tolerances }: Pacer): number[] => Array.from(tolerances!.atol, (x) => x / rtol);

/** A pacer that has begun at y and has accepted a step of 1 that ends there too. */
function steady(y: F64, kinds?: Kinds): Pacer {
  const pacer = errorControlled({ rtol }).bind(y.length, kinds);
  pacer.begin!(y);
  pacer.begin!(y, undefined, 1);
  pacer.learn!(y, 1);
  return pacer;
}

test("states have their own sizes, and points and their velocities those of the largest", () => {
  const within = (found: number[], wanted: number[]): void => {
    for (const [i, x] of found.entries()) expect(Math.abs(Math.log(x / wanted[i]))).toBeLessThan(0.12);
  };
  within(floors(steady(of(5, 1e-4))), [5e-3, 1e-7]);
  within(floors(steady(of(4, 1e-9, 1, 0.1, 30, 2), mechanics)), [0.4, 0.4, 0.1, 3, 3, 0.2]);
});

test("the same motion in another unit has the same tolerances in that unit, bit for bit", () => {
  const y = of(4, 1e-9, 1, 0.1, 0, 2);
  for (const unit of [2 ** 30, 2 ** -30]) {
    const other = steady(
      y.map((x) => unit * x),
      mechanics,
    );
    expect(floors(other)).toEqual(floors(steady(y, mechanics)).map((x) => unit * x));
  }
});

test("a spike is forgotten, and a steady size is not", () => {
  const pacer = steady(of(1, 1));
  pacer.learn!(of(1e6, 1), 1e-6);
  pacer.learn!(of(1, 1), 1e-6);
  for (let k = 0; k < 100; k++) pacer.learn!(of(1, 0), 0.01);
  const [spiked, past] = floors(pacer);
  expect(spiked).toBeLessThan(2e-3);
  expect(past).toBeGreaterThan(0.5e-3);
});

test("nothing below rounding of the largest component is asked for", () => {
  const pacer = errorControlled({ rtol: 1e-12 }).bind(2);
  pacer.begin!(of(1000, 0), undefined, 1);
  expect(pacer.tolerances!.atol[1]).toBe(1000 * 10 * 2 ** -52);
});

test("at rest, velocities have the size of a fall over the model for the first step, and then that of the step", () => {
  const pacer = errorControlled({ rtol }).bind(6, mechanics);
  const y = of(4, 0, 1, 0, 0, 0);
  pacer.begin!(y, of(0, 0, 0, 9, 0, 0));
  expect(floors(pacer).slice(3)).toEqual([0.6, 0.6, 0.6].map((x) => expect.closeTo(x, 12))); // sqrt(4 * 9) = 6
  pacer.begin!(y, undefined, 1e-3);
  expect(floors(pacer)[4]).toBeCloseTo(0.1 * 4e-3, 12); // 1e-6 * 4 / 1e-3
});

test("a step that was cut next to nothing does not loosen the tolerances of the whole ones that follow", () => {
  const y = of(4, 0, 1, 0, 2, 0);
  const pacer = steady(y, mechanics);
  const before = floors(pacer);
  pacer.learn!(y, 1e-12, 1);
  expect(floors(pacer)).toEqual(before);
});

test("where everything is zero, sizes are 1", () => {
  expect(floors(steady(of(0, 0)))).toEqual([1e-3, 1e-3]);
  expect(floors(steady(of(0, 0, 0, 0, 0, 0), mechanics))).toEqual(Array(6).fill(1e-3));
});

test("a checkpoint has the sizes, and a cleared pacer is a new one", () => {
  const pacer = steady(of(4, 1e-9, 1, 0.1, 0, 2), mechanics);
  const other = errorControlled({ rtol }).bind(6, mechanics);
  restoreBytes(other.checkpoint, savedBytes(pacer.checkpoint));
  for (const one of [pacer, other]) one.learn!(of(7, 0, 1, 5, 0, 2), 0.3);
  expect(floors(other)).toEqual(floors(pacer));
  pacer.clear!();
  expect(floors(pacer)).toEqual(Array(6).fill(1e-3));
});

test("an absolute tolerance that is given stays as it is, and nothing is learnt", () => {
  const pacer = errorControlled({ rtol, atol: 0.5 }).bind(2);
  expect([pacer.begin, pacer.learn]).toEqual([undefined, undefined]);
  expect([...pacer.tolerances!.atol]).toEqual([0.5, 0.5]);
});
