/** Tao–Owhadi section 4.3: clusters of water in their short versions, and interrupted long runs that continue to the same numbers. */

import { beforeAll, describe, expect, test } from "vitest";
import type { CheckpointShelf } from "../../src/papers/harness/index.js";
import { clusters } from "../../src/papers/tao-owhadi/published.js";
import { section43Hundred, section43Seven } from "../../src/papers/tao-owhadi/section-4-3.js";
import { sevenWaters } from "../../src/papers/tao-owhadi/water.js";
import { longRun } from "../../src/papers/tools/long-run.js";
import { expectListed } from "../docs/listed-items.js";
import { wrongVersions } from "./wrong-versions.js";

const context = { quick: true, progress: () => {}, pause: async () => {} };

describe.each([
  ["seven", section43Seven, clusters.seven],
  ["a hundred", section43Hundred, clusters.hundred],
] as const)("%s waters", (_, blind, published) => {
  let measured: Awaited<ReturnType<typeof blind.measure>>;
  beforeAll(async () => {
    measured = await blind.measure(context);
  });

  test("rigid and penalised clusters agree, at the temperature of the bath", () => {
    const { items } = blind.report(measured, published);
    expectListed([blind.id], items, context);
    expect(
      items.filter(({ verdict }) => verdict === "differs").map(({ id, measured: value }) => `${id} ${value}`),
    ).toEqual([]);
  });

  test("other published numbers would not agree", () => {
    // `distance` is a claim in words
    for (const { name, value } of wrongVersions(published).filter((one) => one.name !== "distance"))
      expect(
        blind.report(measured, value as typeof published).items.every(({ verdict }) => verdict === "agrees"),
        name,
      ).toBe(false);
  });
});

test("a run that is interrupted twice and continued gives the same results as one without interruptions", async () => {
  const settings = {
    ...{ formulation: "rigid", method: { name: "langevin", kT: 0.02, thermal: true }, step: 0.02, until: 30 },
    observables: { T: { temperature: "all" } },
  };
  const kept = new Map<string, Uint8Array>();
  const checkpoints: CheckpointShelf = {
    read: (name) => kept.get(name),
    write: (name, bytes) => kept.set(name, bytes),
    remove: (name) => kept.delete(name),
  };
  const run = (pause: () => Promise<void>, shelf?: CheckpointShelf) =>
    longRun({ ...context, pause, ...(shelf && { checkpoints: shelf }) }, "run", [0, 1], sevenWaters, settings);
  const interrupted = async () => {
    throw new Error("interrupted");
  };
  const whole = await run(context.pause);
  for (let k = 0; k < 2; k++) await expect(run(interrupted, checkpoints)).rejects.toThrow("interrupted");
  const resumed = await run(context.pause, checkpoints);
  expect(resumed.observables!.results()).toEqual(whole.observables!.results());
  expect(resumed.run.solution().y).toEqual(whole.run.solution().y);
  expect(resumed.run.solution().work.steps).toBe(1500);
});
