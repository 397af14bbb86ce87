/** `taut run` as a program calls it: numbers, keys, streams, exit codes. */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parseModelText, type RunJson, type RunSettings, run } from "../../src/index.js";
import { bash, gallery, type Outcome, root, taut, tautBatch, temporaryFolder } from "./taut.js";

const { file } = temporaryFolder();
const json = ({ stdout }: Outcome): RunJson => JSON.parse(stdout) as RunJson;

describe("--json", () => {
  test("prints one object with exactly the documented keys", async () => {
    const outcome = await taut(["run", gallery("double-pendulum"), "--json"]);
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: "" });
    expect(outcome.stdout).toMatch(/^\{.*\}\n$/);
    const result = json(outcome);
    expect(Object.keys(result).sort()).toEqual(
      [
        "status",
        "t",
        "names",
        "q",
        "v",
        "lambda",
        "constraints",
        "stats",
        "ledger",
        "conscience",
        "verification",
        "out",
      ].sort(),
    );
    expect(Object.keys(result.stats).sort()).toEqual(
      ["steps", "rejected", "forces", "jacobians", "factorisations", "solves", "projections", "iterations"].sort(),
    );
    expect(Object.keys(result.ledger).sort()).toEqual(["account", "energy", "position", "velocity"]);
    expect(Object.keys(result.ledger.energy!).sort()).toEqual(["final", "initial", "maxDeviation"]);
    const { status, t, names, constraints, out } = result;
    expect({ status, t, names, constraints, out }).toEqual({
      status: "ok",
      t: 10,
      names: ["a_x", "a_y", "b_x", "b_y"],
      constraints: ["rod[0]", "rod[1]"],
      out: null,
    });
    expect([result.q.length, result.v.length, result.lambda?.length]).toEqual([4, 4, 2]);
  });

  const rows: readonly (readonly [title: string, model: string, args: readonly string[], settings: RunSettings])[] = [
    ["the default", "double-pendulum", [], {}],
    ["a tight tolerance", "double-pendulum", ["--rtol", "1e-12"], { rtol: 1e-12 }],
    ["a run of length zero", "double-pendulum", ["--until", "0"], { until: 0 }],
    ["a run backwards", "pendulum", ["--until", "-5"], { until: -5 }],
    [
      "a step longer than the run, whose result is accepted",
      "pendulum",
      ["--method", "rk4", "--step", "99", "--accept", "energy"],
      { method: "rk4", step: 99, accept: ["energy"] },
    ],
    ["rattle", "chain", ["--method", "rattle", "--step", "0.003"], { method: "rattle", step: 0.003 }],
    [
      "the stiff view",
      "pendulum",
      ["--formulation", "stiff", "--omega", "50", "--until", "2"],
      { formulation: "stiff", omega: 50, until: 2 },
    ],
    [
      "a projection with options",
      "slider-crank",
      ["--project", "newton:when=drift,above=1e-9"],
      { projection: { name: "newton", when: "drift", above: 1e-9 } },
    ],
    ["a first-order system", "kepler", ["--until", "10"], { until: 10 }],
  ];
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await tautBatch(rows.map(([, model, args]) => ["run", gallery(model), "--json", ...args]));
  });

  test.each(rows.map(([title, model, , settings], k) => ({ title, model, settings, k })))(
    "gives the library's bits: $title",
    ({ model, settings, k }) => {
      const result = json(outcomes[k]);
      const options = { ...settings, keepStates: false, account: true };
      const solution = run(parseModelText(readFileSync(gallery(model), "utf8")), options);
      const { t, q, v, y, lambda, work, ledger, system } = solution;
      const { hessians: _, ...stats } = work;
      const { position, velocity, energy } = ledger;
      // compared as JSON, which does not distinguish 0 from -0
      const expected = {
        t,
        q: Array.from(system.n > 0 ? q : y),
        v: Array.from(v),
        lambda: Array.from(lambda!),
        stats,
        ledger: { position, velocity, energy: energy ?? null },
      };
      expect(result).toMatchObject(JSON.parse(JSON.stringify(expected)));
      expect(result.status).toBe("ok");
    },
  );

  test("at the start of the double pendulum the multipliers are 1.5 and 1.25", () => {
    expect(json(outcomes[2]).lambda).toEqual([1.5, 1.25]);
  });
});

describe("the gallery", () => {
  const models = readdirSync(join(root, "gallery"));
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await tautBatch(models.map((model) => ["run", join(root, "gallery", model)]));
  });

  test.each(models.map((model, k) => ({ model, k })))("$model runs without messages on standard error", ({ k }) => {
    const { code, stdout, stderr } = outcomes[k];
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^t = /m);
    expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
  });
});

test("events are in --json with their states, and the summary says how many it leaves out", async () => {
  const path = file(
    "swings.yaml",
    `taut: 1
coordinates: { x: { mass: 1, at: 1 } }
potential: x^2/2
run: { until: 60, rtol: 1e-9, events: { middle: { when: x } } }
`,
  );
  const [asJson, inWords] = await tautBatch([
    ["run", path, "--json"],
    ["run", path],
  ]);
  const { events = [] } = json(asJson);
  expect(events.map(({ name, t }) => [name, t])).toEqual(
    Array.from({ length: 19 }, (_, k) => ["middle", expect.closeTo((k + 0.5) * Math.PI, 6)]),
  );
  events.forEach(({ q, v }, k) => {
    expect([...q, ...v]).toEqual([expect.closeTo(0, 6), expect.closeTo(k % 2 === 0 ? -1 : 1, 6)]);
  });
  const listed = inWords.stdout.match(/^event +middle at t = /gm)?.length ?? 0;
  expect(inWords.stdout).toContain(`… and ${19 - listed} more (--json prints all)`);
});

test("states beside coordinates are in --json, at the end and at events", async () => {
  const path = file(
    "motor.yaml",
    `taut: 1
coordinates: { x: { mass: 1, at: 0, velocity: 2 } }
states: { s: 1 }
rates: { s: -s }
force: { x: 0*s }
run: { until: 1, rtol: 1e-9, events: { half: { when: x - 1 } } }
`,
  );
  const { names, q, v, states, events = [] } = json(await taut(["run", path, "--json"]));
  expect({ names, q, v, states }).toEqual({
    ...{ names: ["x"], q: [expect.closeTo(2, 9)], v: [2] },
    states: { s: expect.closeTo(Math.exp(-1), 8) },
  });
  expect(events).toHaveLength(1);
  expect(events[0].states).toEqual({ s: expect.closeTo(Math.exp(-0.5), 8) });
});

describe("a numerical failure", () => {
  const states = (rate: string): string => `taut: 1\nstates: { x: 1 }\nrates: { x: ${rate} }\nrun: { until: 2 }\n`;
  const contradiction = `
taut: 1
points: { a: { mass: 1, at: [1, 0.1] }, p: { fixed: true, at: [5, 0] } }
elements: [{ rod: { between: [origin, a], length: 1 } }, { rod: { between: [a, p], length: 1 } }]
run: { until: 1 }
`;
  const rows: readonly (readonly [title: string, args: readonly string[], status: RegExp])[] = [
    ["a singularity on the way", [file("blow-up.yaml", states("x^2"))], /^step-too-small$/],
    ["too few steps", [gallery("pendulum"), "--max-steps", "3"], /^max-steps$/],
    [
      "constraints that cannot all hold",
      [file("contradiction.yaml", contradiction)],
      /^(diverged|singular|left-manifold)$/,
    ],
    [
      "a start that violates the constraints, with --start check",
      [gallery("double-pendulum-soft"), "--start", "check"],
      /^left-manifold$/,
    ],
    ["steps too long for the method", [gallery("pendulum"), "--method", "rattle", "--step", "5"], /^diverged$/],
  ];
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await tautBatch(
      rows.flatMap(([, args]) => [
        ["run", ...args, "--json"],
        ["run", ...args],
      ]),
    );
  });

  test.each(rows.map(([title, , status], k) => ({ title, status, k })))(
    "gives exit code 4, a message and a state: $title",
    ({ status, k }) => {
      const [asJson, asText] = outcomes.slice(2 * k, 2 * k + 2);
      expect([asJson.code, asText.code]).toEqual([4, 4]);
      const result = json(asJson);
      expect(result.status).toMatch(status);
      expect(result.message).toMatch(new RegExp(`^${result.status} at t = .*: .+\\. .+\\.$`));
      expect([asJson.stderr, asText.stderr]).toEqual([`${result.message}\n`, `${result.message}\n`]);
      for (const x of [...result.q, ...result.v]) expect(Number.isFinite(x)).toBe(true);
      expect(asText.stdout).toMatch(/^t = /m);
      expect(asText.stdout).not.toMatch(/NaN|undefined/);
    },
  );

  test("at the start shows the remaining residual", () => {
    expect(json(outcomes[4]).ledger.position).toBeGreaterThan(0.1);
  });
});

describe.skipIf(process.platform === "win32")("streams", { concurrent: true }, () => {
  test("a closed pipe is not an error", async () => {
    const { stdout, stderr } = await bash(
      'taut run "$1" --set n=3000 --until 0 --json | head -c 9; echo " $PIPESTATUS"',
      gallery("chain"),
    );
    expect({ stdout, stderr }).toEqual({ stdout: '{"status" 0\n', stderr: "" });
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk behind standard output is an error", async () => {
    const { code, stderr } = await bash('taut run "$1" > /dev/full', gallery("pendulum"));
    expect({ code, stderr }).toEqual({ code: 2, stderr: "standard output cannot be written (ENOSPC).\n" });
  });

  test("a closed standard error does not change the result", async () => {
    const { code, stdout } = await bash('taut run "$1" --max-steps 3 --json 2>&-', gallery("pendulum"));
    expect(code).toBe(4);
    expect(JSON.parse(stdout).status).toBe("max-steps");
  });

  test("a model can be read from a pipe", async () => {
    const { code, stdout } = await bash('taut run <(cat "$1") --json', gallery("pendulum"));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).t).toBe(10);
  });

  const script = hasScript();
  test.skipIf(!script)("progress is drawn on standard error when that is a terminal", async () => {
    const { stdout } = await bash(
      'export -f taut; script -qec "bash -c \\"taut run $1 --until 500000 >/dev/null\\"" /dev/null',
      gallery("double-pendulum"),
    );
    const [before, ...drawn] = stdout.split("\r\x1b[K");
    expect([before, drawn.pop()]).toEqual(["", ""]);
    expect(drawn.length).toBeGreaterThan(0);
    for (const line of drawn) expect(line).toMatch(/^[█░]{28} \d+ % {2}t = /);
  });
});

/** The `script` of util-linux gives a command a terminal. */
function hasScript(): boolean {
  const { stdout } = spawnSync("bash", ["-c", "script --version"], { encoding: "utf8" });
  return stdout?.includes("util-linux") === true;
}
