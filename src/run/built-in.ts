/** Models with the built-in elements, unless others are given. */

import { catalogue } from "../elements/index.js";
import {
  type Catalogue,
  type Lowered,
  lower as lowerWith,
  type Model,
  type ModelBuilder,
  model as modelWith,
  validateModel as validateWith,
} from "../model/index.js";

/**
 * Begins a model in TypeScript; `build` returns the same data as a file. `elements` replaces the built-in elements.
 *
 * @example
 * model("Pendulum").point("bob", { mass: 1, at: [1, 0] }).rod("origin", "bob").gravity([0, -9.81]).build();
 */
export const model = (name: string, elements: Catalogue = catalogue): ModelBuilder<never> => modelWith(name, elements);

/**
 * Checks the data of a model file and returns it as a model. Throws a `ModelError` that names the place and the
 * mistake.
 *
 * @example
 * const checked = validateModel(parseModelText(text));
 */
export const validateModel = (data: unknown, elements: Catalogue = catalogue): Model => validateWith(data, elements);

/**
 * Turns a model into laws on stencils with their tables, which `compileSystem` takes. `options.set` replaces
 * parameters.
 *
 * @example
 * const system = compileSystem(lower(pendulum));
 */
export const lower = (
  model: Model,
  elements: Catalogue = catalogue,
  options: Parameters<typeof lowerWith>[2] = {},
): Lowered => lowerWith(model, elements, options);
