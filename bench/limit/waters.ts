/** A hundred rigid waters with all pairs: steps of RATTLE and SETTLE, and of SETTLE with forces in single precision. */

import { readFileSync } from "node:fs";
import { compileSystem, inPrecision } from "../../src/compile/index.js";
import { type Method, newState, unitFactor, unitSets, type Workspace } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { rigid } from "../../src/formulations/index.js";
import { rattle, settle } from "../../src/methods/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import { type Compiler, type Contender, type Contest, inC, processorTime } from "./contest.js";

/** 0.5 fs. */
const h = 0.5 / unitSets["eV-Å-amu"].femtoseconds;
/** gcc vectorises the sums of a force only if it may reorder them. */
const fast = [
  ["-O3", "-ffast-math"],
  ["-O3", "-ffast-math", "-march=native"],
] as const;
const mixed = fast.map((options) => [...options, "-DREAL=float"]);

export function hundredWaters(compiler: Compiler): Contest[] {
  const file = new URL("../../../gallery/water-100.yaml", import.meta.url);
  const model = validateModel(parseModelText(readFileSync(file, "utf8")), catalogue);
  const lowered = lower(model, catalogue);
  const workspace = compileSystem(lowered).workspace();
  const { n } = workspace.mechanics!;
  const count = n / 9;
  const q = workspace.initial.subarray(0, n);
  const coordinates = Array.from({ length: count }, (_, m) =>
    [0, 1, 2].flatMap((site) => Array.from(q.subarray(3 * (site * count + m), 3 * (site * count + m) + 3))).join(" "),
  ).join("\n");
  const [settling, rattling] = [settle(), rattle()].map((method) => stepping(workspace, method, method.name));
  const mixing = stepping(compileSystem(inPrecision(lowered, "mixed")).workspace(), settle(), "settle, mixed");
  const energy = unitFactor("kcal/mol-Å-amu", "eV-Å-amu", { energy: 1 });
  const { coulomb } = unitSets["eV-Å-amu"];
  const masses = [0, 3 * count].map((k) => 1 / workspace.mechanics!.inverseMass![k]);
  const c = (how: string, all: readonly (readonly string[])[]): Contender[] =>
    inC(
      compiler,
      "waters.c",
      [how, coulomb, 12 * 582e3 * energy, 6 * 595 * energy, ...masses, h, 150, 8],
      coordinates,
      all,
    );
  const unit = "µs per step";
  return [
    {
      work: "100 waters, step of rattle, over rattle in C",
      unit,
      c: c("rattle", fast),
      taut: [rattling],
      wanted: 1.05,
    },
    { work: "100 waters, step of rattle, over our settle", unit, c: [settling], taut: [rattling], wanted: 1.15 },
    { work: "100 waters, step of settle", unit, c: c("settle", fast), taut: [settling], wanted: 1.05 },
    {
      work: "100 waters, step of settle, over C in mixed precision",
      unit,
      c: c("settle", mixed),
      taut: [settling],
      wanted: 1.05,
    },
    {
      work: "100 waters, step of settle in mixed precision, over C in mixed precision",
      unit,
      c: c("settle", mixed),
      taut: [mixing],
      wanted: 1.05,
    },
    {
      work: "100 waters, step of settle in mixed precision, over our double",
      unit,
      c: [settling],
      taut: [mixing],
      wanted: 0.61,
    },
  ];
}

/** Steps of a method on this workspace. */
function stepping(workspace: Workspace, method: Method, name: string): Contender {
  const problem = rigid().apply(workspace);
  const stepper = method.bind(problem);
  let s = newState(problem.arena, workspace.dimension, problem.n);
  let next = newState(problem.arena, workspace.dimension, problem.n);
  s.y.set(workspace.initial);
  stepper.start(s);
  const step = (): void => {
    const status = stepper.attempt(next, s, h);
    if (status !== "ok") throw new Error(`${name}: ${status}`);
    stepper.accept();
    [s, next] = [next, s];
  };
  return { name, turn: () => processorTime(step) };
}
