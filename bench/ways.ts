/** Times ways to keep constraints against their error; `taut reproduce beyond.work-precision` counts their work. */

import { compare } from "../src/analysis/index.js";
import { hostMath } from "../src/math/index.js";
import { costAt, ranges, testModels, ways } from "../src/papers/beyond/ways.js";

const accuracies = [1e-4, 1e-7];

export async function waysBench(): Promise<void> {
  for (const { name, model, until, set } of testModels) {
    const { points } = await compare(model, {
      contenders: ways,
      settings: { until },
      ...(set && { set }),
      ...ranges.full,
      now: () => performance.now(),
    });
    console.log(`\n${name}, t = ${until}: ms for an error at the end`);
    console.table(
      ways.map(({ label }) => {
        const of = points.filter((p) => p.label === label && p.status === "ok");
        const timed = of.map(({ error, time }) => ({ error, cost: time }));
        const cells = accuracies.map((accuracy) => [
          String(accuracy),
          costAt(timed, accuracy, hostMath).toPrecision(2),
        ]);
        return { way: label, ...Object.fromEntries(cells) };
      }),
    );
  }
}
