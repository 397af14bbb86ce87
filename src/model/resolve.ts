/** A model with its parameters evaluated, and the hash that identifies it. */

import { canonicalJson, sha256 } from "./hash.js";
import { newContext } from "./lower/context-of.js";
import { listsAmong, type Overrides } from "./lower/parameters.js";
import type { ModelData } from "./schema.js";
import { type Model, refuseOpaque } from "./validate.js";

/** The data of a model with numbers for its parameters, including overrides; it lowers to the same laws and tables. */
export function resolveModel(model: Model, options: { readonly set?: Overrides } = {}): ModelData {
  refuseOpaque(model, "sent or stored");
  const { parameters } = newContext(model, options);
  const resolved: ModelData = { ...model };
  if (model.parameters !== undefined)
    resolved.parameters = Object.fromEntries([...parameters, ...listsAmong(model.parameters)]);
  return resolved;
}

/**
 * SHA-256 of the mechanics; equal for files that differ only in layout, order of keys, title, comments or run section.
 *
 * @example
 * modelHash(pendulum); // 64 hexadecimal digits
 */
export function modelHash(model: Model, options: { readonly set?: Overrides } = {}): string {
  refuseOpaque(model, "hashed");
  const { name: _, about: __, run: ___, $schema: ____, draw: _____, ...mechanics } = resolveModel(model, options);
  return sha256(canonicalJson(orderKept(mechanics, "")));
}

/** The maps whose order matters, because it is the order of coordinates, rows or sums in the results. */
const ordered: ReadonlySet<string> = new Set([
  ...[
    "points",
    "coordinates",
    "potential",
    "force",
    "constraints",
    "invariants",
    "states",
    "rates",
    "algebraic",
    "let",
    "outputs",
  ],
  ...["repeat", "constraint", "molecules", "sites", "bodies"],
]);

/** The same data with those maps as lists of pairs, because canonical JSON sorts keys. */
function orderKept(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => orderKept(item, ""));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([inner, item]) => [inner, orderKept(item, inner)] as const);
  return ordered.has(key) ? entries : Object.fromEntries(entries);
}
