/** Times of lanes that can be compared, with a clock of the test's own. */

import { expect, test } from "vitest";
import { countedRounds, type Timed, timeInTurns } from "../../lab/src/worker/turns.js";

/** Runs from 0 to `until` at `speed` per millisecond of a clock that only they advance; `log` has the order in which they ran. */
function world(lanes: readonly { readonly speed: number; readonly until: number }[], cold = 0) {
  let [clock, isFirst] = [0, true];
  const log: string[] = [];
  const runs = lanes.map(
    ({ speed, until: own }, k): Timed => ({
      start: (until = own) => ({
        from: 0,
        finish(isLate) {
          log.push(`${k}:${until}`);
          // what only the first run of all has to wait for, such as code that is compiled
          if (isFirst) clock += cold;
          isFirst = false;
          let t = 0;
          while (t < until && !isLate()) {
            clock += 1;
            t = Math.min(until, t + speed);
          }
          return t;
        },
      }),
    }),
  );
  return { runs, log, now: () => clock };
}

test("equal lanes have equal times, although the first run of all is much slower", async () => {
  const lane = { speed: 1, until: 40 };
  const { runs, log, now } = world([lane, lane], 200);
  const found = await timeInTurns(runs, { now, pause: async () => true });
  expect(found).toEqual([1, 2].map(() => ({ perTime: 1, until: 40, rounds: countedRounds })));
  // in turns, with a round more than are counted
  expect(log).toEqual(Array.from({ length: countedRounds + 1 }, () => ["0:40", "1:40"]).flat());
});

test("a slow lane is timed over a part of its run, and the fast one over the same part", async () => {
  const { runs, log, now } = world([
    { speed: 1, until: 1000 },
    { speed: 10, until: 1000 },
  ]);
  const found = (await timeInTurns(runs, { now, pause: async () => true }))!;
  const [{ until }] = found;
  expect(until).toBeLessThan(1000);
  expect(log.slice(2)).toEqual(Array.from({ length: countedRounds }, () => [`0:${until}`, `1:${until}`]).flat());
  expect(found[0].perTime / found[1].perTime).toBeCloseTo(10, 0);
});

test("times that are no longer wanted are not taken to the end", async () => {
  const { runs, log, now } = world([
    { speed: 1, until: 10 },
    { speed: 1, until: 10 },
  ]);
  let asked = 0;
  expect(await timeInTurns(runs, { now, pause: async () => ++asked < 3 })).toBeUndefined();
  expect(log).toHaveLength(2);
});
