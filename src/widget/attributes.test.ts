import { expect, test } from "vitest";
import { chosenSliders, plotsIn, positive, slidersIn } from "./attributes.js";
import { withoutIndent } from "./element.js";
import { defineTautLab, TautLab } from "./index.js";
import { valueAt } from "./panel.js";

test("sliders are names with or without ends", () => {
  expect(slidersIn("")).toEqual([]);
  expect(slidersIn("g, length: 0.5..2")).toEqual([{ name: "g" }, { name: "length", range: [0.5, 2] }]);
  for (const wrong of ["g: 2", "g: 2..1", "g: ..1", "g: a..b", "g: 1..2: 3"])
    expect(() => slidersIn(wrong)).toThrow(/sliders: ends must be written name: low\.\.high/);
});

test("a slider goes from a fifth to twice the value of the model, and contains it", () => {
  const chosen = chosenSliders(slidersIn("all"), { g: 10, x: -1, zero: 0 }, 100);
  expect(chosen.map(({ name, low, high }) => [name, low, high])).toEqual([
    ["g", 2, 20],
    ["x", -2, -0.2],
    ["zero", -1, 1],
  ]);
  expect(chosenSliders(slidersIn("g: 20..30"), { g: 10 }, 100)[0]).toMatchObject({ low: 10, high: 30 });
});

test("omega is the stiffness of the model, by powers; a parameter of that name comes first", () => {
  expect(chosenSliders([{ name: "omega" }], {}, 100)[0]).toMatchObject({ low: 1, high: 1000, value: 100, isLog: true });
  expect(chosenSliders([{ name: "omega" }], { omega: 5 }, 100)[0]).toMatchObject({ value: 5, isLog: false });
});

test("a slider of a parameter that does not exist is refused with those that do", () => {
  expect(() => chosenSliders([{ name: "h" }], { g: 1 }, 1)).toThrow('there is no "h". The model has: g.');
  expect(() => chosenSliders([{ name: "h" }], {}, 1)).toThrow("This model has none");
});

test("the value of a slider has few digits, so that what is shown is what is run", () => {
  const slider = { name: "g", value: 1, low: 0.2, high: 2, isLog: false };
  expect(valueAt(slider, 0)).toBe(0.2);
  expect(valueAt(slider, 200)).toBe(2);
  expect(String(valueAt(slider, 33.333)).length).toBeLessThan(7);
  expect(valueAt({ ...slider, low: 1, high: 1000, isLog: true }, 100)).toBe(31.6);
});

test("expressions of plots are separated by semicolons, because commas are part of them", () => {
  expect(plotsIn("norm(a - b); max(1, 2) ;")).toEqual(["norm(a - b)", "max(1, 2)"]);
});

test("speed and height must be numbers above zero", () => {
  expect(positive("speed", null, 1)).toBe(1);
  expect(positive("speed", "0.5", 1)).toBe(0.5);
  for (const wrong of ["fast", "0", "-1", "Infinity"]) expect(() => positive("speed", wrong, 1)).toThrow("above 0");
});

test("the indentation that a page gives to a model is taken away, and lines are counted from its first", () => {
  expect(withoutIndent("\n    taut: 1\n    run:\n      until: 1\n  ")).toBe("taut: 1\nrun:\n  until: 1\n");
  expect(withoutIndent("taut: 1")).toBe("taut: 1");
  expect(withoutIndent("")).toBe("");
});

test("in Node, which has no elements, the module is imported and defines nothing", () => {
  expect(globalThis.customElements).toBeUndefined();
  expect(() => defineTautLab()).not.toThrow();
  expect(TautLab.observedAttributes).toContain("model");
});
