import { test } from "vitest";
import { experiments } from "../../src/papers/index.js";
import { reproduce } from "../../src/experiment/reproduce/index.js";
test("x", async () => {
  for (const e of experiments) {
    const s = performance.now(); const c = process.cpuUsage();
    const r = await reproduce([e], { quick: false, progress() {}, pause: async () => {} });
    console.log(e.id, (performance.now() - s).toFixed(0), "ms", process.cpuUsage(c).user / 1000, JSON.stringify(r.failed));
    for (const i of r.items) console.log(i.agrees ? "  ok" : "  NO", i.id, JSON.stringify(i.published), JSON.stringify(i.measured));
  }
});
