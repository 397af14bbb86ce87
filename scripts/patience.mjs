// How long tests wait. On a busy machine a process gets only its share of the cores, so limits grow with the number of
// processes that want to run: a wait ends too early only if the machine has become much busier since.

import { availableParallelism, loadavg } from "node:os";

/**
 * The least and the longest factor. Limits only end tests that hang, so they are ample on an idle machine too, which may
 * become busy before the test ends; and a test that hangs ends some time even on a machine that is hopelessly busy.
 */
const [least, most] = [4, 30];

/** How many times longer work may take than on an idle machine. */
const slowness = () => Math.min(most, Math.max(least, (2 * loadavg()[0]) / availableParallelism()));

/** A limit (ms) that would do on an idle machine, for this one as it is now. @param {number} ms */
export const patience = (ms) => Math.round(ms * slowness());
