/** The project's tests for planted bugs: short files run first, because one failure is enough. */

import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config.js";

class ShortFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const duration = ({ moduleId }: TestSpecification): number =>
      cache.getFileTestResults(`:${relative(config.root, moduleId)}`)?.duration ?? 0;
    return [...files].sort((a, b) => duration(a) - duration(b));
  }
}

export default { ...base, test: { ...base.test, reporters: ["json"], sequence: { sequencer: ShortFirst } } };
