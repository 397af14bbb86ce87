import { describe, expect, test } from "vitest";
import { compileSystem } from "../../src/compile/index.js";
import { errorControlled, fixed } from "../../src/controllers/index.js";
import type { System } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { averaged, rigid, stiff, underlying } from "../../src/formulations/index.js";
import { adams, dop853, gbs, radau5, rattle, rk4 } from "../../src/methods/index.js";
import { lower, validateModel } from "../../src/model/index.js";
import { run } from "../../src/run/index.js";
import { type SolveOptions, solve } from "../../src/solve/index.js";

const pendulum = (length = 1) => ({
  taut: 1,
  name: "pendulum",
  points: { a: { mass: 1, at: [length, 0] } },
  elements: [{ rod: { between: ["origin", "a"], length } }, { gravity: [0, -9.81] }],
});
const chain = (beads: number) => ({
  taut: 1,
  name: "chain",
  points: { a: { repeat: beads, mass: 1, at: ["i + 1", 0] } },
  elements: [
    { rod: { between: ["origin", "a[0]"], length: 1 } },
    { rod: { repeat: beads - 1, between: ["a[i]", "a[i + 1]"], length: 1 } },
    { gravity: [0, -1] },
  ],
});
const compiled = (data: object): System => compileSystem(lower(validateModel(data, catalogue), catalogue));

const short: SolveOptions = { method: rk4(), controller: fixed({ step: 0.01 }), until: 0.02, saveAt: [] };

describe("problems made from one system are independent", () => {
  test("a problem keeps its omega when another is made with a larger one", () => {
    const system = compiled(pendulum());
    const options = { ...short, until: 1 };
    const alone = solve(stiff({ omega: 10 }).apply(compiled(pendulum())), options);
    const first = stiff({ omega: 10 }).apply(system);
    const second = stiff({ omega: 100 }).apply(system);
    expect(solve(first, options).y).toEqual(alone.y);
    expect(solve(second, options).y).not.toEqual(alone.y);
    expect(solve(first, options).y).toEqual(alone.y);
  });

  test("two stiffnesses on one workspace are refused", () => {
    const workspace = compiled(pendulum()).workspace();
    stiff({ omega: 10 }).apply(workspace);
    underlying().apply(workspace);
    stiff({ omega: 10 }).apply(workspace);
    expect(() => stiff({ omega: 100 }).apply(workspace)).toThrow(/already reads omega = 10, not omega = 100/);
  });

  test("asking a formulation whether it refuses has no side effects", () => {
    const workspace = compiled(pendulum()).workspace();
    const problem = stiff({ omega: 10 }).apply(workspace);
    const before = [...workspace.mechanics!.omega2];
    averaged({ omega: 1000 }).refuses(workspace);
    expect([...workspace.mechanics!.omega2]).toEqual(before);
    expect(problem.work.forces).toBe(0);
  });
});

describe("memory is returned", () => {
  /** Bytes of the process that grow when memory is kept: WebAssembly memories and the arrays on them. */
  const held = (): number => process.memoryUsage().arrayBuffers + process.memoryUsage().external;

  test("ten thousand solves of one problem take no more of its arena than the first hundred", () => {
    const problem = underlying().apply(compiled(pendulum()));
    for (let k = 0; k < 100; k++) solve(problem, short);
    const before = (problem.workspace.arena as unknown as { used: number }).used;
    for (let k = 0; k < 10_000; k++) solve(problem, short);
    expect((problem.workspace.arena as unknown as { used: number }).used).toBe(before);
  });

  test("ten thousand solves of one system, each on a workspace of its own, hold less than 32 MB more", () => {
    const system = compiled(pendulum());
    const options = { ...short, formulation: underlying() };
    solve(system, options);
    const before = held();
    for (let k = 0; k < 10_000; k++) solve(system, options);
    expect(held() - before).toBeLessThan(2 ** 25);
  });

  test("a thousand systems live at once, and the first, a middle one and the last can still be run", () => {
    const systems = Array.from({ length: 1000 }, (_, k) => compiled(pendulum(1 + k / 1000)));
    const options = { ...short, formulation: underlying() };
    for (const k of [0, 499, 999]) expect(Math.hypot(...solve(systems[k], options).q)).toBeCloseTo(1 + k / 1000, 6);
  });

  test("a thousand models run one after the other hold less than 128 MB more", () => {
    const settings = { until: 0.02, step: 0.01, method: "rk4" } as const;
    for (let k = 0; k < 20; k++) run(pendulum(2 + k / 1000), { ...settings });
    const before = held();
    for (let k = 0; k < 1000; k++) run(pendulum(1 + k / 1000), { ...settings });
    expect(held() - before).toBeLessThan(2 ** 27);
  });

  test("after one method has run on a long chain, every other method finds room", () => {
    const system = compiled(chain(3000));
    const problem = underlying().apply(system);
    const options = { controller: errorControlled({ rtol: 1e-3 }), until: 1e-3, saveAt: [], maxSteps: 3 };
    for (const method of [dop853(), gbs(), adams(), dop853()])
      expect(["ok", "max-steps"]).toContain(solve(problem, { ...options, method }).status);
    for (const method of [rattle(), radau5()]) {
      const controller = method.estimatesError ? options.controller : fixed({ step: 1e-3 });
      const { status } = solve(system, { ...options, formulation: rigid(), method, controller });
      expect(["ok", "max-steps"]).toContain(status);
    }
  });

  test("a workspace that is too small is replaced by a larger one, with the same result", () => {
    const system = compiled(chain(50));
    const small = underlying().apply(system.workspace({ room: 65536 }));
    const options = { method: dop853(), controller: errorControlled({ rtol: 1e-6 }), until: 0.1, saveAt: [] };
    expect(solve(small, options).y).toEqual(solve(underlying().apply(system), options).y);
  });
});
