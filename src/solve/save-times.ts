/** The times to save, one after the other. */
export interface SaveTimes {
  /** The next time; NaN when there are no more. */
  time: number;
  /** How many times have been taken; a checkpoint stores this number. */
  taken: number;
  take(): void;
  /** Goes to the position at which `taken` had this value. */
  skip(taken: number): void;
}

/** A multiple of the interval that is closer than this to the end counts as the end. */
const slack = 1e-9;

/** Times of a list, in the direction of the run. */
export function listedTimes(times: ArrayLike<number>): SaveTimes {
  return sequence((k) => (k < times.length ? times[k] : Number.NaN));
}

/** t0, t0 + every, t0 + 2 every, … up to the end; the times descend if `until` is before t0. */
export function regularTimes(t0: number, until: number, every: number): SaveTimes {
  const direction = until < t0 ? -1 : 1;
  return sequence((k) => {
    const t = t0 + direction * k * every;
    const left = (until - t) * direction;
    if (Math.abs(left) <= slack * every) return until;
    return left > 0 ? t : Number.NaN;
  });
}

function sequence(at: (k: number) => number): SaveTimes {
  return {
    time: at(0),
    taken: 0,
    take() {
      this.skip(this.taken + 1);
    },
    skip(taken) {
      this.taken = taken;
      this.time = at(taken);
    },
  };
}
