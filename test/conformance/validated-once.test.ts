import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { addRunCommand } from "../../src/cli/run-command.js";
import { compileSystem } from "../../src/compile/index.js";
import { lower, model, parseModelText, run, validateModel } from "../../src/index.js";
import type { Model } from "../../src/model/index.js";
import { modelSchema } from "../../src/model/schema.js";

const file = fileURLToPath(new URL("../../gallery/double-pendulum.yaml", import.meta.url));
const data = () => parseModelText(readFileSync(file, "utf8"));

/** Every validation begins with the shape of the whole model. */
let validations: MockInstance<typeof modelSchema.check>;
beforeEach(() => {
  validations = vi.spyOn(modelSchema, "check");
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("a model is validated once", () => {
  test("by `taut run`, from the file to the result folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "taut-once-"));
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const program = new Command("taut");
    addRunCommand(program);
    try {
      await program.parseAsync(["run", file, "--until", "0.1", "--out", join(folder, "result")], { from: "user" });
      expect(written).toHaveBeenCalled();
      expect(validations).toHaveBeenCalledTimes(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("by `run`, from data, with and without elements of the caller's own", () => {
    run(data(), { until: 0.1 });
    expect(validations).toHaveBeenCalledTimes(1);
    run(data(), { until: 0.1, elements: { pull: { about: "A pull.", on: ["a"], potential: "x(a)" } } });
    expect(validations).toHaveBeenCalledTimes(2);
  });

  test("by `run`, where it was validated or built before", () => {
    run(validateModel(data()), { until: 0.1 });
    expect(validations).toHaveBeenCalledTimes(1);
    const built = model("weight")
      .point("bob", { mass: 1, at: [0, 1] })
      .gravity([0, -1])
      .build();
    run(built, { until: 0.1 });
    expect(validations).toHaveBeenCalledTimes(2);
  });

  test("by `lower`, from data that was not validated", () => {
    compileSystem(lower(data() as Model));
    expect(validations).toHaveBeenCalledTimes(1);
  });
});
