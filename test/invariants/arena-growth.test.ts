/** Steps take no memory of the arena: what a run needs is taken when it is bound, so that its length does not matter. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Arena, TautError } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { LinearMemory } from "../../src/memory/linear-memory.js";
import { type Model, parseModelText, validateModel } from "../../src/model/index.js";
import { prepareRun, type RunSettings, registry } from "../../src/run/index.js";

const gallery = (name: string): Model =>
  validateModel(
    parseModelText(readFileSync(new URL(`../../gallery/${name}.yaml`, import.meta.url), "utf8")),
    catalogue,
  );

/** Of every kind: constraints, one that moves, a first-order system, algebraic variables of index 2, a body, nothing of these. */
const models = ["pendulum", "driven-pendulum", "robertson", "index-2", "heavy-top", "kepler"];

function used(arena: Arena): number {
  if (!(arena instanceof LinearMemory)) throw new Error("the arena of a compiled system is a linear memory");
  return arena.used;
}

/** Runs that were not refused. */
let ran = 0;

/** Bytes that are taken by attempts after the first ones; undefined if the run is refused. */
function taken(model: Model, settings: RunSettings, [first, last] = [4, 44]): number | undefined {
  try {
    const {
      step: _,
      rtol: __,
      atol: ___,
      formulation: ____,
      projection: _____,
      method: ______,
      ...run
    } = model.run ?? {};
    const { run: bound, workspace } = prepareRun({ ...model, run }, { settings, keepStates: false });
    try {
      bound.advance(first);
      ran++;
      const before = used(workspace.arena);
      bound.advance(last - first);
      return used(workspace.arena) - before;
    } finally {
      workspace.release();
    }
  } catch (error) {
    if (error instanceof TautError) return undefined;
    throw error;
  }
}

const formulations = registry.formulation.map(({ name }) => name);
const methods = registry.method.map(({ name }) => name);

describe.each(models)("runs of %s take no bytes of the arena per step", (name) => {
  const model = gallery(name);
  test.each(formulations)("formulation %s, every method", (formulation) => {
    const growth: Record<string, number> = {};
    for (const method of methods)
      for (const pace of [{ step: 1e-4 }, { rtol: 1e-5 }]) {
        const bytes = taken(model, { formulation, method, omega: 40, until: 1, ...pace });
        if (bytes !== undefined && bytes !== 0) growth[`${method}, ${JSON.stringify(pace)}`] = bytes;
      }
    expect(growth).toEqual({});
  });
});

describe("the arena holds as many bytes after 10,000 attempts as after 100", () => {
  const growthOf = (name: string, formulation: string, chosen: readonly string[], pace: object) => {
    const model = gallery(name);
    const growth: Record<string, number> = {};
    for (const method of chosen) {
      const bytes = taken(model, { formulation, method, omega: 40, until: 1, ...pace }, [100, 10_000]);
      if (bytes !== undefined && bytes !== 0) growth[method] = bytes;
    }
    return growth;
  };

  test.each(formulations)("algebraic variables of index 2: %s, every method", (formulation) => {
    expect(growthOf("index-2", formulation, methods, { step: 1e-5 })).toEqual({});
    expect(growthOf("index-2", formulation, methods, { rtol: 1e-10 })).toEqual({});
  });

  test.each(formulations.map((name, k) => [name, k] as const))("constraints: %s, every third method", (name, k) => {
    const chosen = methods.filter((_, at) => (at + k) % 3 === 0);
    expect(growthOf("pendulum", name, chosen, { step: 1e-5 })).toEqual({});
  });
});

test("the arena says how much of it is used, so that growth would be seen", () => {
  const { workspace } = prepareRun(gallery("pendulum"));
  const before = used(workspace.arena);
  workspace.arena.f64(16);
  expect(used(workspace.arena) - before).toBeGreaterThanOrEqual(128);
  workspace.release();
});

test("hundreds of these runs were made, and only the others refused", () => {
  expect(ran).toBeGreaterThan(300);
});
