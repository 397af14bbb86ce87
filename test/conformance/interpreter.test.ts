import { describe, expect, test } from "vitest";
import {
  blockProgram,
  eliminationProgram,
  energyProgram,
  gradientForceProgram,
  hessianEntries,
  hessianTimesProgram,
  hiddenProgram,
  jacobianProgram,
  kineticEnergy,
  kineticForceProgram,
  massEntries,
  multiplyProgram,
  penalty,
  scatterProgram,
  thirdProgram,
  transposeProgram,
  valueProgram,
  weightProgram,
} from "../../src/compile/derive.js";
import { type PlacedLaw, type PlacedModel, placeLaws } from "../../src/compile/place-laws.js";
import { catalogue } from "../../src/elements/index.js";
import { emitKernel, interpret, type Program, placeSlots } from "../../src/kernels/index.js";
import { LinearMemory } from "../../src/memory/linear-memory.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import type { Expr } from "../../src/symbolic/index.js";
import { instantiate, Module } from "../../src/wasm/index.js";
import { conformanceModels } from "./models.js";

/** Every program that the compiler makes from the laws of a model. */
function programsOf(
  placed: PlacedModel,
): { readonly law: PlacedLaw; readonly name: string; readonly program: Program }[] {
  const all: { law: PlacedLaw; name: string; program: Program }[] = [];
  const add = (law: PlacedLaw, name: string, program: Program): void => {
    all.push({ law, name: `${law.law.name} ${name}`, program });
  };
  const potential = (p: PlacedLaw, V: Expr): void => {
    const c = p.calculus;
    add(p, "energy", energyProgram(c, V));
    add(p, "force", gradientForceProgram(c, V));
    add(p, "Hessian", blockProgram(c, hessianEntries(c, V)));
    add(p, "Hessian times w", hessianTimesProgram(c, V));
    add(p, "third", thirdProgram(c, V));
  };
  for (const p of placed.potentials) potential(p, p.law.outputs[0]);
  for (const p of placed.forces) add(p, "force", scatterProgram(p.calculus));
  for (const p of placed.kinetics) {
    add(p, "velocity terms", kineticForceProgram(p.calculus));
    add(p, "kinetic energy", energyProgram(p.calculus, kineticEnergy(p.calculus)));
    add(p, "mass", blockProgram(p.calculus, massEntries(p.calculus)));
  }
  for (const p of placed.constraints) {
    const { calculus: c, entries, row, base } = p;
    potential(p, penalty(c, row));
    add(p, "g", valueProgram(c, row));
    add(p, "gdot", hiddenProgram(c, row));
    add(p, "G", jacobianProgram(c, entries, base));
    add(p, "elimination", eliminationProgram(c, entries, row, base, true));
    add(p, "G w", multiplyProgram(c, entries, row, base));
    add(p, "G^T y", transposeProgram(c, entries, row, base));
    add(p, "weights", weightProgram(c, entries, base));
  }
  return all;
}

describe.each(Object.entries(conformanceModels))("%s", (_, text) => {
  const lowered = lower(validateModel(parseModelText(text), catalogue), catalogue);

  /** The memory, with the model's tables and seeded arrays, after a program has written its results. */
  const afterRunning = (k: number, engine: "interpreter" | "wasm"): BigUint64Array => {
    const memory = new LinearMemory(200_000);
    const placed = placeLaws(lowered, memory);
    placed.omega2.fill(9);
    const { law, program } = programsOf(placed)[k];
    const columns = program.outputs.filter((o) => o.target.to === "slot").length;
    const slots = placeSlots(
      memory,
      Array.from({ length: columns }, (_, c) =>
        Int32Array.from({ length: law.law.count }, (_, i) => (7 * c + 3 * i) % 50),
      ),
    );
    const tables = { ...law.tables, slots };
    let seed = 11;
    const arrays = Array.from({ length: 9 }, () => {
      const array = memory.f64(300);
      for (let j = 0; j < array.length; j++) {
        seed = (seed * 48271) % 2147483647;
        array[j] = 0.1 + (0.8 * seed) / 2147483647;
      }
      return array.byteOffset;
    });
    const [q, v, w, u, y, g, ...out] = arrays;
    if (engine === "interpreter") interpret(program, tables, memory.buffer, { t: 0.7, q, v, w, u, y, g, out });
    else {
      const module = new Module();
      emitKernel(module, "kernel", program, tables);
      instantiate(module, memory.memory).kernel(0.7, ...arrays);
    }
    return new BigUint64Array(memory.buffer.slice(0, memory.used));
  };

  const names = programsOf(placeLaws(lowered, new LinearMemory(200_000))).map((p) => p.name);
  test.each(names.map((name, k) => [name, k] as const))(
    "%s: interpreter and WebAssembly agree in every bit",
    (_, k) => {
      expect(afterRunning(k, "wasm")).toEqual(afterRunning(k, "interpreter"));
    },
  );
});

test("the conformance models use every element of the catalogue", () => {
  const used = new Set(
    Object.values(conformanceModels).flatMap((text) => {
      const model = validateModel(parseModelText(text), catalogue);
      return (model.elements ?? []).flatMap((item) => Object.keys(item));
    }),
  );
  expect(Object.keys(catalogue).filter((name) => !used.has(name))).toEqual([]);
});
