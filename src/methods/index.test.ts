import { expect, test } from "vitest";
import { pendulum } from "../../test/fixtures/systems.js";
import { rigid, stiff, underlying } from "../formulations/index.js";
import { methods } from "./index.js";

test("every method is listed with its options, can be made by name and refuses unknown options", () => {
  const names = methods.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of [
    "euler",
    "midpoint",
    "rk4",
    "bs32",
    "dopri5",
    "dop853",
    "verlet",
    "shake",
    "rattle",
    "rattle-1",
  ]) {
    expect(names).toContain(name);
  }
  for (const factory of methods) {
    expect(factory.make().name).toBe(factory.name);
    expect(factory.about).toMatch(/\.$/);
    expect(() => factory.make({ steps: 1 })).toThrow(`${factory.name}.steps: "${factory.name}" has no option "steps".`);
    for (const option of Object.values(factory.options)) expect(option.about).toMatch(/^[A-Z].*\.$/);
  }
});

test("the documented defaults are the ones that are used", () => {
  const defaults = (name: string) =>
    Object.fromEntries(
      Object.entries(methods.find((factory) => factory.name === name)!.options).map(([key, option]) => [
        key,
        option.default,
      ]),
    );
  expect(defaults("rattle")).toEqual({ iterations: 20 });
  expect(methods.find(({ name }) => name === "rattle")!.make({ iterations: 1 }).name).toBe("rattle-1");
});

test("every method steps a problem that has what it wants, unless it needs constraints of a special form", () => {
  const given = { rates: underlying(), forces: stiff(), constraints: rigid() };
  for (const method of methods.map((factory) => factory.make())) {
    const refusal = method.refuses(given[method.wants].apply(pendulum()));
    if (refusal !== undefined) expect(["structure", "needs-linear"], method.name).toContain(refusal.code);
  }
});

test("a method that wants forces or constraints says what is missing when it gets rates", () => {
  for (const method of methods.map((factory) => factory.make()).filter(({ wants }) => wants !== "rates"))
    expect(method.refuses(underlying().apply(pendulum()))?.code).toBe("needs-forces");
});
