import { describe, expect, test } from "vitest";
import { parseModelText } from "./text.js";

describe("the text of a model", () => {
  test("YAML and JSON give the same data", () => {
    const yaml = "taut: 1\npoints:\n  a: { mass: 1, at: [1, 0.5] } # a point\n";
    const json = '{"taut": 1, "points": {"a": {"mass": 1, "at": [1, 0.5]}}}';
    expect(parseModelText(yaml)).toEqual(parseModelText(json));
    expect(parseModelText(json, { format: "yaml" })).toEqual(parseModelText(json, { format: "json" }));
  });

  test("keys with a prime, numbers with exponents and texts need no quotes", () => {
    const data = parseModelText("initial: { theta': -1, x: 1e-3 }\nforce: { theta: sin(t) - theta' }\n");
    expect(data).toEqual({ initial: { "theta'": -1, x: 0.001 }, force: { theta: "sin(t) - theta'" } });
  });

  test("y, n and off stay texts, as YAML 1.2 says", () => {
    expect(parseModelText("coordinates: [y, n, off]")).toEqual({ coordinates: ["y", "n", "off"] });
  });

  test("an error names the file, the line and the column", () => {
    expect(() => parseModelText("taut: 1\nname: a\nname: b\n", { file: "m.yaml" })).toThrow(
      /^m\.yaml:3:1: .*"name".*twice/,
    );
    expect(() => parseModelText("taut: 1\npoints:\n\t- a\n", { file: "m.yaml" })).toThrow(/^m\.yaml:3:/);
    expect(() => parseModelText('{"a": 1,\n "a": 2}', { file: "m.json" })).toThrow(/^m\.json:2:2: .*"a".*twice/);
    expect(() => parseModelText("a: 1", { file: "m.json" })).toThrow(/not JSON/);
  });

  test("equal keys in different maps, and in maps of lists, are allowed", () => {
    const json = '{"a": {"x": 1}, "b": [{"x": 1}, {"x": "a"}], "c": "\\"x\\": 1"}';
    expect(parseModelText(json)).toEqual(JSON.parse(json));
  });

  test("aliases are followed up to a limit", () => {
    expect(parseModelText("a: &p { at: [0, 0] }\nb: *p\n")).toEqual({ a: { at: [0, 0] }, b: { at: [0, 0] } });
  });

  test("nesting is limited before anything is built", () => {
    for (const text of ["[".repeat(1e6), "{a: ".repeat(1e5), "- ".repeat(1e6), "? ".repeat(1e6)]) {
      expect(() => parseModelText(text)).toThrow(/inside each other/);
    }
  });
});
