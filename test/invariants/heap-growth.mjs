// allocation.test.ts runs this with `node --expose-gc --single-threaded` on the built library: it steps a chain and prints
// the growth of the heap as JSON. Usage: heap-growth.mjs DOOR MODEL SETTINGS N

import { readFileSync } from "node:fs";
import { getHeapStatistics } from "node:v8";

const [, , door, model, settings, n] = process.argv;
const { catalogue, parseModelText, prepareRun, validateModel } = await import(door);
const { run, workspace } = prepareRun(validateModel(parseModelText(readFileSync(model, "utf8")), catalogue), {
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

// after a warm-up, in which the engine compiles, there are windows of steps with a collection between them
const [warm, windows, steps] = [1500, 25, 100];
run.advance(warm);
const memory = workspace.arena.buffer.byteLength;
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
    // bytes per step before collection, in the window with the fewest
    passing,
    // growth of the linear memory
    memoryGrowth: workspace.arena.buffer.byteLength - memory,
  }),
);
