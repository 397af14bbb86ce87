import { UsageError } from "../exit.js";

/** Share k of n: every n-th run, so that shares are of one size and of one kind. */
export interface Shard {
  /** As it was written. */
  readonly text: string;
  has(index: number): boolean;
}

export function parseShard(text: string): Shard {
  const found = /^(\d+)\/(\d+)$/.exec(text.trim());
  const [k, n] = found === null ? [0, 0] : [Number(found[1]), Number(found[2])];
  if (!(k >= 1 && k <= n))
    throw new UsageError("--shard", `"${text}" is no share. Write k/n with k from 1 to n, for example 3/16.`);
  return { text: `${k}/${n}`, has: (index) => index % n === k - 1 };
}
