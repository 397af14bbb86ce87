/** Every name and text of a model or study, replaced by names that every object inherits: a result, or one sentence. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ModelError, TautError } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { lower, parseModelText, runSection, validateModel } from "../../src/model/index.js";
import { make, nameAndOptions, registry } from "../../src/run/registry.js";
import { validateStudy } from "../../src/study/index.js";

const root = join(import.meta.dirname, "../..");
const names = ["constructor", "__proto__", "toString"];
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Copies of the data in each of which one text or one key is `name`. */
function* replaced(data: Json, name: string): Generator<Json> {
  if (typeof data === "string") yield name;
  if (typeof data !== "object" || data === null) return;
  if (Array.isArray(data)) {
    for (const [k, entry] of data.entries()) for (const other of replaced(entry, name)) yield data.with(k, other);
    return;
  }
  const entries = Object.entries(data);
  for (const [k, [key, value]] of entries.entries()) {
    // defined, not assigned: `__proto__` is a key like any other
    yield Object.fromEntries(entries.with(k, [name, value]));
    for (const other of replaced(value, name)) yield Object.fromEntries(entries.with(k, [key, other]));
  }
}

function expectSentence(work: () => unknown, of: Json): void {
  try {
    work();
  } catch (error) {
    if (error instanceof TautError) expect(error.message).toMatch(/[.?]$/);
    else throw new Error(`${JSON.stringify(of).slice(0, 500)}: ${error instanceof Error ? error.stack : error}`);
  }
}

const read = (folder: string): [string, Json][] =>
  readdirSync(join(root, folder)).map((file) => [
    file,
    parseModelText(readFileSync(join(root, folder, file), "utf8")) as Json,
  ]);

describe("names that objects inherit", () => {
  test.each(read("gallery"))("in %s", (_, model) => {
    for (const name of names)
      for (const other of replaced(model, name))
        expectSentence(() => {
          const valid = validateModel(other, catalogue);
          lower(valid, catalogue);
          const run = runSection(valid);
          for (const kind of ["formulation", "method", "projection"] as const) {
            const choice = run[kind];
            if (choice !== undefined && !["none", "auto"].includes(nameAndOptions(choice).name)) make(kind, choice);
          }
        }, other);
  });

  test.each(read("studies"))("in the study %s", (_, study) => {
    const load = (file: string) => {
      if (names.includes(file)) throw new TautError("model", "there is no such file.");
      return validateModel(parseModelText(readFileSync(join(root, "studies", file), "utf8")), catalogue);
    };
    for (const name of names)
      for (const other of replaced(study, name)) expectSentence(() => validateStudy(other, load), other);
  });

  test("as templates of molecules, and as options of every part", () => {
    for (const name of names) {
      const water = { taut: 1, units: "eV-Å-amu", molecules: { w: { template: name, at: [0, 0, 0] } } };
      expect(() => lower(validateModel(water, catalogue), catalogue)).toThrow(ModelError);
      for (const kind of ["formulation", "method", "projection"] as const)
        for (const part of registry[kind])
          expect(() =>
            make(
              kind,
              Object.fromEntries([
                ["name", part.name],
                [name, 1],
              ]) as { name: string },
            ),
          ).toThrow(TautError);
    }
  });
});
