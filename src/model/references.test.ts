import { expect, test } from "vitest";
import { readReference, withPlaceholders } from "./references.js";

test("references in an expression become names of the same length", () => {
  const { text, references } = withPlaceholders("k*norm(bead[i+1] - bead[i])^2 + node[i, mod(j, 2)]_y*[1, 2]");
  expect(text).toHaveLength("k*norm(bead[i+1] - bead[i])^2 + node[i, mod(j, 2)]_y*[1, 2]".length);
  expect(text).toMatch(/^k\*norm\(_0_+ - _1_+\)\^2 \+ _2_+\*\[1, 2\]$/);
  expect([...references.values()]).toEqual([
    { name: "bead", indices: ["i+1"], component: undefined, text: "bead[i+1]" },
    { name: "bead", indices: ["i"], component: undefined, text: "bead[i]" },
    { name: "node", indices: ["i", " mod(j, 2)"], component: 1, text: "node[i, mod(j, 2)]_y" },
  ]);
});

test("a vector literal is not a reference", () => {
  for (const text of ["dot([1, 0], a)", "2*[1, 0]", "[a, b]"]) expect(withPlaceholders(text).text).toBe(text);
});

test("a reference in a list of points is the whole text", () => {
  expect(readReference("here", "a")).toEqual({ name: "a", indices: [], text: "a" });
  expect(readReference("here", "bead[2*i]").indices).toEqual(["2*i"]);
  for (const wrong of ["", "a b", "a[", "a[0]b", "[0]", "1", "a.b", "a[0][1]"]) {
    expect(() => readReference("here", wrong)).toThrow(/^here: .*is not the name/);
  }
});
