import { expect, test, vi } from "vitest";
import { Periodic } from "./periodic.js";

test.each([0.001, 5, 300])(
  "checkpoints of %f ms take below 1 % of the time, however often they are asked for",
  (cost) => {
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    let spent = 0;
    const periodic = new Periodic(1e-6, () => {
      now += cost;
      spent += cost;
    });
    const end = 1000 * cost + 1000;
    while (now < end) {
      now += Math.max(0.01, cost / 50);
      periodic.tick();
    }
    expect(spent).toBeGreaterThan(0);
    // the first one comes after the interval alone
    expect(spent - cost).toBeLessThan(0.01 * now);
    clock.mockRestore();
  },
);
