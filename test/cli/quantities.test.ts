import { describe, expect, test } from "vitest";
import { tautBatch, temporaryFolder } from "./taut.js";

const { file: put, path } = temporaryFolder();

describe("numbers with units on the command line", () => {
  test("times and parameters are converted to the units of the model, and refused where they do not fit", async () => {
    const si = put(
      "si.yaml",
      "taut: 1\nunits: SI\nparameters: { l: 1 m }\npoints: { bob: { mass: 1 kg, at: [l, 0] } }\nelements: [rod: { between: [origin, bob], length: l }, gravity: [0, -9.81]]\nrun: { until: 10 }\n",
    );
    const fast = put(
      "fast.yaml",
      "taut: 1\nunits: kJ/mol-nm-amu\npoints: { a: { mass: 1, at: [0, 0, 0], velocity: [1, 0, 0] } }\n",
    );
    const bare = put("bare.yaml", "taut: 1\npoints: { a: { mass: 1, at: [0, 0], velocity: [1, 0] } }\n");
    const out = path("kept");
    const made = await tautBatch([
      ["run", si, "--until", "500 ms", "--set", "l=150 cm", "--json"],
      ["run", si, "--until", "0.5", "--set", "l=1.5", "--json"],
      ["run", si, "--until", "1 s", "--every", "100ms", "--out", out, "--json"],
      [
        "run",
        si,
        "--from",
        out,
        "--at",
        "0.5 s",
        "--until",
        "0.01 min",
        "--step",
        "1 ms",
        "--method",
        "rattle",
        "--json",
      ],
      ["run", fast, "--until", "2000 fs", "--json"],
      ["explain", si, "--until", "3 s", "--json"],
      ["compare", si, "--until", "100 ms", "--methods", "dop853", "--repeats", "1", "--json"],
      ["run", si, "--until", "3 m"],
      ["run", si, "--every", "3 kg", "--out", path("other")],
      ["run", bare, "--until", "3 s"],
      ["run", si, "--until", "3 parsecs"],
      ["run", si, "--rtol", "1 mm"],
      ["run", si, "--set", "l=2 kg"],
    ]);
    const [one, other, kept, from, atoms, explained, compared, ...wrong] = made;
    expect(made.slice(0, 7).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const [a, b] = [one, other].map(({ stdout }) => JSON.parse(stdout));
    expect([a.t, a.q, a.v]).toEqual([b.t, b.q, b.v]);
    expect(a.t).toBe(0.5);
    expect(JSON.parse(kept.stdout).t).toBe(1);
    expect(JSON.parse(from.stdout).t).toBeCloseTo(0.6, 12);
    expect(JSON.parse(atoms.stdout).t).toBeCloseTo(2, 12);
    expect(explained.stderr + compared.stderr).toBe("");
    expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(wrong.map(({ stderr }) => stderr.trim())).toEqual([
      expect.stringMatching(/^--until: must be a time; "3 m" is a length/),
      expect.stringMatching(/^--every: must be a time; "3 kg" is a mass/),
      expect.stringMatching(/^--until: .*the model declares none\. Write units: SI/),
      expect.stringMatching(/^--until: must be a finite number, or one with a unit such as 3s; got "3 parsecs"/),
      expect.stringMatching(/^--rtol: must be a finite number/),
      expect.stringMatching(/^--set l: must be a length; "2 kg" is a mass/),
    ]);
  });
});
