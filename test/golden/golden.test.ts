import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fingerprints, galleryNames } from "./cases.js";

const recorded = JSON.parse(readFileSync(new URL("./fingerprints.json", import.meta.url), "utf8"));

describe("short runs by every method, formulation and projection keep every bit", () => {
  for (const name of galleryNames)
    test(name, () => {
      expect(fingerprints(name)).toEqual(recorded[name]);
    });
});
