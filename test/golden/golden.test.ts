import { describe, expect, test } from "vitest";
import { fingerprints, galleryNames, recorded } from "./cases.js";

describe("short runs by every method, formulation and projection keep every bit", () => {
  for (const name of galleryNames)
    test(name, () => {
      expect(fingerprints(name)).toEqual(recorded()[name]);
    });
});
