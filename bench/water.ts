/**
 * 7 and 100 rigid TIP3P waters in open space, all pairs, one core, double precision: our force kernel beside a plain C one (vectors
 * of WebAssembly have two doubles, those of this machine may have four), and whole steps at constant energy beside the codes that
 * are installed. Times are of the processor, the best of several, so that a busy machine disturbs ratios less; peers by the
 * difference of a long run and a short one.
 */

import { readFileSync } from "node:fs";
import { compileSystem } from "../src/compile/index.js";
import { newState, unitFactor, unitSets } from "../src/core/index.js";
import { catalogue } from "../src/elements/index.js";
import { rigid } from "../src/formulations/index.js";
import { rattle, settle } from "../src/methods/index.js";
import { lower, parseModelText, validateModel } from "../src/model/index.js";
import { hasGcc } from "./c-kernel.js";
import { flags, plainC } from "./water/kernel-c.js";
import { gromacs, lammps, openmm, type Waters } from "./water/peers.js";

const gallery = new URL("../../gallery/", import.meta.url);

/** 0.5 fs. */
const h = 0.5 / unitSets["eV-Å-amu"].femtoseconds;

function ours(file: string) {
  const model = validateModel(parseModelText(readFileSync(new URL(file, gallery), "utf8")), catalogue);
  const system = compileSystem(lower(model, catalogue), { workBytes: 8_000_000 });
  const problem = rigid().apply(system);
  const { n, arena } = problem;
  const mechanics = system.mechanics!;
  const [q, v, f] = [arena.f64(n), arena.f64(n), arena.f64(n)];
  q.set(system.initial.subarray(0, n));
  const count = n / 9;
  /** Processor time is counted in ticks of some milliseconds: rounds of a quarter of a second make them one part in sixty. */
  const best = (work: () => void): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 6; round++) {
      const before = process.cpuUsage().user;
      let calls = 0;
      let spent = 0;
      for (; spent < 250_000; spent = process.cpuUsage().user - before) for (let k = 0; k < 100; k++, calls++) work();
      least = Math.min(least, spent / calls);
    }
    return least;
  };
  const force = best(() => mechanics.force(f, 0, q, v));
  const waters: Waters = Array.from({ length: count }, (_, m) =>
    [0, 1, 2].flatMap((site) => Array.from(q.subarray(3 * (site * count + m), 3 * (site * count + m) + 3))),
  );
  const steps = new Map<string, number>();
  for (const method of [settle(), rattle({ iterations: 1 }), rattle()]) {
    const stepper = method.bind(problem);
    let s = newState(arena, system.dimension, n);
    let next = newState(arena, system.dimension, n);
    s.y.set(system.initial);
    stepper.start(s);
    const time = best(() => {
      const status = stepper.attempt(next, s, h);
      if (status !== "ok") throw new Error(`${method.name}: ${status}`);
      stepper.accept();
      [s, next] = [next, s];
    });
    steps.set(method.name, time);
  }
  return { force, first: f[0], waters, steps };
}

export function waterBench(): void {
  for (const file of ["water-7.yaml", "water-100.yaml"]) {
    const { force, first, waters, steps } = ours(file);
    console.log(`\n${waters.length} waters: microseconds of processor time`);
    const energy = unitFactor("kcal/mol-Å-amu", "eV-Å-amu", { energy: 1 });
    if (hasGcc()) {
      const c = plainC(waters, unitSets["eV-Å-amu"].coulomb, 582e3 * energy, 595 * energy);
      console.log(
        `  force            ${force.toFixed(2)}   (first force ${first.toPrecision(8)}, of plain C ${c.first.toPrecision(8)})`,
      );
      flags.forEach((options, k) => {
        console.log(
          `    gcc ${options.padEnd(30)} ${c.us[k].toFixed(2)}   ours over it ${(force / c.us[k]).toFixed(2)}`,
        );
      });
    } else console.log(`  force            ${force.toFixed(2)}   (plain C skipped: no gcc)`);
    for (const [name, time] of steps) console.log(`  step of ${name.padEnd(9)} ${time.toFixed(2)}`);
    const own = Math.min(...steps.values());
    for (const peer of [lammps, gromacs, openmm]) {
      if (!peer.present()) {
        console.log(`  ${peer.name}: skipped, it is not installed`);
        continue;
      }
      try {
        const time = peer.time(waters, waters.length < 20 ? 100_000 : 2_000);
        console.log(`  ${peer.name}: ${time.toFixed(2)}   ours over theirs ${(own / time).toFixed(2)}`);
      } catch (error) {
        console.log(`  ${peer.name}: skipped, ${(error as Error).message.split("\n")[0]}`);
      }
    }
  }
}
