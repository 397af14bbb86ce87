/** A run of a compiled model that is interrupted and resumed in another system ends with the same bits and counts. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue, parseModelText, prepareRun, type RunSettings, validateModel } from "../../src/index.js";

const load = (file: string) => {
  const text = readFileSync(new URL(`../../gallery/${file}.yaml`, import.meta.url), "utf8");
  return validateModel(parseModelText(text), catalogue);
};

test.each<[string, RunSettings, Record<string, number>?]>([
  ["double-pendulum", { rtol: 1e-9, until: 2 }],
  ["slider-crank", { method: "dopri5", rtol: 1e-6, until: 2, every: 0.1 }],
  ["kepler", { projection: "newton", rtol: 1e-8, until: 3 }],
  ["heavy-top", { rtol: 1e-7, until: 0.2 }],
  ["heavy-top", { method: "dopri5", projection: "none", rtol: 1e-6, until: 0.2 }],
  ["heavy-top", { method: "adams", rtol: 1e-7, until: 0.2 }],
  ["heavy-top", { method: "gbs", rtol: 1e-7, until: 0.2 }],
  ["heavy-top", { method: "bdf", rtol: 1e-5, until: 0.2 }],
  ["driven-pendulum", { method: "rattle", step: 0.002, until: 0.2 }],
  ["chain", { method: "rattle-1", step: 0.002, until: 0.2 }, { n: 20 }],
  ["chain", { method: "shake", step: 0.002, until: 0.2 }, { n: 20 }],
  ["van-der-pol", { rtol: 1e-6, every: 0.05 }],
  ["damped-cable", { rtol: 1e-5, until: 0.05 }],
  ["double-pendulum-soft", { formulation: "stiff", method: "verlet", step: 1e-3, until: 0.1 }],
  ["double-pendulum-soft", { formulation: "stiff", method: "zs", step: 1e-3, until: 0.1 }],
  ["double-pendulum-soft", { formulation: "stiff", method: "newmark", step: 1e-3, until: 0.1 }],
  ["chain", { method: { name: "langevin", kT: 1e-3, thermal: true }, seed: 9, step: 0.002, until: 0.2 }, { n: 20 }],
  ["chain", { method: { name: "langevin", order: "baoab", form: "plain" }, step: 0.002, until: 0.2 }, { n: 20 }],
  ["chain", { method: { name: "langevin", inner: "shake" }, step: 0.002, until: 0.2 }, { n: 20 }],
  ["double-pendulum-soft", { method: { name: "langevin", inner: "zs-4" }, step: 1e-3, until: 0.1 }],
  ["chain", { formulation: "rigid", method: "gn-zs", step: 0.002, until: 0.2 }, { n: 20 }],
])("%s with %o", (file, settings, set) => {
  const options = { settings, ...(set && { set }), solve: { multipliers: true, momenta: true } };
  const prepare = (checkpoint?: Uint8Array) =>
    prepareRun(load(file), { ...options, ...(checkpoint && { checkpoint }) });
  const finished = ({ run }: ReturnType<typeof prepare>) => {
    while (run.advance(1000) === "running");
    const { y, lambda, work, ledger, start, trajectory, status, handovers } = run.solution();
    const saved = [trajectory.times(), trajectory.states(), trajectory.multipliers()];
    return { status, y, lambda, work, ledger, start, handovers, saved };
  };

  const whole = finished(prepare());
  expect(whole.status).toBe("ok");
  for (const part of [0, 1, 0.5]) {
    const first = prepare();
    first.run.advance(Math.ceil(part * whole.work.steps * 0.6));
    expect(finished(prepare(first.run.save()))).toEqual(whole);
  }
});
