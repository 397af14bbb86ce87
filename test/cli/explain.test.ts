import { beforeAll, describe, expect, test } from "vitest";
import type { Explanation } from "../../src/index.js";
import { gallery, type Outcome, tautBatch, temporaryFolder } from "./taut.js";

const { file } = temporaryFolder();
const contradiction = `
taut: 1
points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } }
elements:
  - rod: { between: [origin, a], length: 1 }
  - rod: { between: [origin, b], length: 1 }
  - rod: { between: [a, b], length: 9 }
`;

const unstable = ["--formulation", "stiff", "--method", "zs", "--omega", "100"];

describe("taut explain", () => {
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await tautBatch([
      ["explain", gallery("double-pendulum-soft")],
      ["explain", gallery("double-pendulum-soft"), "--json"],
      ["explain", file("contradiction.yaml", contradiction)],
      ["explain", gallery("kepler"), "--method", "rk5"],
      ["explain", gallery("double-pendulum"), ...unstable, "--step", "0.1"],
      ["run", gallery("double-pendulum"), ...unstable, "--step", "0.1"],
      ["explain", gallery("double-pendulum"), ...unstable, "--step", "0.02"],
      ["explain", gallery("double-pendulum"), "--method", "settle", "--step", "0.1"],
    ]);
  });

  test("prints the degrees of freedom, the start, frequencies, the choice and advice", () => {
    const { code, stdout, stderr } = outcomes[0];
    expect([code, stderr]).toEqual([0, ""]);
    for (const part of [
      "freedom            3 (rank 1)",
      "moved onto the constraints",
      "frequencies 1414",
      "a run uses",
      "advice",
    ])
      expect(stdout).toContain(part);
  });

  test("prints the same as JSON", () => {
    const found = JSON.parse(outcomes[1].stdout) as Explanation;
    expect(outcomes[1].stdout.split("\n")).toHaveLength(2);
    expect([found.freedom, found.rank, found.constraints]).toEqual([3, 1, 1]);
    for (const line of found.advice) expect(outcomes[0].stdout).toContain(line);
  });

  test("exits with code 4 and names the worst constraint when no consistent start exists", () => {
    const { code, stdout } = outcomes[2];
    expect(code).toBe(4);
    expect(stdout).toMatch(/no consistent start was found.*"rod\[\d\]"/);
  });

  test("refuses an unknown method as a usage error", () => {
    expect(outcomes[3].code).toBe(2);
    expect(outcomes[3].stderr).toContain("rk5");
  });

  test("predicts the warning and the failure of zs from trial steps, and predicts none for shorter steps", () => {
    const [foreseen, run, harmless] = outcomes.slice(4, 7);
    expect([foreseen.code, run.code, harmless.code]).toEqual([0, 4, 0]);
    const warning = /method "zs": the forces bend .* \(omega h\^2 = 1, about \S+ is stable\).*/.exec(run.stdout)?.[0];
    expect(warning).toBeDefined();
    expect(foreseen.stdout).toContain(warning);
    expect(foreseen.stdout).toMatch(/trial run +the first 20 steps, to t = 2: diverged/);
    expect(foreseen.stdout).toContain(`The run fails: ${run.stderr.trim()}`);
    expect(harmless.stdout).toMatch(/trial run +the first 400 steps, to t = 8: ok/);
    expect(harmless.stdout).not.toContain("bend");
  });

  test("says why a run would be refused", () => {
    expect(outcomes[7].code).toBe(0);
    expect(outcomes[7].stdout).toMatch(/These settings cannot be run: .*settle/);
  });
});
