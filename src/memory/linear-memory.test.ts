import { expect, test } from "vitest";
import { ModelError } from "../core/errors.js";
import { f64, i32 } from "../wasm/code.js";
import { instantiate, Module } from "../wasm/module.js";
import { ArenaFull } from "./arena-full.js";
import { LinearMemory } from "./linear-memory.js";

test("arrays are allocated one below the other until the memory is full", () => {
  const memory = new LinearMemory(1000);
  const [a, b] = [memory.f64(3), memory.i32(5)];
  a.fill(1);
  b.fill(2);
  expect([...a, ...b]).toEqual([1, 1, 1, 2, 2, 2, 2, 2]);
  expect(b.byteOffset + b.byteLength).toBeLessThanOrEqual(a.byteOffset);
  expect(() => memory.f64(memory.capacity)).toThrow(ArenaFull);
});

test("tables and arrays never overlap: what would reach into the other end is refused", () => {
  const memory = new LinearMemory(1000);
  const array = memory.f64(1000);
  expect(() => memory.claim(array.byteOffset + 1)).toThrow(ArenaFull);
  memory.claim(array.byteOffset);
  expect(() => memory.f64(1)).toThrow(ArenaFull);
});

test("a lease returns its arrays, cleared to zero, once the leases opened after it have ended too", () => {
  const memory = new LinearMemory(1000);
  const { used } = memory;
  const [outer, first] = [memory.lease(), memory.f64(4)];
  const [inner, second] = [memory.lease(), memory.f64(4)];
  first.fill(1);
  second.fill(2);
  outer();
  expect([...first, ...second]).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  inner();
  expect(memory.used).toBe(used);
  expect([...memory.f64(4)]).toEqual([0, 0, 0, 0]);
});

test("a released memory is used again, cleared to zero, and its old arrays are empty", () => {
  const memory = new LinearMemory(1000);
  const array = memory.f64(4);
  array.fill(1);
  memory.release();
  expect(array.length).toBe(0);
  const again = new LinearMemory(1000);
  expect(again.memory).toBe(memory.memory);
  expect([...again.f64(4)]).toEqual([0, 0, 0, 0]);
});

test("a memory larger than WebAssembly allows is an error in the model, which names the size", () => {
  expect(() => new LinearMemory(2e10)).toThrow(ModelError);
  expect(() => new LinearMemory(2e10)).toThrow("19 GB");
});

test("code for shared memories runs on shared memories only, and other code on other memories only", () => {
  const shared = new LinearMemory(1000, "shared");
  const own = new LinearMemory(1000);
  expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
  const values = shared.f64(2);
  const module = new Module();
  module.func("set", {}, "void", () => [f64.store(i32.const(values.byteOffset + 8), f64.const(2.5))]);
  instantiate(new WebAssembly.Module(module.toBytes("shared")), shared.memory).set();
  expect([...values]).toEqual([0, 2.5]);
  expect(() => instantiate(module, shared.memory)).toThrow(WebAssembly.LinkError);
  expect(() => instantiate(new WebAssembly.Module(module.toBytes("shared")), own.memory)).toThrow(
    WebAssembly.LinkError,
  );
});
