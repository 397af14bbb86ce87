/** `npm run bench [name …]` prints ratios and exponents, and never passes or fails. Run it on an idle machine. */

import { accuracyBench } from "./accuracy.js";
import { adamsCounts } from "./adams-counts.js";
import { autoBench } from "./auto/index.js";
import { beforeBench } from "./before.js";
import { bodiesBench } from "./bodies.js";
import { bodiesChainBench } from "./bodies-chain.js";
import { chainBench } from "./chain.js";
import { conscienceBench } from "./conscience/index.js";
import { contestBench } from "./contest/index.js";
import { embedBench } from "./embed.js";
import { kernelBench } from "./kernels.js";
import { labFramesBench } from "./lab-frames.js";
import { languageBench } from "./language.js";
import { limitBench } from "./limit/index.js";
import { reportBench } from "./limit/report.js";
import { netBench } from "./net.js";
import { pairThreadsBench } from "./pair-threads.js";
import { functionCountsBench } from "./peers/function-counts.js";
import { rigidDoublePendulumBench } from "./peers/rigid-double-pendulum.js";
import { toleranceBench } from "./peers/tolerance.js";
import { ringBench } from "./ring.js";
import { scalingBench } from "./scaling.js";
import { settleBench } from "./settle.js";
import { singularBench } from "./singular/index.js";
import { slowPendulumBench } from "./slow-pendulum.js";
import { sweepBench } from "./sweep.js";
import { waterBench } from "./water.js";
import { waterDriftBench } from "./water-drift.js";
import { waysBench } from "./ways.js";

const benches: Readonly<Record<string, () => void | Promise<void>>> = {
  kernels: kernelBench,
  conscience: conscienceBench,
  bodies: bodiesBench,
  "bodies-chain": bodiesChainBench,
  chain: chainBench,
  "adams-counts": adamsCounts,
  auto: autoBench,
  contest: contestBench,
  embed: embedBench,
  "lab-frames": labFramesBench,
  language: languageBench,
  limit: limitBench,
  sweep: sweepBench,
  "rigid-double-pendulum": rigidDoublePendulumBench,
  "function-counts": functionCountsBench,
  tolerance: accuracyBench,
  "tolerance-by-method": toleranceBench,
  "slow-pendulum": slowPendulumBench,
  net: netBench,
  ring: ringBench,
  water: waterBench,
  "water-drift": waterDriftBench,
  "pair-threads": pairThreadsBench,
  scaling: scalingBench,
  settle: settleBench,
  singular: singularBench,
  ways: waysBench,
};
/** Benches that run only when they are named. */
const onRequest: typeof benches = { before: beforeBench, report: reportBench };
/** Names for several benches. */
const groups: Readonly<Record<string, readonly string[]>> = {
  peers: ["rigid-double-pendulum", "function-counts", "tolerance-by-method"],
};

const asked = process.argv.slice(2);
for (const name of asked)
  if (![benches, onRequest, groups].some((names) => Object.hasOwn(names, name))) {
    const known = [benches, onRequest, groups].flatMap(Object.keys);
    console.error(`There is no bench "${name}". Choose from: ${known.join(", ")}.`);
    process.exit(2);
  }
const wanted = asked.flatMap((name) => groups[name] ?? [name]);
for (const [name, run] of Object.entries({ ...benches, ...onRequest }))
  if (wanted.includes(name) || (wanted.length === 0 && Object.hasOwn(benches, name))) {
    console.log(`\n${name}`);
    await run();
  }
