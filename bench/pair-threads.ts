/**
 * Times pair forces and whole steps with one thread and with two, by the wall clock: 1,000 rigid waters in open space,
 * with all pairs, and 8,000 atoms of liquid argon in a box, with lists. Rounds with one thread and with two alternate,
 * and the best of each counts. Other processes disturb the measurement: two threads need two idle cores.
 */

import { loadavg } from "node:os";
import { startCrew } from "../src/cli/crew/index.js";
import { compileSystem } from "../src/compile/index.js";
import { type Crew, type Method, newState, unitSets } from "../src/core/index.js";
import { catalogue } from "../src/elements/index.js";
import { rigid } from "../src/formulations/index.js";
import { rattle, settle, verlet } from "../src/methods/index.js";
import { lower, validateModel } from "../src/model/index.js";

const femtosecond = 1 / unitSets["eV-Å-amu"].femtoseconds;
/** One thread and two take turns for several rounds each, because an idle core needs a while to reach full speed. */
const turns = 4;
const rounds = 20;
/** Calls per round: more than a neighbour list lasts for. */
const calls = 20;

const waters = {
  taut: 1,
  units: "eV-Å-amu",
  molecules: {
    water: {
      template: "tip3p",
      repeat: 1000,
      at: ["3.1*mod(i, 10)", "3.1*mod(floor(i/10), 10)", "3.1*floor(i/100)"],
      angle: "1.3*i",
      axis: [1, "sin(i)", 0.5],
    },
  },
  elements: [{ coulomb: {} }, { "lennard-jones": {} }],
};
/** At 120 K, lists last for about ten steps of 10 fs. */
const argon = {
  taut: 1,
  units: "eV-Å-amu",
  box: [74, 74, 74],
  points: {
    argon: {
      repeat: { i: 20, j: 20, k: 20 },
      mass: 39.948,
      at: ["3.7*(i + 0.03*sin(7*j + 3*k))", "3.7*(j + 0.03*sin(5*k + 2*i))", "3.7*(k + 0.03*sin(3*i + 11*j))"],
      velocity: ["0.03*sin(13*i + 5*j + 3*k)", "0.03*sin(11*i + 7*j + 17*k + 1)", "0.03*sin(3*i + 19*j + 7*k + 2)"],
      sigma: 3.405,
      epsilon: 0.0103,
    },
  },
  elements: [{ "lennard-jones": { cutoff: 8.5, skin: 1 } }],
};

/** Prepares a model, with one thread or a crew, and returns functions that compute the forces once or take one step. */
function open(data: unknown, method: Method, h: number, crew: Crew | undefined) {
  const workspace = compileSystem(lower(validateModel(data, catalogue), catalogue), { crew }).workspace();
  const problem = rigid().apply(workspace);
  const { n, arena } = problem;
  const mechanics = workspace.mechanics!;
  const [q, v, f] = [arena.f64(n), arena.f64(n), arena.f64(n)];
  q.set(workspace.initial.subarray(0, n));
  const stepper = method.bind(problem);
  let s = newState(arena, workspace.dimension, n);
  let next = newState(arena, workspace.dimension, n);
  return {
    /** Goes back to the start, so that every round takes the same steps and rebuilds lists as often. */
    begin(): void {
      s.t = 0;
      s.y.set(workspace.initial);
      stepper.start(s);
    },
    f,
    state: () => s.y,
    force: () => mechanics.force(f, 0, q, v),
    step(): void {
      const status = stepper.attempt(next, s, h);
      if (status !== "ok") throw new Error(`${method.name}: ${status}`);
      stepper.accept();
      [s, next] = [next, s];
    },
  };
}

/** Milliseconds of each function by the wall clock: the best of alternating rounds. */
function best(works: readonly (() => void)[], begins: readonly (() => void)[]): number[] {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < turns; turn++)
    works.forEach((work, k) => {
      for (let round = 0; round < rounds; round++) {
        begins[k]();
        work();
        const before = performance.now();
        for (let call = 0; call < calls; call++) work();
        least[k] = Math.min(least[k], (performance.now() - before) / calls);
      }
    });
  return least;
}

export async function pairThreadsBench(): Promise<void> {
  console.log(
    `  load of the machine ${loadavg()[0].toFixed(1)}, which should be near 0; milliseconds by the wall clock`,
  );
  const crew = await startCrew(2);
  const rows: readonly (readonly [string, unknown, Method, number])[] = [
    ["1,000 waters, all pairs", waters, settle(), femtosecond],
    ["1,000 waters, all pairs", waters, rattle(), femtosecond],
    ["8,000 argon atoms, lists", argon, verlet(), 10 * femtosecond],
  ];
  for (const [name, data, method, h] of rows) {
    const both = [open(data, method, h, undefined), open(data, method, h, crew)];
    const line = (what: string, [one, two]: number[]): void =>
      console.log(
        `  ${name}: ${what.padEnd(16)} ${one.toFixed(2)} with one thread, ${two.toFixed(2)} with two, ${(one / two).toFixed(2)} times`,
      );
    const begins = both.map(({ begin }) => begin);
    line(
      "force",
      best(
        both.map(({ force }) => force),
        begins,
      ),
    );
    line(
      `step of ${method.name}`,
      best(
        both.map(({ step }) => step),
        begins,
      ),
    );
    const same =
      both[0].f.every((x, k) => x === both[1].f[k]) && both[0].state().every((x, k) => x === both[1].state()[k]);
    console.log(`  ${name}: ${same ? "equal bits" : "DIFFERENT BITS"} after ${calls + 1} steps`);
  }
  await crew.stop();
}
