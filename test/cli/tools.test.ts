import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../src/elements/index.js";
import { parseModelText, validateModel } from "../../src/model/index.js";
import { newTemplates } from "../../src/model/new-templates.js";
import { prepareRun } from "../../src/run/index.js";
import { bash, root, tautBatch, temporaryFolder } from "./taut.js";

const { path, file: write } = temporaryFolder();

describe("taut new", () => {
  test.each(Object.entries(newTemplates))("%s is a model with comments that runs to its end", (_, { text }) => {
    expect(text.match(/ # /g)!.length).toBeGreaterThan(1);
    const { run } = prepareRun(validateModel(parseModelText(text), catalogue), { keepStates: false });
    run.advance(Number.POSITIVE_INFINITY);
    expect(run.failure?.message).toBeUndefined();
  });

  test("writes a template, refuses to replace a file, and asks for a name", async () => {
    const file = path("swing.yaml");
    const [made, again, forced, unknown] = await tautBatch([
      ["new", file, "--template", "points"],
      ["new", file, "--template", "points"],
      ["new", file, "--template", "states", "--force"],
      ["new", path("other.yaml"), "--template", "boat"],
    ]);
    expect(made.code).toBe(0);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/already exists.*--force/) });
    expect(forced.code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(newTemplates.states.text);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/one of points, linkage.*"boat"/) });
    expect(existsSync(path("other.yaml"))).toBe(false);
  });
});

describe("commands in messages and in the help", () => {
  test("are called as the reader has called the command: by its name, or through npx", async () => {
    const file = path("crank.yaml");
    const line = `taut new "$1" --force --template linkage && taut --help && taut export --help; taut`;
    const [byName, byNpx] = await Promise.all(
      [line, `export npm_command=exec; ${line}`].map((each) => bash(each, file)),
    );
    const inMessage = (text: string) => /Run it with: (.*)$/m.exec(text)?.[1];
    expect(inMessage(byName.stderr)).toBe(`taut run ${file}`);
    expect(inMessage(byNpx.stderr)).toBe(`npx taut run ${file}`);
    expect(byName.stdout).toMatch(/^Usage: taut \[options\]/m);
    expect(byNpx.stdout).toMatch(/^Usage: npx taut \[options\]/m);
    expect(byNpx.stdout).toMatch(/^ {2}npx taut run pendulum --out results && npx taut export results pendulum\.npz$/m);
    // without a command, the help is an error
    expect(byNpx.stderr).toMatch(/^Usage: npx taut \[options\]/m);
    // nothing else differs
    expect(byNpx.stdout.replaceAll("npx taut", "taut")).toBe(byName.stdout);
    expect(byName.stdout).not.toContain("npx");
  });
});

describe("taut import", () => {
  test("makes a model of a robot, which runs, and says what is wrong with a file by its line", async () => {
    const robot = join(root, "test/models/gripper.urdf");
    const file = path("gripper.yaml");
    const broken = write("broken.urdf", '<robot name="r">\n<joint name="j" type="hinge"/></robot>');
    const [made, ran, again, printed, refused, wrong] = await tautBatch([
      ["import", robot, file, "--at", "left_slide=0.5"],
      ["run", file, "--until", "0.1"],
      ["import", robot, file],
      ["--quiet", "import", robot],
      ["import", broken],
      ["import", robot, "--template", "tip3p"],
    ]);
    expect(made).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(/soft stops/) });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/t = 0\.1/) });
    expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/already exists.*--force/) });
    expect(printed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^taut: 1$/m), stderr: "" });
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/broken\.urdf:2: the type of the joint "j" must be one of fixed, .*got "hinge"/),
    });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/--template: belongs to files of atoms/) });
  });
});

describe("taut gallery", () => {
  test("lists models, prints one, and its names are models", async () => {
    const [list, json, file, unknown, ran] = await tautBatch([
      ["gallery"],
      ["gallery", "--json"],
      ["gallery", "pendulum"],
      ["gallery", "pendulm"],
      ["run", "pendulum", "--until", "0.1"],
    ]);
    expect(list.stdout).toMatch(/^pendulum +\S.*\.$/m);
    expect(JSON.parse(json.stdout).map(({ name }: { name: string }) => name)).toContain("heavy-top");
    expect(file.stdout).toMatch(/^taut: 1$/m);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/must be one of argon/) });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/t = 0\.1/) });
  });
});

describe("taut migrate", () => {
  test("prints or replaces a file, says what it changed, and changes nothing twice", async () => {
    const file = write("old.yaml", "# old\npoints: {a: {mass: 1, at: [1,0]}}  # kept\n");
    const [shown, written, again, later] = await tautBatch([
      ["migrate", file],
      ["migrate", file, "--write"],
      ["migrate", file, "--write"],
      ["--quiet", "migrate", file],
    ]);
    const expected = "# old\ntaut: 1\npoints: {a: {mass: 1, at: [1,0]}}  # kept\n";
    expect(shown).toMatchObject({ code: 0, stdout: expected, stderr: expect.stringMatching(/version.*was added/) });
    expect(written).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(file, "utf8")).toBe(expected);
    expect(again.stderr).toMatch(/has the present version/);
    expect(later).toMatchObject({ code: 0, stdout: expected, stderr: "" });
  });
});

describe("taut plot", () => {
  test("draws columns and expressions of results, with units", async () => {
    const model = write(
      "plotted.yaml",
      "taut: 1\nunits: SI\npoints: { bob: { mass: 1, at: [1, 0] } }\nelements: [rod: { between: [origin, bob] }, gravity: [0, -9.81]]\nrun: { until: 2 }\n",
    );
    const out = path("plotted");
    const [ran, svg, html, several, wrong, vector, png, jpeg, twice] = await tautBatch([
      ["run", model, "--out", out, "--format", "csv"],
      ["plot", out, "--x", "bob_x", "--y", "bob_x'", "--out", path("portrait.svg")],
      ["plot", out, "--y", "norm(bob')", "--y", "lambda(rod)", "--out", path("curves.html")],
      ["plot", out, out, "--y", "abs(ledger_energy) + 1e-9", "--log", "y"],
      ["plot", out, "--y", "bob_w"],
      ["plot", out, "--y", "bob"],
      ["plot", out, "--y", "bob_x", "--out", path("curves.png")],
      ["plot", out, "--y", "bob_x", "--out", path("curves.jpg")],
      ["plot", out, `${out}/.`, "--y", "bob_x"],
    ]);
    expect([ran, svg, html, several].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const portrait = readFileSync(path("portrait.svg"), "utf8");
    expect(portrait).toMatch(/^<svg xmlns=.*bob_x \[m\].*<\/svg>\n$/s);
    expect(portrait).toContain("[m/s]");
    expect(readFileSync(path("curves.html"), "utf8")).toMatch(/<!doctype html>.*<svg.*norm\(bob/is);
    expect(several.stdout).toMatch(/^<svg /);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/unknown name "bob_w"/) });
    expect(vector).toMatchObject({ code: 2, stderr: expect.stringMatching(/is a vector/) });
    expect(png).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(/written to .*curves\.png/) });
    expect(readFileSync(path("curves.png")).subarray(1, 4).toString()).toBe("PNG");
    expect(jpeg).toMatchObject({ code: 2, stderr: expect.stringMatching(/must end in .svg, .png or .html/) });
    // runs whose folders have the same name are told apart by their paths
    expect(twice.stdout.match(/class="line c\d"/g)).toContain('class="line c1"');
  });
});

describe("taut completion", () => {
  test("bash completes commands, options, methods and models", async () => {
    const complete = (...words: string[]) =>
      bash(
        `eval "$(taut completion bash)"; COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}; _taut; echo "\${COMPREPLY[@]}"`,
      );
    expect((await complete("taut", "expl")).stdout.trim()).toBe("explain");
    expect((await complete("taut", "run", "m.yaml", "--method", "radau")).stdout.trim()).toBe("radau5");
    expect((await complete("taut", "run", "--formu")).stdout.trim()).toBe("--formulation");
    expect((await complete("taut", "run", "heavy-")).stdout.trim()).toBe("heavy-top");
  });

  test("every shell has a script with every command", async () => {
    const scripts = await tautBatch([
      ...["bash", "zsh", "fish"].map((shell) => ["completion", shell]),
      ["completion", "cmd"],
    ]);
    for (const { code, stdout } of scripts.slice(0, 3)) {
      expect(code).toBe(0);
      for (const word of ["sweep", "migrate", "radau5", "double-pendulum"]) expect(stdout).toContain(word);
    }
    expect(scripts[3]).toMatchObject({ code: 2, stderr: expect.stringMatching(/one of bash, zsh, fish/) });
  });
});
