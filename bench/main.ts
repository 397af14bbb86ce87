/** `npm run bench [name …]`: ratios and exponents, never pass or fail; run it on an idle machine. */

import { adamsCounts } from "./adams-counts.js";
import { chainBench } from "./chain.js";
import { kernelBench } from "./kernels.js";
import { rigidDoublePendulumBench } from "./peers/rigid-double-pendulum.js";

const benches: Readonly<Record<string, () => void | Promise<void>>> = {
  kernels: kernelBench,
  chain: chainBench,
  "adams-counts": adamsCounts,
  "rigid-double-pendulum": rigidDoublePendulumBench,
};

const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!Object.hasOwn(benches, name)) {
    console.error(`There is no bench "${name}". Known are: ${Object.keys(benches).join(", ")}.`);
    process.exit(2);
  }
for (const [name, run] of Object.entries(benches))
  if (wanted.length === 0 || wanted.includes(name)) {
    console.log(`\n${name}`);
    await run();
  }
