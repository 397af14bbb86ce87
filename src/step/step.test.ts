import { describe, expect, test } from "vitest";
import type { CompiledRate, CompiledRoutine, Program, Step } from "../core/index.js";
import { rateOf } from "../core/index.js";
import { LinearMemory } from "../memory/linear-memory.js";
import { f64, get, i32, instantiate, loop, Module, ret, when } from "../wasm/index.js";
import {
  atMost,
  equal,
  givenInteger,
  type HostEvaluation,
  infallible,
  less,
  linked,
  onHost,
  placesOn,
  StepText,
} from "./index.js";

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
    equal(givenInteger, 1),
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
  step.when(equal(size, 0), () => step.scaledNorm(size, "rms", out, y, x, atol, h));
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
      reading === "host"
        ? onHost(program, arrays, { rate: rateOf(rate) })
        : rate.link(program, memory, arrays, { rate });
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

describe.each([1, 2, 7, 18])("control, norms and calls, vectors of %i entries", (n) => {
  /** `mix` adds number x y z to out with a weight of its own; `check` fails with result 3 where x_0 > 10. */
  function routinesOn(memory: LinearMemory) {
    const weight = memory.f64(1);
    weight[0] = 0.3;
    const module = new Module();
    const parameters = { a: "f64", x: "i32", y: "i32", z: "i32", out: "i32", own: "i32" } as const;
    module.func("mix", parameters, "void", (f, p) => {
      const k = f.local("i32");
      const at = (array: (typeof p)["x"]) => f64.load(i32.add(get(array), get(k)));
      const product = f64.mul(f64.mul(f64.mul(f64.load(get(p.own)), get(p.a)), f64.mul(at(p.x), at(p.y))), at(p.z));
      const sum = f64.add(at(p.out), product);
      return [loop(k, i32.const(0), i32.const(8 * n), 8, [f64.store(i32.add(get(p.out), get(k)), sum)])];
    });
    module.func("check", { x: "i32" }, "i32", (_, p) => [
      when(f64.gt(f64.load(get(p.x)), f64.const(10)), [ret(i32.const(3))]),
      i32.const(-1),
    ]);
    const code = instantiate(module, memory.memory);
    const judged: [string, number, number][] = [];
    const judge =
      (name: string): CompiledRoutine["judge"] =>
      (result, calls) => {
        judged.push([name, result, calls]);
        return result === -1 ? "ok" : "singular";
      };
    const generated = { memory: memory.memory, link: linked };
    const routines: Record<string, CompiledRoutine> = {
      mix: { ...generated, code: code.mix, own: [weight.byteOffset], infallible: true, judge: judge("mix") },
      check: { ...generated, code: code.check, judge: judge("check") },
    };
    const host: Record<string, HostEvaluation> = {
      mix: infallible((out, a, x, y, z) => {
        for (let k = 0; k < n; k++) out[k] += 0.3 * a * (x[k] * y[k]) * z[k];
      }),
      check: (_, __, x) => (x[0] > 10 ? "singular" : "ok"),
    };
    return { routines, host, judged };
  }

  /** Doubles x until its norm is at least `target`, at most `limit` times; every second row of A has two entries. */
  const step = new StepText();
  const [target, limit, quotient, size, row] = ["target", "limit", "quotient", "size", "row"].map((name) =>
    step.shared(name),
  );
  const given = ["a", "b", "c", "d"].map((name) => step.given(name, n));
  const [x, A] = [step.bound("x", n), step.bound("A", n + Math.floor(n / 2))];
  const places = step.pattern("places", n);
  const doubled = step.counter();
  const grown = step.variable();
  step.set(quotient, step.divide(target, 3));
  step.set(size, step.larger(step.largest(x), step.largest(given[0])));
  step.unless(less(size, Number.POSITIVE_INFINITY), () => step.end("nonfinite"));
  step.repeat(
    limit,
    (k) => {
      step.set(grown, step.largest(x));
      step.when(atMost(target, grown), () =>
        step.when(
          equal(k, 1),
          () => step.leave(),
          () => step.unless(less(grown, target), () => step.leave()),
        ),
      );
      step.addScaled(x, x, 1, x);
      step.count(doubled);
      step.evaluate(step.evaluation("check"), undefined, undefined, x);
      step.evaluate(step.evaluation("mix"), x, 1e-3, given[1], given[2], given[3]);
    },
    () => step.end("diverged"),
  );
  step.set(row, step.largestRow(A, places, x));
  const program = step.finish();

  const start = Array.from({ length: n }, (_, i) => Math.sin(i + 1));
  const runBoth = (numbers: readonly [number, number], first: readonly number[] = start) => {
    const memory = new LinearMemory(65536);
    const { routines, host, judged } = routinesOn(memory);
    const rowStart = Int32Array.from({ length: n + 1 }, (_, i) => i + Math.floor(i / 2));
    const column = Int32Array.from({ length: rowStart[n] }, (_, k) => (5 * k) % n);
    const patterns = { places: placesOn(memory, { rowStart, column }) };
    const results = (["host", "linked"] as const).map((reading) => {
      const arrays = Object.fromEntries(program.arrays.map(({ name, length }) => [name, memory.f64(length)]));
      for (const name of ["a", "b", "c", "d"]) arrays[name].set(start.map((value, i) => value + i));
      arrays.x.set(first);
      arrays.A.forEach((_, k, entries) => {
        entries[k] = Math.cos(3 * k);
      });
      const bound =
        reading === "host"
          ? onHost(program, arrays, host, { patterns })
          : linked(program, memory, arrays, routines, patterns);
      [bound.numbers[target.index], bound.numbers[limit.index]] = numbers;
      const status = bound.run(0, arrays.a, arrays.b, arrays.c, arrays.d);
      const shared = [quotient, size, row].map(({ index }) => bound.numbers[index]);
      const counts = [bound.evaluated(0), bound.evaluated(1), bound.counted(doubled)];
      return { status, shared, counts, x: Array.from(arrays.x) };
    });
    return { host: results[0], linked: results[1], judged };
  };

  test("a loop is left, its counts and norms have the same bits", () => {
    const both = runBoth([6, 20]);
    expect(both.host.status).toBe("ok");
    expect(both.host.counts[2]).toBeGreaterThan(1);
    expect(both.host.shared.every((value) => value > 0)).toBe(true);
    expect(both.linked).toEqual(both.host);
    expect(both.judged).toEqual([
      ["check", -1, both.host.counts[0]],
      ["mix", -1, both.host.counts[1]],
    ]);
  });

  test("a loop that is not left ends the step with the named status", () => {
    const both = runBoth([6, 1]);
    expect(both.host).toMatchObject({ status: "diverged", counts: [1, 1, 1] });
    expect(both.linked).toEqual(both.host);
  });

  test("the evaluation that fails is judged by its result, after the others", () => {
    const both = runBoth([1e9, 60]);
    expect(both.host.status).toBe("singular");
    expect(both.linked).toEqual(both.host);
    expect(both.judged.at(-1)).toEqual(["check", 3, both.host.counts[0]]);
  });

  test("NaN in any entry is found by the norm, and comparisons with it do not hold", () => {
    for (let i = 0; i < n; i++) {
      const both = runBoth([6, 20], start.with(i, Number.NaN));
      expect(both.host.status).toBe("nonfinite");
      expect(both.linked).toEqual(both.host);
    }
  });
});
