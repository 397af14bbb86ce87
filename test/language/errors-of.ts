import { allErrors, lower, ModelError, validateModel } from "../../src/index.js";

/** The messages of everything that is wrong with a model. */
export function errorsOf(data: object): string[] {
  try {
    lower(validateModel(data));
  } catch (error) {
    if (error instanceof ModelError) return allErrors(error).map(({ message }) => message);
    throw error;
  }
  return [];
}
