import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findPython } from "../../scripts/find-python.mjs";

const python = findPython();
const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a Python program prints, as JSON. */
function printed(program: string): unknown {
  const source = `import json, numpy as np, taut\n${program}`;
  const env = {
    ...process.env,
    PYTHONPATH: `${root}python`,
    TAUT_COMMAND: `${root}bin/taut.js`,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  return JSON.parse(execFileSync(python!, ["-c", source], { encoding: "utf8", env }));
}

describe.skipIf(python === undefined)("the Python package", () => {
  test("returns points as arrays, multipliers by name, and the report for notebooks", () => {
    const found = printed(`
s = taut.run("pendulum", until=2, every=0.5, rtol=1e-9)
html = s.report()._repr_html_()
print(json.dumps([s.status, s.t.tolist(), list(s["bob"].shape), float(np.abs(np.linalg.norm(s["bob"], axis=1) - 1).max()),
  list(s["lambda_rod"].shape), html.startswith("<iframe"), "<script>" in html]))`);
    expect(found).toEqual(["ok", [0, 0.5, 1, 1.5, 2], [5, 2], expect.any(Number), [5], true, false]);
    expect((found as number[])[3]).toBeLessThan(1e-11);
  });

  test("takes dicts, texts and parameters", () => {
    const found = printed(`
model = {"taut": 1, "parameters": {"l": 1}, "points": {"bob": {"mass": 1, "at": ["l", 0]}},
  "elements": [{"rod": {"between": ["origin", "bob"]}}, {"gravity": [0, -9.81]}], "run": {"until": 0.1}}
text = "taut: 1\\nstates: { y: 1 }\\nrates: { y: -y }\\nrun: { until: 1, rtol: 1e-10 }\\n"
print(json.dumps([float(taut.run(model, set={"l": 2})["bob"][0, 0]), float(taut.run(text)["y"][-1]),
  taut.explain(model)["freedom"], "pendulum" in [each["name"] for each in taut.gallery()]]))`);
    expect(found).toEqual([2, expect.closeTo(Math.exp(-1), 9), 1, true]);
  });

  test("raises what the command says of a wrong model, a wrong setting and a run that failed", () => {
    const found = printed(`
def caught(call):
    try: call()
    except taut.TautError as error: return [type(error).__name__, str(error)]
bad = {"taut": 1, "points": {"a": {"mas": 1, "at": [0, 0]}}, "run": {"until": 1}}
lost = dict(until=200, method="verlet", formulation="stiff", omega=100, step=0.019999)
print(json.dumps([caught(lambda: taut.run(bad)), caught(lambda: taut.run("pendulum", untl=3)),
  caught(lambda: taut.run("pendulum", rtol=2)), caught(lambda: taut.run("pendulum", **lost)),
  taut.run("pendulum", check=False, **lost).status]))`);
    expect(found).toEqual([
      ["ModelError", expect.stringMatching(/points\.a\.mas .*Did you mean "mass"/)],
      ["UsageError", expect.stringMatching(/no setting 'untl'/)],
      ["UsageError", expect.stringMatching(/rtol.*between 0 and 1/)],
      ["RunError", expect.stringMatching(/^unreliable: /)],
      "unreliable",
    ]);
  });

  test("takes a name for a model and never for an option, and refuses texts that cannot be handed over", () => {
    const found = printed(`
def caught(call):
    try: call()
    except taut.TautError as error: return [type(error).__name__, str(error)]
print(json.dumps([caught(lambda: taut.run("--help")), caught(lambda: taut.explain("--version")),
  caught(lambda: taut.run("pendulum" + chr(0))), caught(lambda: taut.run("taut: 1\\n" + chr(0xd800)))]))`);
    expect(found).toEqual([
      ["UsageError", expect.stringMatching(/^--help: the file cannot be read/)],
      ["UsageError", expect.stringMatching(/^--version: the file cannot be read/)],
      ["UsageError", expect.stringMatching(/must not have null characters/)],
      ["ModelError", expect.stringMatching(/without lone surrogates/)],
    ]);
  });
});
