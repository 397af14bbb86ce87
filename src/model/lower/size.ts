/**
 * Refuses models that are too large before any table is made. What is counted here is less than any run needs; models
 * between this and the real limit are refused when their tables are placed.
 */

import { fail } from "../model-errors.js";
import type { ModelData } from "../schema.js";
import type { Families } from "./families.js";

/** The memory (bytes) that 32-bit addresses reach. */
const most = 2 ** 32;
/** Bytes of a coordinate with its velocity: the start, two states, an acceleration and an inverse mass. */
const perCoordinate = 8 * (2 + 4 + 1 + 1);
/** Bytes of a state: the start, two states and a rate. */
const perState = 8 * 4;

export function checkSize({ n }: Families, model: ModelData): void {
  const bytes = n * (model.states === undefined ? perCoordinate : perState);
  if (bytes <= most) return;
  fail(
    "model",
    `must fit into 4 GB of memory; it has ${n} coordinates, which need at least ${(bytes / 2 ** 30).toPrecision(2)} GB. Reduce its repetitions.`,
  );
}
