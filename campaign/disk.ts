/** Disks that fill up at a random byte, and errors that come late: the run or sweep is completed when there is room. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Campaign } from "./campaign.js";
import { taut } from "./command.js";
import { resultsIn, tasksIn, withFault } from "./faults.js";

export const disk: Campaign = {
  about: "A disk that is full after a random number of bytes, or that fails late: nothing finished is lost.",
  async run(dice, goesOn, report) {
    const folder = mkdtempSync(join(tmpdir(), "taut-disk-"));
    try {
      const tasks = tasksIn(folder);
      const whole: Record<string, string>[] = [];
      for (const task of tasks) {
        const out = join(folder, `whole-${task.kind}`);
        const { code, stderr } = await taut(task.begin(out));
        if (code !== 0) throw new Error(stderr);
        whole.push(resultsIn(out));
      }
      for (let k = 0; goesOn(k); k++) {
        const task = tasks[k % tasks.length];
        const out = join(folder, `hurt-${k}`);
        const fault = dice.below(4) === 0 ? `late:${dice.below(6)}` : `full:${dice.below(60_000)}`;
        report(await withFault(task, out, fault, whole[k % tasks.length]));
        rmSync(out, { recursive: true, force: true });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
