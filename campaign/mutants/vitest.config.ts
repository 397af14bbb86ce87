/** The project's tests for planted bugs: files run in the order of the list in TAUT_TESTS, because one failure is enough. */

import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config.js";

const order = (process.env.TAUT_TESTS ?? "").split("\n");

class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => order.indexOf(relative(this.ctx.config.root, moduleId));
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

export default {
  ...base,
  test: {
    ...base.test,
    include: order,
    reporters: ["json"],
    sequence: { sequencer: AsListed },
    // what is read the same way every time is kept
    experimental: { fsModuleCache: true, fsModuleCachePath: "build/read" },
  },
};
