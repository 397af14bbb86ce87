/** Models of the gallery, run to an end. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { parseModelText, type RunSettings, run } from "../../src/index.js";

export const gallery = (file: string): string => fileURLToPath(new URL(`../../gallery/${file}.yaml`, import.meta.url));

export const load = (file: string): unknown => parseModelText(readFileSync(gallery(file), "utf8"));

/** A run that must succeed; `data` as in a file. */
export function solution(data: unknown, settings: RunSettings): ReturnType<typeof run> {
  const result = run(data, { ...settings, keepStates: false });
  expect(result.failure).toBeUndefined();
  return result;
}

/** Largest difference of two lists of numbers. */
export const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));
