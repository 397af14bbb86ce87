import { expect, test } from "vitest";
import { allParts } from "../run/all-parts.js";
import { families, loadParts, parts } from "./few-parts.js";

const names = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);

test("families have the methods that they say, a name brings its family, and no name brings everything in the usual order", async () => {
  for (const family of families) expect(names(await family.load()).sort()).toEqual([...family.names].sort());
  const before = parts.method.length;
  expect(await loadParts(["dopri5"])).toBe(false);
  expect(await loadParts(["rattle"])).toBe(true);
  expect(names(parts.method)).toContain("gn-zs");
  expect(await loadParts(["rattle"])).toBe(false);
  expect(parts.method.length).toBe(before + families[0].names.length);
  expect(await loadParts()).toBe(true);
  for (const kind of ["formulation", "method", "projection"] as const)
    expect(names(parts[kind])).toEqual(names(allParts[kind]));
  expect(await loadParts()).toBe(false);
});
