/** The account of the energy: what was put in and dissipated, against closed forms, and closed on every model of the gallery. */

import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { prepareRun, type RunSettings, run } from "../../src/index.js";
import { load } from "../reference/gallery.js";

const names = readdirSync(new URL("../../gallery", import.meta.url)).map((file) => file.replace(/\.yaml$/, ""));
/** Models whose energy is not kept because of what acts on them; new ones are found by the test itself. */
const open = names.filter((name) => {
  const text = JSON.stringify(load(name));
  return /"(force|damper|drag|push|torque|drive|spring)"|[*( ]t[*)"]/.test(text) && !/"(water|argon)/.test(text);
});

describe.each(open)("the gallery's %s", (name) => {
  test("has an account that closes to ten times the tolerance of what went through it", () => {
    const rtol = 1e-6;
    const { ledger, status, warnings } = run(load(name), { rtol, account: true, every: 0.05 });
    expect(status).toBe("ok");
    expect(warnings.filter((sentence) => sentence.includes("account of the energy"))).toEqual([]);
    const { account } = ledger;
    if (account === undefined || account.sources.length === 0) return; // nothing acts on it, or it has no energy
    const turned =
      Math.abs(account.putIn) + Math.abs(account.dissipated) + account.kinetic.initial + account.kinetic.final;
    expect(account.largestRemainder).toBeLessThan(10 * rtol * Math.max(turned, ledger.energy!.maxDeviation));
    expect(account.uncertainty).toBeLessThan(rtol * Math.max(turned, ledger.energy!.maxDeviation));
  });
});

/** A tolerance of 1e-4 … 1e-9 for each model, other than that of the test above. */
const drawn = open.map((name, k): [string, number] => [name, [1e-4, 1e-5, 1e-7, 1e-8, 1e-9][(7 * k + 3) % 5]]);

test.each(drawn)("the account of %s closes to ten times a tolerance of %d", (name, rtol) => {
  const { account } = run(load(name), { rtol, account: true, keepStates: false }).ledger;
  if (account === undefined || account.sources.length === 0) return; // nothing acts on it, or it has no energy
  const { putIn, dissipated, kinetic, largestRemainder } = account;
  const turned = Math.abs(putIn) + Math.abs(dissipated) + kinetic.initial + kinetic.final;
  expect(largestRemainder).toBeLessThan(10 * rtol * turned);
});

// these need accurate states inside long steps, powers with kinks at the points of a table, or the end of a step where the
// normal force of a guide with dry friction changes its sign
test.each([
  ["driven-pendulum", "gbs"],
  ["quick-return", "gbs"],
  ["vehicle", "gbs"],
  ["vehicle", "radau5"],
  ["friction-slider", "gbs"],
  ["friction-slider", "radau5"],
])("the account of %s by %s closes to ten times a tolerance of 1e-8", (name, method) => {
  const rtol = 1e-8;
  const { account } = run(load(name), { rtol, method, account: true, keepStates: false }).ledger;
  const { putIn, dissipated, kinetic, largestRemainder } = account!;
  const turned = Math.abs(putIn) + Math.abs(dissipated) + kinetic.initial + kinetic.final;
  expect(largestRemainder).toBeLessThan(10 * rtol * turned);
});

describe("steep friction, across which steps of extrapolation jump without noticing", () => {
  const slide = {
    taut: 1,
    parameters: { mu: 0.2, g: 9.81, m: 2 },
    bodies: { slide: { mass: "m", box: [0.1, 0.05], at: [0, 0] } },
    joints: [{ slider: { between: ["world", "slide"], at: [0, 0], axis: [1, 0], name: "way" } }],
    elements: [{ torque: { on: "way_travel", torque: "30*cos(3*t)" } }],
    force: { slide_x: "-mu*m*g*tanh(slide_x'/0.001)" },
    run: { until: 5 },
  };
  const made = (method: string, account: boolean) => run(slide, { method, rtol: 1e-10, account, keepStates: false });

  test("leaves the account open, and the run says so, with the time", () => {
    const { warnings, ledger, conscience, status } = made("gbs", true);
    expect(status).toBe("ok");
    expect(warnings.join(" ")).toMatch(
      /The account of the energy is open by .* first crossed at t = .* steep friction/,
    );
    expect(conscience.find(({ quantity }) => quantity === "account")).toMatchObject({
      kind: "energy",
      verdict: "doubtful",
    });
    expect(ledger.account!.largestRemainder).toBeGreaterThan(1e-5);
  });

  test("gives no warning by a method that resolves it, and no digit depends on the account", () => {
    const { warnings, conscience } = made("radau5", true);
    expect(warnings).toEqual([]);
    expect(conscience.find(({ quantity }) => quantity === "account")).toMatchObject({ verdict: "kept" });
    const [kept, plain] = [made("gbs", true), made("gbs", false)];
    expect([...kept.y]).toEqual([...plain.y]);
    expect(kept.work).toEqual(plain.work);
    expect(plain.warnings).toEqual([]);
  });
});

test("the gallery has driven and damped models, and they have sources", () => {
  const withSources = open.filter((name) => {
    const { account } = run(load(name), { until: 0.1, account: true, keepStates: false }).ledger;
    return account !== undefined && account.sources.length > 0;
  });
  expect(withSources).toEqual(
    expect.arrayContaining([
      ...["bungee", "damped-cable", "driven-pendulum", "friction-slider", "inverted-pendulum", "motor-four-bar"],
      ...["slider-crank", "vehicle"],
    ]),
  );
});

/** A rod whose angle is prescribed, a block with drag and a push, and a spring whose end moves; all three have closed forms. */
const [m, l, J, w, a, g, c, v0, k, A, f] = [2, 0.6, 0.05, 3, 1.5, 9.81, 0.4, 2, 3, 0.2, 1.3];
const driven = {
  taut: 1,
  parameters: { w, a, c, k, A, f },
  bodies: { rod: { mass: m, inertia: J, at: [l, 0], velocity: [0, l * w], spin: w } },
  joints: [{ ball: { between: ["world", "rod"], at: [0, 0], name: "pin" } }],
  constraints: { drive: "rod_d1_x*sin(w*t + a*t^2/2) - rod_d1_y*cos(w*t + a*t^2/2)" },
  elements: [{ gravity: [0, -g] }],
};
const sliding = {
  taut: 1,
  parameters: { c, f },
  coordinates: { x: { at: 0, velocity: v0 } },
  mass: { x: m },
  force: { x: "f - c*x'" },
};
const shaken = {
  taut: 1,
  parameters: { k, A, f },
  coordinates: { x: { at: 0, velocity: 0 } },
  mass: { x: 1 },
  potential: "k/2*(x - A*sin(f*t))^2",
};

const end = 1.5;
const methods: readonly [string, RunSettings][] = [
  ...["dopri5", "dop853", "bs32", "gbs", "adams", "radau5", "bdf", "rosenbrock4", "tr-bdf2"].map(
    (method): [string, RunSettings] => [method, { method, rtol: 1e-6, atol: 1e-8 }],
  ),
  ...["rk4", "gauss4", "gauss6"].map((method): [string, RunSettings] => [method, { method, step: 0.005 }]),
];

describe.each(methods)("by %s", (_, settings) => {
  const account = (model: object) => {
    const { ledger, failure } = run(model, { ...settings, until: end, account: true, keepStates: false });
    expect(failure).toBeUndefined();
    return ledger.account!;
  };

  test("a drive puts in what the rod has gained", () => {
    const rate = w + a * end;
    const gained = ((J + m * l * l) * (rate * rate - w * w)) / 2 + m * g * l * Math.sin(w * end + (a * end * end) / 2);
    const { putIn, dissipated, remainder, sources } = account(driven);
    expect(sources.map(({ name, kind }) => [name, kind])).toEqual([["drive", "put in"]]);
    expect(putIn).toBeCloseTo(gained, 4);
    expect(dissipated).toBe(0);
    expect(Math.abs(remainder)).toBeLessThan(1e-5 * 20);
  });

  test("drag dissipates and a push puts in what their integrals are", () => {
    // x' = f/c + (v0 - f/c) exp(-c t/m)
    const [limit, decay] = [f / c, c / m];
    const difference = v0 - limit;
    const way = limit * end + (difference / decay) * (1 - Math.exp(-decay * end));
    const squared =
      limit * limit * end +
      ((2 * limit * difference) / decay) * (1 - Math.exp(-decay * end)) +
      ((difference * difference) / (2 * decay)) * (1 - Math.exp(-2 * decay * end));
    const { putIn, dissipated, remainder } = account(sliding);
    expect(putIn).toBeCloseTo(f * way, 4);
    expect(dissipated).toBeCloseTo(c * squared, 4);
    expect(Math.abs(remainder)).toBeLessThan(1e-5 * 8);
  });

  test("a moving support puts energy into a spring", () => {
    const { putIn, kinetic, potential, remainder } = account(shaken);
    const omega = Math.sqrt(k);
    const B = (k * A) / (k - f * f);
    const x = B * Math.sin(f * end) - ((B * f) / omega) * Math.sin(omega * end);
    const v = B * f * Math.cos(f * end) - B * f * Math.cos(omega * end);
    expect(kinetic.final).toBeCloseTo((v * v) / 2, 5);
    expect(potential.final).toBeCloseTo((k / 2) * (x - A * Math.sin(f * end)) ** 2, 5);
    expect(putIn).toBeCloseTo((v * v) / 2 + (k / 2) * (x - A * Math.sin(f * end)) ** 2, 5);
    expect(Math.abs(remainder)).toBeLessThan(1e-5);
  });
});

test("a method with larger errors has a larger remainder: the account is measured, not closed by definition", () => {
  const of = (step: number) =>
    run(sliding, { method: "rk4", step, until: end, account: true, keepStates: false }).ledger;
  const [coarse, fine] = [0.75, 0.375].map((step) => of(step).account!.largestRemainder);
  expect(coarse / fine).toBeGreaterThan(8);
  expect(coarse / fine).toBeLessThan(64);
});

test("what is kept needs no sources, and the remainder is the error of the energy", () => {
  const { ledger } = run(load("double-pendulum"), { account: true, keepStates: false });
  expect(ledger.account!.sources).toEqual([]);
  expect(ledger.account!.largestRemainder).toBe(ledger.energy!.maxDeviation);
  expect(run(load("double-pendulum"), { keepStates: false }).ledger.account).toBeUndefined();
});

test("saved states and a checkpoint do not change a digit, and the rows of the table balance", () => {
  const settings = { until: 1, rtol: 1e-7 };
  const whole = run(driven, { ...settings, account: true, keepStates: false }).ledger.account!;
  const saved = run(driven, { ...settings, account: true, every: 0.01 });
  // the largest remainder is also that of the states that are shown
  expect({ ...saved.ledger.account, largestRemainder: whole.largestRemainder }).toEqual(whole);
  const column = (name: string) => saved.series.series(saved.series.columns.indexOf(name));
  const [energy, put, out, rest] = ["energy", "put in", "dissipated", "remainder"].map(column);
  energy.forEach((value, i) => {
    expect(value - energy[0] - put[i] + out[i]).toBeCloseTo(rest[i], 9);
    expect(Math.abs(rest[i])).toBeLessThan(1e-4);
  });

  const options = { settings, solve: { account: true }, keepStates: false } as const;
  const first = prepareRun(driven as never, options);
  first.run.advance(4);
  const again = prepareRun(driven as never, { ...options, checkpoint: first.run.save() });
  while (again.run.advance(Number.POSITIVE_INFINITY) === "running");
  expect(again.run.solution().ledger.account).toEqual(whole);
});
