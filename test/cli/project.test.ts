import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { ProjectionResult } from "../../src/index.js";
import { gallery, type Outcome, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();

const start = `
taut: 1
points:
  a: { mass: 1, at: [1.1, 0.2], velocity: [0.5, -0.5] }
  b: { mass: 1, at: [2.4, 0.3], velocity: [-0.5, 0.5] }
elements:
  - rod: { between: [origin, a], length: 1 }
  - rod: { between: [a, b], length: 1 }
`;
const again = "  - rod: { between: [b, a], length: 1, name: again }\n";
const far = start
  .replace("between: [a, b], length: 1", "between: [origin, b], length: 1")
  .concat("  - rod: { between: [a, b], length: 9 }\n");

describe("taut project", () => {
  const commands = [
    [file("start.yaml", start), "--json"],
    [file("start.yaml", start)],
    [file("start.yaml", start), "--json", "--by", "stabilise:corrections=1"],
    [file("again.yaml", start + again), "--json"],
    [file("far.yaml", far), "--json"],
    [gallery("four-bar"), "--json"],
    [gallery("chain"), "--set", "n=3", "--json"],
    [gallery("double-pendulum"), "--by", "algebraic:order=8", "--omega", "1000", "--json"],
    [gallery("double-pendulum"), "--by", "algebraic:order=8", "--omega", "1000"],
    [gallery("double-pendulum"), "--by", "algebraic:order=8", "--omega", "0.8"],
  ];
  let outcomes: readonly Outcome[] = [];
  const result = (k: number): ProjectionResult => JSON.parse(outcomes[k].stdout) as ProjectionResult;
  beforeAll(async () => {
    outcomes = await tautBatch(commands.map((args) => ["project", ...args]));
  });

  test("moves the positions and velocities of an inconsistent start onto the constraints", () => {
    const { status, q, v, lambda, constraints, names, position, velocity, moved, iterations } = result(0);
    expect([outcomes[0].code, outcomes[0].stderr, status]).toEqual([0, "", "ok"]);
    expect([names, constraints]).toEqual([
      ["a_x", "a_y", "b_x", "b_y"],
      ["rod[0]", "rod[1]"],
    ]);
    const [ax, ay, bx, by] = q;
    expect(Math.hypot(ax, ay)).toBeCloseTo(1, 12);
    expect(Math.hypot(bx - ax, by - ay)).toBeCloseTo(1, 12);
    expect(ax * v[0] + ay * v[1]).toBeCloseTo(0, 12);
    expect((bx - ax) * (v[2] - v[0]) + (by - ay) * (v[3] - v[1])).toBeCloseTo(0, 12);
    expect(lambda?.every(Number.isFinite)).toBe(true);
    expect(position.before).toBeGreaterThan(0.1);
    expect(Math.max(position.after, velocity.after)).toBeLessThan(1e-10);
    expect(moved.q).toBeGreaterThan(0.1);
    expect(iterations).toBeGreaterThan(1);
  });

  test("projects onto the slow manifold, and prints the multipliers in three ways and the distance", () => {
    const { slow, lambda, forces, iterations, q } = result(7);
    expect([iterations, forces]).toEqual([2, 3]);
    // the slow manifold is omega^-2 lambda away from the constraints
    expect(q[0] - 1).toBeCloseTo(1.5e-6, 9);
    expect(slow!.tension[0]).toBeCloseTo(1.50005, 5);
    expect(lambda![0]).toBeCloseTo(1.5, 5);
    expect(slow!.extrapolated![1]).toBeCloseTo(1.25, 7);
    expect(slow!.residual!.after).toBeLessThan(1e-15);
    for (const word of ["2 iterations, 3 forces", "off the slow manifold", "omega^2 g", "KKT", "extrapolated"])
      expect(outcomes[8].stdout).toContain(word);
    expect(outcomes[9].code).toBe(4);
    expect(outcomes[9].stderr).toMatch(/omega is too small|too far from the slow manifold/);
  });

  test("prints the same as text", () => {
    const { code, stdout, stderr } = outcomes[1];
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const word of ["newton", "iterations", "residual", "moved", "a_x", "rod[1]", "multipliers"])
      expect(stdout).toContain(word);
  });

  test("takes one step with stabilise:corrections=1", () => {
    expect(result(2)).toMatchObject({ status: "ok", by: "stabilise", iterations: 1 });
    expect(result(2).position.after).toBeGreaterThan(result(0).position.after);
  });

  test("names a redundant constraint, and ends at the same point as without it", () => {
    const { status, dropped, q } = result(3);
    expect([status, dropped.length]).toEqual(["ok", 1]);
    q.forEach((x, k) => {
      expect(x).toBeCloseTo(result(0).q[k], 9);
    });
  });

  test("exits with code 4 and names the loop and what is missing when the constraints contradict each other", () => {
    const { status, lambda } = result(4);
    expect(outcomes[4].code).toBe(4);
    expect([status === "ok", lambda]).toEqual([false, null]);
    expect(outcomes[4].stderr).toMatch(
      /^left-manifold: .* the loop ground - "rod\[0\]" - a - "rod\[2\]" - b - "rod\[1\]" - ground does not close\..* off by 7 /,
    );
  });

  test("leaves a consistent start where it is", () => {
    for (const k of [5, 6]) expect(result(k)).toMatchObject({ status: "ok", iterations: 0, moved: { q: 0, v: 0 } });
  });
});

describe("taut reproduce", () => {
  test("lists experiments, runs one, writes its report, and refuses an unknown item", async () => {
    const [list, listJson, one, text, missing, twice] = await tautBatch([
      ["reproduce", "--list"],
      ["reproduce", "--list", "--json"],
      ["reproduce", "ariel.2.2", "--json", "--out", path("report")],
      ["reproduce", "ariel.2.2", "--quick"],
      ["reproduce", "ariel.2.2.nothing"],
      ["reproduce", "ariel.2.2", "--out", path("report")],
    ]);
    expect([list, listJson, one, text, missing, twice].map(({ code }) => code)).toEqual([0, 0, 0, 0, 2, 2]);
    expect(list.stdout).toMatch(/^ariel\.2\.2 +\S/m);
    expect(JSON.parse(listJson.stdout)).toContainEqual(expect.objectContaining({ id: "ariel.2.2", paper: "ariel" }));
    const items = JSON.parse(one.stdout) as Record<string, unknown>[];
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      expect(Object.keys(item)).toEqual([
        "id",
        "paper",
        "place",
        "item",
        "kind",
        "reference",
        "measured",
        "verdict",
        "tolerance",
        "note",
      ]);
      expect(item.id).toMatch(/^ariel\.2\.2\./);
      expect(JSON.stringify(item)).not.toMatch(/undefined|NaN/);
    }
    expect(text.stdout).toMatch(
      /^\d+ of \d+ agree with what was published; \d+ more (has|have) the same magnitude, \d+ differs?$/m,
    );
    expect(missing.stderr).toMatch(
      /^reproduce: there is no item "ariel\.2\.2\.nothing"\. Choose one of: ariel\.2\.2\./,
    );
    expect(twice.stderr).toContain("--force");
    expect(JSON.parse(readFileSync(path("report/results.json"), "utf8"))).toEqual(items);
    expect(existsSync(path("report/report.html"))).toBe(true);
    const [figure] = JSON.parse(readFileSync(path("report/figures.json"), "utf8"));
    expect(figure.id).toMatch(/^ariel\.2\.2\./);
    for (const { x, y } of figure.series) expect([x.length > 1, y.length]).toEqual([true, x.length]);
  });

  test("refuses an unknown paper as a usage error, in a process of its own", async () => {
    const { code, stdout } = await taut(["reproduce", "1234"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});
