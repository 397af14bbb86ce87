import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examples } from "./own-parts.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(root, "node_modules/typescript/bin/tsc");
let folder = "";

/** Every TypeScript block of the documentation, as a file of its own. */
const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".md"),
);
const blocks = Object.fromEntries(
  ["README.md", ...pages.map((page) => `docs/${page}`)].flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text], k) => [
      `${page.replace(/\W+/g, "-")}-${k + 1}`,
      text,
    ]),
  ),
);

/** The package as npm would install it, in a folder outside the repository; the packages that it needs are linked. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "taut-packed-"));
  const packed = execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
  });
  const target = join(folder, "node_modules/taut");
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, packed.trim().split("\n").at(-1)!), "-C", target, "--strip-components=1"]);
  for (const name of ["yaml", "fflate", "hyparquet", "hyparquet-writer", "@noble", "@types", "undici-types"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "outside", type: "module" }));
  const compilerOptions = {
    ...{ target: "ES2022", module: "nodenext", strict: true, noUncheckedSideEffectImports: true },
    exactOptionalPropertyTypes: true,
    ...{ lib: ["ES2023", "DOM"], types: ["node"], outDir: "out", skipLibCheck: false },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  for (const [name, text] of Object.entries({ ...examples, ...blocks }))
    writeFileSync(join(folder, `${name}.ts`), text);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("with the packed package", () => {
  test("parts of one's own and the examples of the documentation compile under strict", () => {
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  test.each(Object.keys(examples))("%s runs", (name) => {
    expect(examples[name].trim().split("\n").length).toBeLessThan(25);
    const printed = execFileSync(process.execPath, [join(folder, "out", `${name}.js`)], { encoding: "utf8" });
    expect(["true", "2.0"]).toContain(printed.trim());
  });
});

describe("examples of the documentation", () => {
  test("are found", () => {
    expect(Object.keys(blocks).length).toBeGreaterThan(6);
  });

  test.each(Object.keys(blocks))("%s runs", (name) => {
    execFileSync(process.execPath, [join(folder, "out", `${name}.js`)], { encoding: "utf8" });
  });
});

describe("bundles of the entry points", () => {
  /**
   * Bytes after gzip of a file that imports these names, as the bundle of a library, which keeps line breaks and names of
   * modules. A page that is minified whole downloads 11 to 13 % less.
   */
  async function bundled(imports: string): Promise<number> {
    const { build } = await import("vite");
    const entry = join(folder, "bundled.js");
    writeFileSync(entry, `${imports}\n`);
    const result = await build({
      ...{ configFile: false, logLevel: "silent", root: folder },
      build: { write: false, minify: true, lib: { entry, formats: ["es"], fileName: "bundled" } },
    });
    const outputs = (Array.isArray(result) ? result : [result]) as { output: { code?: string }[] }[];
    return gzipSync(outputs.flatMap(({ output }) => output.map(({ code = "" }) => code)).join("")).length;
  }

  // A bound that is crossed means that an entry point carries something new: either its user needs it, and the bound
  // is raised with the reason, or the part that needs it must bring it along.
  test.each([
    // steps on arrays only: the WebAssembly reading of steps comes with generated code, Newton's method with constraints;
    // the host reading is one loop over all operations, so it also has those that RATTLE, SHAKE and stabilisation use;
    // starts on constraints and what is said of them, measures of mechanics, the conscience, switches, branches of angles,
    // singular positions, rotations and eliminated variables come with the systems that need them, checkpoints with `Run`; error control (with
    // the sizes of components), events, saved states, the ledger and messages are part of every run; so
    // are the sizes that a start at zero may expect, events that are faster than steps, and rows in pieces (3.4 kB together), and what says that
    // stability has limited the steps (0.7 kB)
    ["rungeKutta and solve", `export { solve } from "taut"; export { rungeKutta } from "taut/extend";`, 35_100],
    // the same with a system of functions, which is tried at the start (1.4 kB), and one that may have constraints
    ["an ODE of functions", `export { ode, solve } from "taut"; export { rungeKutta } from "taut/extend";`, 38_400],
    [
      "mechanics of functions",
      `export { secondOrder, solve } from "taut"; export { rungeKutta } from "taut/extend";`,
      // assembly and locked machines come with the names of parts, which functions do not have; redundant rows are chosen again
      // during a run (1.4 kB), also those of functions; stability, and the account of the energy and the hidden equations that are watched (2.1 kB)
      70_100,
    ],
    // everything that a file can name, with outputs, tables and the index of equations, both readings of steps,
    // eigenvalues for the choice of methods; about a third are the methods, a quarter model files and their lowering, a
    // fifth generated code; units: their names, and the dimensions of numbers and laws; joints, drives and inertia of
    // machines, tables of two arguments, and exact Jacobians of coupled models; reactions of joints, the account of the energy;
    // assembly, switches that hold the motion, paths of constraints, switches of multipliers and algebraic variables; hubs, whose
    // coordinates are a border of the matrix (4.2 kB); S along a path, and the loops of kernels that share what they read;
    // words of other programs, which name the entry that is meant (0.6 kB); forces between pairs in single precision (4 kB);
    // kernels of supernodes of common widths, stability, the account that is watched, and what to write in place of a missing director (4 kB);
    // pulses of time, hidden equations that are watched, and formulations that stay near the constraints (3 kB)
    ["run", `export { run } from "taut";`, 399_000],
    // exports and lists are in one file, and one export must not bring the list
    ["one method", `export { dopri5 } from "taut/methods";`, 12_900],
    ["one formulation", `export { stiff } from "taut/formulations";`, 3_500],
    ["one projection", `export { newton } from "taut/projections";`, 5_500],
    ["every method", `export * from "taut/methods";`, 99_600],
    ["every formulation", `export * from "taut/formulations";`, 35_500],
    ["every projection", `export * from "taut/projections";`, 34_000],
  ])("a bundle of %s stays below its bound", async (name, imports, most) => {
    const size = await bundled(imports);
    console.log(`${name}: ${(size / 1000).toFixed(1)} kB gzip`);
    expect(size).toBeLessThan(most);
  });
});
