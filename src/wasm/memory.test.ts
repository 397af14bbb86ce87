import { expect, test } from "vitest";
import { ModelError } from "../core/errors.js";
import { ArenaFull, LinearMemory } from "./memory.js";

test("arrays are handed out one after the other until the memory is full", () => {
  const memory = new LinearMemory(1000);
  const [a, b] = [memory.f64(3), memory.i32(5)];
  a.fill(1);
  b.fill(2);
  expect([...a, ...b]).toEqual([1, 1, 1, 2, 2, 2, 2, 2]);
  expect(b.byteOffset).toBeGreaterThanOrEqual(a.byteOffset + a.byteLength);
  expect(() => memory.f64(memory.capacity)).toThrow(ArenaFull);
});

test("more than WebAssembly can have is an error of the model, with its size", () => {
  expect(() => new LinearMemory(2e10)).toThrow(ModelError);
  expect(() => new LinearMemory(2e10)).toThrow("19 GB");
});
