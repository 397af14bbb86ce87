/** Commands that are called wrongly: exit code 2, one sentence that helps, nothing on standard output. */

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
  ["a folder", ["run", path("folder")], /folder: .*this is a folder/],
  ["a link in a circle", ["run", path("loop.yaml")], /links lead in a circle/],
  ["words for a number", ["run", pendulum, "--until", "soon"], /^--until: "soon" is not a finite number/],
  ["no number at all", ["run", pendulum, "--until", ""], /^--until: "" is not a finite number/],
  ["a number beyond all numbers", ["run", pendulum, "--until", "1e999"], /^--until: "1e999" is not a finite/],
  ["NaN for a parameter", ["run", pendulum, "--set", "l=NaN"], /^--set l: "NaN" is not a finite number/],
  ["a parameter without a value", ["run", pendulum, "--set", "l"], /^--set: .*--set name=value/],
  ["an unknown method", ["run", pendulum, "--method", "dopri55"], /^run\.method: .*Did you mean "dopri5"\?/],
  ["an unknown formulation", ["run", pendulum, "--formulation", "stif"], /Did you mean "stiff"\?/],
  ["an unknown projection", ["run", pendulum, "--project", "x"], /Known are: .*newton.*none/],
  [
    "an unknown option of a method",
    ["run", pendulum, "--method", "rattle:x=1"],
    /^run\.method: .*"rattle" has no option "x"/,
  ],
  [
    "a wrong option of a projection",
    ["run", pendulum, "--project", "newton:tolerance=-1"],
    /^run\.projection: newton\.tolerance: -1/,
  ],
  [
    "an option without a value",
    ["run", pendulum, "--method", "rattle:x"],
    /^--method: "x" is no option. Write rattle:/,
  ],
  ["an unknown time to project", ["run", pendulum, "--project", "newton:when=lunch"], /"lunch" is no time to project/],
  ["no step for rk4", ["run", pendulum, "--method", "rk4"], /^run\.step: method "rk4" .*Give --step/],
  ["a step of 0", ["run", pendulum, "--step", "0"], /^run\.step: 0 is not above 0/],
  ["a negative step", ["run", pendulum, "--method", "rk4", "--step", "-0.1"], /^run\.step: -0\.1 is not above 0/],
  ["more steps than allowed", ["run", pendulum, "--method", "rk4", "--step", "1e-300"], /^run\.maxSteps: .*steps/],
  ["no steps allowed", ["run", pendulum, "--max-steps", "0"], /^run\.maxSteps: 0 .*whole number/],
  ["half a step allowed", ["run", pendulum, "--max-steps", "2.5"], /^run\.maxSteps: 2\.5 .*whole number/],
  ["a tolerance of 0", ["run", pendulum, "--rtol", "0"], /^run\.rtol: 0 is no tolerance/],
  ["a negative tolerance", ["run", pendulum, "--rtol", "-1e-6"], /^run\.rtol: -0\.000001 is no tolerance/],
  ["a tolerance below rounding", ["run", pendulum, "--rtol", "1e-30"], /^run\.rtol: 1e-30 is finer than numbers/],
  ["a negative absolute tolerance", ["run", pendulum, "--atol", "-1"], /^run\.atol: -1 is negative/],
  ["a negative stiffness", ["run", pendulum, "--omega", "-1"], /^run\.omega: -1 is not above 0/],
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
    "states that fit into no memory",
    ["run", pendulum, "--every", "1e-9", "--out", path("x")],
    /^run\.every: 10000000001 states/,
  ],
  ["a folder below a file", ["run", pendulum, "--out", path("file/x")], /^--out: .*this is a file, or lies below one/],
  ["a file in place of the folder", ["run", pendulum, "--out", path("file")], /^--out: .*this is a file/],
  ["a folder that cannot be made", ["run", pendulum, "--out", "/proc/x/y"], /^--out: "\/proc\/x\/y" cannot be used/],
  ["a checkpoint that is none", ["run", pendulum, "--resume", pendulum], /^--resume: .*is no checkpoint/],
  ["projecting a model without constraints", ["project", gallery("spring-pendulum")], /^project: .*no constraints/],
  ["projecting by an unknown name", ["project", pendulum, "--by", "newtn"], /^project --by: .*Did you mean "newton"/],
  ["an unknown experiment", ["reproduce", "999"], /^reproduce: there is no experiment "999"\. Choose one of: ariel/],
];

describe("exit code 2 and one sentence for", () => {
  let outcomes: readonly Outcome[] = [];
  beforeAll(async () => {
    outcomes = await tautBatch(cases.map(([, args]) => args));
  });

  test.each(cases.map(([title, , says], k) => ({ title, says, k })))("$title", ({ says, k }) => {
    const { code, stdout, stderr } = outcomes[k];
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/^ {4}at |node:internal|internal error/m);
    // one message; the parser of options adds a hint or two in brackets
    const [, ...more] = stderr.trimEnd().split("\n");
    expect(more.every((line) => /^\(.*\)$/.test(line))).toBe(true);
  });

  test("the first of them in processes of their own, too", async () => {
    const alone = await Promise.all(cases.slice(0, 5).map(([, args]) => taut(args)));
    expect(alone).toEqual(outcomes.slice(0, 5));
  });
});

test("a command that is refused writes nothing", () => {
  expect(existsSync(path("x"))).toBe(false);
});

describe.concurrent("help", () => {
  test("without a command it is what taut prints, as a usage error", async () => {
    const [bare, asked] = await Promise.all([taut([]), taut(["--help"])]);
    expect(bare).toEqual({ code: 2, stdout: "", stderr: asked.stdout });
    expect(asked.code).toBe(0);
    for (const word of ["run", "project", "reproduce", "Examples:", "gallery/", "Exit codes"])
      expect(asked.stdout).toContain(word);
  });

  test("of run lists every method, formulation and projection with a sentence", async () => {
    const { code, stdout } = await taut(["run", "--help"]);
    expect(code).toBe(0);
    for (const name of ["dop853", "rattle", "verlet", "underlying", "stiff", "newton", "stabilise"])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S.{20,}`, "m"));
    expect(stdout).toContain("Examples:");
  });
});
