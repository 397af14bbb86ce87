/** A command that is called wrongly gives exit code 2 and one helpful message, and nothing on standard output. */

import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { gallery, type Outcome, taut, tautBatch, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const pendulum = gallery("pendulum");
mkdirSync(path("folder"));
symlinkSync("loop.yaml", path("loop.yaml"));
file("file", "");

const cases: readonly (readonly [title: string, args: readonly string[], says: RegExp])[] = [
  ["an unknown command", ["rnu", pendulum], /unknown command 'rnu'.*\n.*Did you mean run/],
  ["an unknown option", ["run", pendulum, "--methd", "rk4"], /unknown option '--methd'.*\n.*Did you mean --method/],
  ["no model", ["run"], /missing required argument 'model'/],
  ["two models", ["run", pendulum, pendulum], /too many arguments/],
  ["a file that is not there", ["run", "nowhere.yaml"], /^nowhere\.yaml: .*no such file/],
  ["a folder", ["run", path("folder")], /folder: .*it is a folder/],
  ["a link in a circle", ["run", path("loop.yaml")], /links lead in a circle/],
  ["words for a number", ["run", pendulum, "--until", "soon"], /^--until: must be a finite number, .*; got "soon"/],
  ["no number at all", ["run", pendulum, "--until", ""], /^--until: must be a finite number, .*; got ""/],
  ["an infinite number", ["run", pendulum, "--until", "1e999"], /^--until: must be a finite number, .*; got "1e999"/],
  ["NaN for a parameter", ["run", pendulum, "--set", "l=NaN"], /^--set l: must be a finite number, .*; got "NaN"/],
  ["a parameter without a value", ["run", pendulum, "--set", "l"], /^--set: must have the form name=value; got "l"/],
  ["an unknown method", ["run", pendulum, "--method", "dopri55"], /^run\.method: .*Did you mean "dopri5"\?/],
  ["an unknown formulation", ["run", pendulum, "--formulation", "stif"], /Did you mean "stiff"\?/],
  ["an unknown method to compare", ["compare", pendulum, "--methods", "dopri5,dop583"], /Did you mean "dop853"\?/],
  ["an unknown formulation to compare", ["compare", pendulum, "--methods", "stif/rk4"], /Did you mean "stiff"\?/],
  [
    "an unknown projection to compare",
    ["compare", pendulum, "--methods", "underlying/rk4/stabilize"],
    /Did you mean "stabilise"\?/,
  ],
  ["an unknown reference", ["compare", pendulum, "--against", "dop583"], /Did you mean "dop853"\?/],
  ["an unknown method to explain", ["explain", pendulum, "--method", "dopri55"], /Did you mean "dopri5"\?/],
  ["an unknown formulation to explain", ["explain", pendulum, "--formulation", "stif"], /Did you mean "stiff"\?/],
  ["an unknown projection to explain", ["explain", pendulum, "--project", "stabilize"], /Did you mean "stabilise"\?/],
  [
    "an unknown option of a projection to explain",
    ["explain", pendulum, "--project", "newton:tolerence=1"],
    /"newton" has no option "tolerence"/,
  ],
  ["an unknown projection to project by", ["project", pendulum, "--by", "newtn"], /Did you mean "newton"\?/],
  ["an unknown projection", ["run", pendulum, "--project", "x"], /Choose one of: .*newton.*none/],
  [
    "an unknown option of a method",
    ["run", pendulum, "--method", "rattle:x=1"],
    /^run\.method: .*"rattle" has no option "x"/,
  ],
  [
    "a wrong option of a projection",
    ["run", pendulum, "--project", "newton:tolerance=-1"],
    /^run\.projection: newton\.tolerance: must be a number .*; got -1/,
  ],
  [
    "an option without a value",
    ["run", pendulum, "--method", "rattle:x"],
    /^--method: options must be written rattle:option=value,option=value; got "x"/,
  ],
  [
    "an unknown time to project",
    ["run", pendulum, "--project", "newton:when=lunch"],
    /when must be start, .*; got "lunch"/,
  ],
  ["no step for rk4", ["run", pendulum, "--method", "rk4"], /^run\.step: method "rk4" .*Give --step/],
  ["a step of 0", ["run", pendulum, "--step", "0"], /^run\.step: must be above 0; got 0/],
  ["a negative step", ["run", pendulum, "--method", "rk4", "--step", "-0.1"], /^run\.step: must be above 0; got -0\.1/],
  ["more steps than allowed", ["run", pendulum, "--method", "rk4", "--step", "1e-300"], /^run\.maxSteps: .*steps/],
  ["no steps allowed", ["run", pendulum, "--max-steps", "0"], /^run\.maxSteps: must be a whole number above 0; got 0/],
  [
    "half a step allowed",
    ["run", pendulum, "--max-steps", "2.5"],
    /^run\.maxSteps: must be a whole number above 0; got 2\.5/,
  ],
  ["a tolerance of 0", ["run", pendulum, "--rtol", "0"], /^run\.rtol: must be a number between 0 and 1; got 0/],
  [
    "a negative tolerance",
    ["run", pendulum, "--rtol", "-1e-6"],
    /^run\.rtol: must be a number between 0 and 1; got -0\.000001/,
  ],
  [
    "a tolerance below rounding",
    ["run", pendulum, "--rtol", "1e-30"],
    /^run\.rtol: must be 1e-15 or more, .*; got 1e-30/,
  ],
  ["a negative absolute tolerance", ["run", pendulum, "--atol", "-1"], /^run\.atol: must be at least 0; got -1/],
  ["a negative stiffness", ["run", pendulum, "--omega", "-1"], /^run\.omega: must be above 0; got -1/],
  [
    "verlet with constraints",
    ["run", pendulum, "--formulation", "underlying", "--method", "verlet", "--step", "1"],
    /^run\.method: .*"verlet"/,
  ],
  ["rattle without constraints", ["run", gallery("kepler"), "--method", "rattle", "--step", "1"], /first-order system/],
  [
    "a projection onto nothing",
    ["run", gallery("spring-pendulum"), "--project", "newton"],
    /^run\.projection: .*needs a manifold/,
  ],
  ["saved states without a folder", ["run", pendulum, "--every", "1"], /^--every: .*--out/],
  ["a format without a folder", ["run", pendulum, "--format", "csv"], /^--format: .*--out/],
  ["an unknown format", ["run", pendulum, "--format", "xls", "--out", path("x")], /^--format: .*parquet, csv, npz/],
  ["an unknown start", ["run", pendulum, "--start", "x"], /^--start: .*project, check, assume/],
  [
    "more states than fit into memory",
    ["run", pendulum, "--every", "1e-9", "--out", path("x")],
    /^run\.every: a trajectory may have at most 50000000 numbers; this one would have 10000000001 states/,
  ],
  ["a folder below a file", ["run", pendulum, "--out", path("file/x")], /^--out: .*it is a file, or lies below one/],
  ["a file in place of the folder", ["run", pendulum, "--out", path("file")], /^--out: .*it is a file/],
  ["a folder that cannot be made", ["run", pendulum, "--out", "/proc/x/y"], /^--out: "\/proc\/x\/y" cannot be used/],
  [
    "a file that is not a checkpoint",
    ["run", pendulum, "--resume", pendulum],
    /^--resume: .*must be an undamaged checkpoint/,
  ],
  ["projecting a model without constraints", ["project", gallery("spring-pendulum")], /^project: .*no constraints/],
  ["projecting by an unknown name", ["project", pendulum, "--by", "newtn"], /^project --by: .*Did you mean "newton"/],
  ["an unknown experiment", ["reproduce", "999"], /^reproduce: there is no experiment "999"\. Choose one of: ariel/],
];

describe("exit code 2 and one message for", () => {
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await tautBatch(cases.map(([, args]) => args));
  });

  test.each(cases.map(([title, , says], k) => ({ title, says, k })))("$title", ({ says, k }) => {
    const { code, stdout, stderr } = outcomes[k];
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/^ {4}at |node:internal|internal error/m);
    // one message; the parser of options adds hints in brackets
    const [, ...more] = stderr.trimEnd().split("\n");
    expect(more.every((line) => /^\(.*\)$/.test(line))).toBe(true);
  });

  test("the first five cases, in processes of their own", async () => {
    const alone = await Promise.all(cases.slice(0, 5).map(([, args]) => taut(args)));
    expect(alone).toEqual(outcomes.slice(0, 5));
  });
});

test("a command that is refused writes nothing", () => {
  expect(existsSync(path("x"))).toBe(false);
});

describe.concurrent("help", () => {
  test("is printed, as a usage error, when taut is called without a command", async () => {
    const [bare, asked] = await Promise.all([taut([]), taut(["--help"])]);
    expect(bare).toEqual({ code: 2, stdout: "", stderr: asked.stdout });
    expect(asked.code).toBe(0);
    for (const word of ["run", "project", "reproduce", "Examples:", "taut gallery", "Exit codes"])
      expect(asked.stdout).toContain(word);
  });

  test("of run describes every method, formulation and projection", async () => {
    const { code, stdout } = await taut(["run", "--help"]);
    expect(code).toBe(0);
    for (const name of ["dop853", "rattle", "verlet", "underlying", "stiff", "newton", "stabilise"])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S.{20,}`, "m"));
    expect(stdout).toContain("Examples:");
  });
});
