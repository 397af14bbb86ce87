import { UsageError } from "../exit.js";

/** Share k of n holds every n-th run, so that all shares have the same size and a similar mix of runs. */
export interface Shard {
  /** The share in the form k/n. */
  readonly text: string;
  has(index: number): boolean;
}

export function parseShard(text: string): Shard {
  const found = /^(\d+)\/(\d+)$/.exec(text.trim());
  const [k, n] = found === null ? [0, 0] : [Number(found[1]), Number(found[2])];
  if (!(k >= 1 && k <= n))
    throw new UsageError("--shard", `must be k/n with k from 1 to n, for example 3/16; got "${text}".`);
  return { text: `${k}/${n}`, has: (index) => index % n === k - 1 };
}
