/** Rows that are saved between steps do not change the steps: the rate at an end that rows have read serves the next step
 * only if it was taken at the same time. */

import { expect, test } from "vitest";
import { run } from "../../src/index.js";

const pushed = (instant: number) => ({
  taut: 1 as const,
  parameters: { instant },
  coordinates: { x: { mass: 1, at: 1 } },
  potential: "x^2/2 + x^4/4",
  force: { x: "where(t - instant, 1, 0.5)*2000*sin(90*t)" },
});
const instants = Array.from({ length: 20 }, (_, i) => Math.sqrt(0.3 + 0.37 * i));
const rows = Array.from({ length: 61 }, (_, i) => i / 20);

test.each(["gbs", "dop853", "dopri5", "rk4", "radau5", "bdf", "adams"])(
  "%s: a force that begins at one of 20 instants gives the same bits with 61 rows and with one",
  (method) => {
    const step = method === "rk4" ? { step: 0.01 } : { rtol: 1e-8 };
    for (const instant of instants) {
      const [few, many] = [[3], rows].map((saveAt) => run(pushed(instant), { method, until: 3, saveAt, ...step }));
      expect(many.status).toBe("ok");
      expect(many.of("x").at(-1)).toBe(few.of("x").at(-1));
      expect(many.of("x'").at(-1)).toBe(few.of("x'").at(-1));
    }
  },
);
