/**
 * Compares 7 and 100 rigid TIP3P waters in open space, with all pairs, on one core, in double precision unless the row says otherwise: our force
 * kernel with a plain C kernel (vectors of WebAssembly have two doubles, those of the machine may have four), and whole
 * steps at constant energy with the other programs that are installed. All take turns and the best window of each
 * counts, so that a busy machine disturbs ratios less. Programs that do not report the time of windows are timed by the
 * difference of a long and a short run.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileSystem, inPrecision } from "../src/compile/index.js";
import { type Method, newState, unitFactor, unitSets, type Workspace } from "../src/core/index.js";
import { catalogue } from "../src/elements/index.js";
import { rigid } from "../src/formulations/index.js";
import { rattle, settle } from "../src/methods/index.js";
import { lower, parseModelText, validateModel } from "../src/model/index.js";
import { hasGcc } from "./c-kernel.js";
import type { Contender } from "./water/contender.js";
import { plainC } from "./water/kernel-c.js";
import { gromacs, lammps, openmm, type Waters } from "./water/peers.js";

const gallery = new URL("../../gallery/", import.meta.url);

/** 0.5 fs. */
const h = 0.5 / unitSets["eV-Å-amu"].femtoseconds;

/** The number of rounds, in which all take turns. */
const rounds = 6;

/** Measurements are windows of about a tenth of a second; the best one was not disturbed. */
function timed(name: string, work: () => void): Contender {
  let best = Number.POSITIVE_INFINITY;
  const window = (): void => {
    const before = performance.now();
    let calls = 0;
    let spent = 0;
    for (; spent < 100; spent = performance.now() - before) for (let k = 0; k < 50; k++, calls++) work();
    best = Math.min(best, (1000 * spent) / calls);
  };
  return {
    name,
    round() {
      for (let k = 0; k < 10; k++) window();
    },
    us: () => best,
  };
}

function ours(file: string) {
  const model = validateModel(parseModelText(readFileSync(new URL(file, gallery), "utf8")), catalogue);
  const lowered = lower(model, catalogue);
  const workspace = compileSystem(lowered).workspace();
  const { force, first, q } = forceOf(workspace, "force");
  const mixed = compileSystem(inPrecision(lowered, "mixed")).workspace();
  const count = q.length / 9;
  const waters: Waters = Array.from({ length: count }, (_, m) =>
    [0, 1, 2].flatMap((site) => Array.from(q.subarray(3 * (site * count + m), 3 * (site * count + m) + 3))),
  );
  const steps = [settle(), rattle({ iterations: 1 }), rattle()].map((method) => stepOf(workspace, method, ""));
  return {
    ...{ force, first, waters, steps },
    mixed: [forceOf(mixed, "force in mixed precision").force, stepOf(mixed, settle(), " in mixed precision")],
  };
}

function forceOf(workspace: Workspace, name: string) {
  const mechanics = workspace.mechanics!;
  const { n } = mechanics;
  const [q, v, f] = [workspace.arena.f64(n), workspace.arena.f64(n), workspace.arena.f64(n)];
  q.set(workspace.initial.subarray(0, n));
  return { force: timed(name, () => mechanics.force(f, 0, q, v)), first: () => f[0], q };
}

function stepOf(workspace: Workspace, method: Method, how: string): Contender {
  const problem = rigid().apply(workspace);
  const stepper = method.bind(problem);
  let s = newState(problem.arena, workspace.dimension, problem.n);
  let next = newState(problem.arena, workspace.dimension, problem.n);
  s.y.set(workspace.initial);
  stepper.start(s);
  return timed(`step of ${method.name}${how}`, () => {
    const status = stepper.attempt(next, s, h);
    if (status !== "ok") throw new Error(`${method.name}: ${status}`);
    stepper.accept();
    [s, next] = [next, s];
  });
}

export function waterBench(): void {
  for (const file of ["water-7.yaml", "water-100.yaml"]) {
    const folder = mkdtempSync(join(tmpdir(), "taut-water-"));
    try {
      compare(file, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function compare(file: string, folder: string): void {
  const { force, first, waters, steps, mixed } = ours(file);
  const energy = unitFactor("kcal/mol-Å-amu", "eV-Å-amu", { energy: 1 });
  const c = hasGcc()
    ? plainC(waters, unitSets["eV-Å-amu"].coulomb, 582e3 * energy, 595 * energy, folder)
    : { contenders: [], first: () => Number.NaN };
  const others = [lammps, gromacs, openmm].filter((peer) => peer.present());
  const peers = others.map((peer) => peer.open(waters, waters.length < 20 ? 100_000 : 3_000, folder));
  const all = [force, ...c.contenders, ...steps, ...mixed, ...peers];
  for (let round = 0; round < rounds; round++) for (const contender of all) contender.round();

  console.log(`\n${waters.length} waters: microseconds, the best of ${rounds} rounds`);
  const line = ({ name, us }: Contender, own: number): void =>
    console.log(`  ${name.padEnd(40)} ${us().toFixed(2).padStart(8)}   ours over it ${(own / us()).toFixed(2)}`);
  console.log(
    `  force ${force.us().toFixed(2)} (first force ${first().toPrecision(8)}, of plain C ${c.first().toPrecision(8)})`,
  );
  for (const contender of c.contenders) line(contender, force.us());
  for (const { name, us } of [...steps, ...mixed]) console.log(`  ${name} ${us().toFixed(2)}`);
  const own = Math.min(...steps.map(({ us }) => us()));
  for (const peer of peers) line(peer, own);
  for (const peer of [lammps, gromacs, openmm].filter((one) => !others.includes(one)))
    console.log(`  ${peer.name} is skipped: it is not installed.`);
}
