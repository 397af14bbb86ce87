import { test } from "vitest";
import { spring, centre } from "../../src/papers/tools/spring-motion.js";
test("x", () => {
  for (const omega of [40, 40, 320, 640]) {
    let s = performance.now();
    const m = spring({ formulation: "stiff", until: 4, every: 0.004 }, { omega, M: 1, r0: 1 });
    console.log(omega, performance.now() - s, JSON.stringify(m.motion.solution.work));
    s = performance.now();
    centre(omega, 1);
    console.log(performance.now() - s);
    s = performance.now();
    const k = spring({ formulation: "stiff", until: 1e-4 }, { omega, M: 1, r0: 1 });
    console.log("prepare", performance.now() - s);
  }
});
