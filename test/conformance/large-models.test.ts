/** Valid models of any size run, or are refused with a sentence; none of them is an internal error. */

import { describe, expect, test } from "vitest";
import { ModelError } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { explain, run, validateModel } from "../../src/index.js";

const range = (n: number) => Array.from({ length: n }, (_, k) => k);

/** One law over n coordinates, each coupled with its neighbour and, with `dense`, with all others. */
const oneLaw = (n: number, dense: boolean) => ({
  taut: 1,
  coordinates: Object.fromEntries(range(n).map((k) => [`x${k}`, { mass: 1, at: 0.01 * k }])),
  potential: dense
    ? `sin(${range(n)
        .map((k) => `x${k}`)
        .join("+")})`
    : range(n)
        .map((k) => `sin(x${k}*x${(k + 1) % n})`)
        .join(" + "),
  run: { until: 0.01, rtol: 1e-6 },
});
const rods = 130_000;
const manyRods = {
  taut: 1,
  points: {
    a: { repeat: rods, mass: 1, at: ["2*i", 0] },
    b: { repeat: rods, mass: 1, at: ["2*i + 1", 0] },
  },
  elements: [{ rod: { repeat: rods, between: ["a[i]", "b[i]"], length: 1, omega: 1000 } }],
  run: { until: 1e-6, formulation: "stiff", method: "verlet", step: 1e-6 },
};

describe("large models", { timeout: 120_000 }, () => {
  test("one law that couples 250 coordinates is solved by an implicit method, and explained", () => {
    const model = validateModel(oneLaw(250, true), catalogue);
    const implicit = run(model, { method: "radau5" });
    const explicit = run(model, { method: "dop853", rtol: 1e-9 });
    expect(implicit.status).toBe("ok");
    // the tolerance of the run is 1e-6 of positions below 2.5
    implicit.q.forEach((x, k) => {
      expect(Math.abs(x - explicit.q[k])).toBeLessThan(1e-5);
    });
    expect(explain(model).start?.status ?? "ok").toBe("ok");
  });

  test("one law over 450 coordinates with few second derivatives is solved, and with 100,000 of them it is refused", () => {
    expect(run(oneLaw(450, false), { method: "radau5" }).status).toBe("ok");
    const dense = oneLaw(450, true);
    expect(run(dense, { method: "rk4", step: 0.005 }).status).toBe("ok");
    expect(() => run(dense, { method: "radau5" })).toThrow(ModelError);
    expect(() => run(dense, { method: "radau5" })).toThrow(
      /^potential: one law may have about 75000 second derivatives/,
    );
  });

  test("ten million waters are refused before a table is made of them", () => {
    const waters = {
      taut: 1,
      units: "kJ/mol-nm-amu",
      molecules: { w: { template: "tip3p", repeat: 10_000_000, at: ["0.3*i", 0, 0] } },
    };
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapTotal;
    expect(() => run(waters, { until: 1 })).toThrow(
      "model: must fit into 4 GB of memory; it has 90000000 coordinates, which need at least 5.4 GB.",
    );
    // one array over the coordinates would take 720 MB
    expect(process.memoryUsage().arrayBuffers + process.memoryUsage().heapTotal - before).toBeLessThan(2e8);
  });

  test("130,000 stiff rods are projected onto their slow manifold", () => {
    const projected = run(manyRods, { projection: { name: "ipa", when: "start" }, keepStates: false });
    expect(projected.status).toBe("ok");
  });
});
