/** `taut run --from` begins at a state of an earlier result. */

import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { gallery, type Outcome, tautBatch, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const chain = [
  "run",
  gallery("chain"),
  "--set",
  "n=5",
  "--formulation",
  "rigid",
  "--method",
  "rattle",
  "--step",
  "0.01",
];
/** The step is a power of two, so that times add up exactly. */
const planet = ["run", gallery("kepler"), "--method", "rk4", "--project", "none", "--step", "0.015625"];
const kept = (out: string, format: string): string[] => ["--out", path(out), "--format", format, "--every", "0.1"];
const formats = ["parquet", "csv", "npz"];

const dimer = (extra: string) => `
taut: 1
units: kJ/mol-nm-amu
points:
  Ar: { repeat: 2, mass: 39.948, at: [0.4*i, 0, 0], velocity: [0.1*i, 0.05, 0], sigma: 0.3405, epsilon: 0.99 }
  Ne: { mass: 20.18, at: [0.2, 0.4, 0], sigma: 0.28, epsilon: 0.3 }
elements: [{ lennard-jones: {} }]
run: { method: verlet, step: 0.001, until: 0.05 }
${extra}`;

describe("taut run --from", () => {
  let outcomes: readonly Outcome[] = [];
  const json = (k: number) => JSON.parse(outcomes[k].stdout);
  const own = dimer("");
  beforeAll(async () => {
    const atoms = file("dimer.yaml", own);
    const mixed = file("mixed.yaml", own.replace("  Ne: { mass: 20.18", "  Kr: { mass: 83.8"));
    const more = file("more.yaml", own.replace("repeat: 2", "repeat: 3"));
    const metric = file("metric.yaml", own.replace("kJ/mol-nm-amu", "eV-Å-amu"));
    const first = ["run", atoms, "--until", "0.02", "--every", "0.02"];
    outcomes = await tautBatch([
      [...chain, "--until", "0.5", ...kept("chain", "csv")],
      [...chain, "--until", "1", "--json"],
      // 2: the whole run; 3 to 5: the first half, in each format; 6 to 8: the second half from each
      [...planet, "--until", "1", "--json"],
      ...formats.map((format) => [...planet, "--until", "0.5", "--out", path(format), "--format", format]),
      ...formats.map((format) => [...planet, "--until", "1", "--json", "--from", path(format)]),
      // 9: from a chosen state, into a folder; 10: the model of that folder
      [
        ...chain,
        "--until",
        "1",
        "--json",
        "--from",
        path("chain/trajectory.csv"),
        "--at",
        "0.3",
        ...kept("second", "csv"),
      ],
      ["run", path("second/model.json"), "--json"],
      // 11 to 16: atoms
      ["run", atoms, "--json"],
      [...first, "--out", path("xyz"), "--format", "xyz"],
      [...first, "--out", path("pdb"), "--format", "pdb"],
      [...first, "--out", path("table")],
      ["run", atoms, "--json", "--from", path("xyz")],
      ["run", atoms, "--json", "--from", path("pdb/trajectory.pdb")],
      // 17 on: mistakes
      ["run", gallery("chain"), "--set", "n=4", "--from", path("chain"), "--until", "1"],
      ["run", gallery("chain"), "--set", "n=6", "--from", path("chain"), "--until", "1"],
      [...chain, "--until", "1", "--from", path("chain"), "--at", "0.33"],
      [...chain, "--until", "1", "--at", "0.3"],
      [...chain, "--until", "1", "--from", path("nowhere")],
      ["run", mixed, "--from", path("xyz")],
      ["run", more, "--from", path("xyz")],
      ["run", metric, "--from", path("table"), "--until", "1"],
      ["run", atoms, "--from", path("xyz"), "--at", "0.01"],
      [...first.slice(0, 2), "--from", path("xyz"), "--until", "0.05", "--out", path("late"), "--json"],
      ["run", atoms, "--from", path("late")],
      ["run", atoms, "--from", file("junk.parquet", "not a table")],
      ["run", atoms, "--start", path("xyz")],
      ["run", atoms, "--from", path("late"), "--until", "0.01"],
    ]);
  });

  test("ends with the same bits as one whole run, from every format", () => {
    const [whole, ...halves] = [2, 6, 7, 8].map(json);
    for (const half of halves) {
      expect([half.t, half.q, half.v]).toEqual([whole.t, whole.q, whole.v]);
      expect(half.stats.steps).toBe(32);
    }
    expect(outcomes[6].stderr).toBe(`The run begins at the state in ${path("parquet/trajectory.parquet")}, t = 0.5.\n`);
  });

  test("begins at a chosen time, and writes a model that begins there too", () => {
    const [whole, chosen, again] = [1, 9, 10].map(json);
    expect(chosen.stats.steps).toBe(70);
    expect(again.q).toEqual(chosen.q);
    // a state does not include the warm start of the multipliers: constraints hold to 1e-12, and 70 steps add to that
    for (const [k, x] of chosen.q.entries()) expect(x).toBeCloseTo(whole.q[k], 11);
    const rows = readFileSync(path("second/trajectory.csv"), "utf8").split("\n");
    expect(rows[1].startsWith("0.3")).toBe(true);
    expect(JSON.parse(readFileSync(path("second/model.json"), "utf8")).begin.time).toBeCloseTo(0.3, 12);
  });

  test("reads atoms with velocities in the units of their file, and those of PDB at rest", () => {
    const [whole, moving, resting] = [11, 15, 16].map(json);
    // the conversion to ångström and femtoseconds rounds, and 30 steps amplify the rounding errors
    for (const [k, x] of moving.q.entries()) expect(x).toBeCloseTo(whole.q[k], 12);
    for (const [k, x] of moving.v.entries()) expect(x).toBeCloseTo(whole.v[k], 10);
    expect(moving.t).toBeCloseTo(0.05, 12);
    expect(outcomes[16].stderr).toContain("at rest");
    expect(resting.stats.steps).toBe(50);
    // the atoms started at rest, and have only begun to move
    expect(Math.abs(resting.v[1])).toBeLessThan(0.02);
  });

  test("reports names, counts, elements, units, times and files that do not match", () => {
    const complaints = outcomes.slice(17).map(({ code, stderr }) => `${code} ${stderr}`);
    const [fewer, more, time, alone, nowhere, element, count, units, frame, , end, junk, start, earlier] = complaints;
    expect(fewer).toMatch(
      /^2 .*trajectory\.csv: the state has bead\[4\]_x, bead\[4\]_y, .*, which the model does not define\./,
    );
    expect(more).toMatch(/^2 .* it lacks bead\[5\]_x, bead\[5\]_y, .*\. Name a result of this model/);
    expect(time).toMatch(/^2 --at: no state was saved at t = 0\.33 .*nearest is at t = 0\.3/);
    expect(alone).toMatch(/^2 --at: needs --from/);
    expect(nowhere).toMatch(/^2 --from: ".*nowhere" does not exist/);
    expect(element).toMatch(/^2 .*atom 3 must be Kr, as in the model \(Kr\); found Ne/);
    expect(count).toMatch(/^2 .*must have as many atoms as the model, 4; found 3/);
    expect(units).toMatch(/^2 --from: .* must have the same units; found kJ\/mol-nm-amu and eV-Å-amu/);
    expect(frame).toMatch(/^2 --at: .*holds atoms, and only its last frame can be read/);
    expect(end).toMatch(
      /^2 --until: must be later than the state in .*, which is at t = 0\.05; the model's run ends at 0\.05\. Give a later end/,
    );
    expect(start).toMatch(/^2 --start: must be one of project, check, assume; got .* use --from/);
    expect(earlier).toMatch(/^2 --until: must be later than the state in .*, which is at t = 0\.05; got 0\.01\./);
    expect(junk).toMatch(/^2 --from: ".*junk\.parquet" cannot be read as a trajectory of taut/);
  });
});

test("a state of the wrong size in a model is refused by its path", async () => {
  writeFileSync(path("bad.yaml"), `${dimer("")}begin: { state: [1, 2, 3] }\n`);
  const [{ code, stderr }] = await tautBatch([["run", path("bad.yaml")]]);
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(
      /^begin\.state \(.*bad\.yaml:\d+:\d+\): a state of this model must have 18 numbers; this one has 3\./,
    ),
  ]);
});
