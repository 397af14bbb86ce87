import { describe, expect, test } from "vitest";
import type { CompiledRate, Program, Step } from "../core/index.js";
import { rateOf } from "../core/index.js";
import { LinearMemory } from "../memory/linear-memory.js";
import { f64, get, i32, instantiate, loop, Module, ret, when } from "../wasm/index.js";
import { givenInteger, linked, onHost, StepText } from "./index.js";

/** dy = t y - 1/3; the evaluation fails from t = 5 on with result 7. */
function rateOn(memory: LinearMemory, n: number): { readonly rate: CompiledRate; readonly counted: number[] } {
  const module = new Module();
  module.func("rate", { t: "f64", y: "i32", dy: "i32" }, "i32", (f, p) => {
    const k = f.local("i32");
    const value = f64.sub(f64.mul(get(p.t), f64.load(i32.add(get(p.y), get(k)))), f64.const(1 / 3));
    return [
      when(f64.ge(get(p.t), f64.const(5)), [ret(i32.const(7))]),
      loop(k, i32.const(0), i32.const(8 * n), 8, [f64.store(i32.add(get(p.dy), get(k)), value)]),
      i32.const(-1),
    ];
  });
  const counted: number[] = [];
  const rate: CompiledRate = {
    code: instantiate(module, memory.memory).rate,
    memory: memory.memory,
    link: linked,
    judge(result, evaluations) {
      counted.push(evaluations);
      return result === -1 ? "ok" : "singular";
    },
  };
  return { rate, counted };
}

/** Every operation of the algebra at least once; `n` decides between unrolled code and loops. */
function everything(n: number) {
  const step = new StepText();
  const [t, h, count] = ["t", "h", "count"].map((name) => step.shared(name));
  const size = step.shared("size");
  const rate = step.evaluation("rate");
  const [y, out] = [step.given("y", n), step.given("out", n)];
  const K = step.bound("K", 3 * n);
  const k = (i: number) => step.part(K, i, n);
  const [stage, x, v, atol] = ["stage", "x", "v", "atol"].map((name) => step.bound(name, n));

  step.copy(stage, y);
  step.evaluate(rate, k(0), t, stage);
  step.when(
    givenInteger,
    1,
    () => step.scale(k(1), h, k(0)),
    () => step.evaluate(rate, k(1), step.multiplyAdd(t, 0.5, h), k(0)),
  );
  step.combine(stage, y, h, K, [0.3, -1.7]);
  step.zero(x);
  step.addScaled(v, y, step.entry(atol, 1), k(1));
  step.repeat(count, (i) => {
    const half = step.multiply(step.entry(atol, i), h);
    step.addScaled(v, v, half, k(0));
    step.addScaled(x, x, h, v);
    step.evaluate(rate, k(2), step.multiplyAdd(t, step.fromInteger(i), h), x);
    step.addScaled(v, v, half, k(2));
  });
  step.combine(out, undefined, h, K, [1 / 7, 0, 2 / 7]);
  step.addScaled(out, out, 1, v);
  step.when(size, 0, () => step.scaledNorm(size, "rms", out, y, x, atol, h));
  step.scaledNorm(size, "max", out, stage, x, atol, size);
  return { program: step.finish(), t, h, count, size };
}

function bothReadings(program: Program, n: number) {
  const memory = new LinearMemory(65536);
  const { rate, counted } = rateOn(memory, n);
  const made = (["host", "linked"] as const).map((reading) => {
    const arrays = Object.fromEntries(program.arrays.map(({ name, length }) => [name, memory.f64(length)]));
    arrays.atol.forEach((_, i, atol) => {
      atol[i] = 0.01 + i / 5;
    });
    arrays.y.forEach((_, i, y) => {
      y[i] = Math.cos(i);
    });
    const step: Step =
      reading === "host" ? onHost(program, arrays, { rate: rateOf(rate) }) : rate.link(program, memory, arrays, rate);
    return { arrays, step };
  });
  return { made, counted };
}

describe.each([3, 4, 16, 17, 22])("both readings, vectors of %i entries", (n) => {
  const { program, t, h, count, size } = everything(n);
  const run = (step: Step, arrays: Record<string, Float64Array<ArrayBuffer>>, from: number, integer: number) => {
    step.numbers[t.index] = from;
    step.numbers[h.index] = 0.1;
    step.numbers[count.index] = 2;
    const status = step.run(integer, arrays.y, arrays.out);
    return { status, size: step.numbers[size.index], evaluated: step.evaluated(0), arrays };
  };

  test.each([0, 1])("give the same bits and counts, branch %i", (integer) => {
    const { made } = bothReadings(program, n);
    const [host, generated] = made.map(({ step, arrays }) => run(step, arrays, 0.7, integer));
    expect(host.status).toBe("ok");
    expect(host.evaluated).toBe(integer === 1 ? 3 : 4);
    expect(host.size).toBeGreaterThan(0);
    expect(generated).toEqual(host);
  });

  test("stop at the same evaluation, and count it", () => {
    const { made, counted } = bothReadings(program, n);
    const [host, generated] = made.map(({ step, arrays }) => run(step, arrays, 4.92, 1));
    expect(host).toMatchObject({ status: "singular", evaluated: 2 });
    expect(generated).toEqual(host);
    expect(counted.at(-1)).toBe(2);
  });
});
