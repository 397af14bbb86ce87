// Run by allocation.test.ts with `node --expose-gc --single-threaded` on the built library: steps a chain and prints what
// the heap did, as JSON. Usage: heap-growth.mjs DOOR MODEL SETTINGS N

import { readFileSync } from "node:fs";
import { getHeapStatistics } from "node:v8";

const [, , door, model, settings, n] = process.argv;
const { catalogue, parseModelText, prepareRun, validateModel } = await import(door);
const { run, system } = prepareRun(validateModel(parseModelText(readFileSync(model, "utf8")), catalogue), {
  settings: { ...JSON.parse(settings), until: 100 },
  set: { n: Number(n) },
  keepStates: false,
  solve: { ledger: "saved" },
});

const used = () => getHeapStatistics().used_heap_size;
const settled = () => {
  globalThis.gc?.();
  return used();
};

// warm-up: the engine compiles, and goes on compiling; then windows of steps, a collection between them
const [warm, windows, steps] = [1500, 25, 100];
run.advance(warm);
const memory = system.arena.buffer.byteLength;
const first = settled();
let passing = Number.POSITIVE_INFINITY;
for (let k = 0; k < windows; k++) {
  const before = settled();
  run.advance(steps);
  passing = Math.min(passing, (used() - before) / steps);
}
console.log(
  JSON.stringify({
    failure: run.failure?.message ?? null,
    // bytes per step that stay, over all windows
    growth: (settled() - first) / (windows * steps),
    // bytes per step before they are collected, in the window with the least
    passing,
    // of the linear memory; -1 if it was replaced
    memoryGrowth: system.arena.buffer.byteLength - memory,
  }),
);
