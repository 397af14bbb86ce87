/**
 * Where the actions of fast modes do not stay constant: resonances nu_i = nu_j + nu_k that the motion passes. The
 * energy of the springs has cubic terms C x_i x_j x_k in the displacements x_j of amplitude A_j = sqrt(2 J_j/nu_j);
 * their resonant part is 1/4 C A_i A_j A_k cos(phi_i - phi_j - phi_k), and while the detuning D = nu_i - nu_j - nu_k
 * passes zero at the rate D' it changes the amplitude of mode i by at most (stationary phase)
 *
 *     |C| A_j A_k / (4 nu_i) sqrt(2 pi/|D'|),
 *
 * O(omega^-1/2) of itself. How much of this change occurs depends on phases that the averaged motion does not contain.
 */

import type { State } from "../../core/index.js";
import type { AdiabaticModes } from "./adiabatic-modes.js";

/** A resonance that the motion has passed. */
export interface PassedResonance {
  readonly t: number;
  /** nu_i = nu_j + nu_k */
  readonly modes: readonly [i: number, j: number, k: number];
  /** The largest energy that mode i may gain or lose, by the estimate. */
  readonly exchange: number;
}

export interface ResonanceWatch {
  readonly passages: readonly PassedResonance[];
  /** Called when a run begins: forgets earlier resonances. */
  begin(): void;
  /** Called after a step to `s`, where `modes` has been evaluated; there is one action per mode. */
  step(s: State): void;
}

export function resonanceWatch(modes: AdiabaticModes, actions: Float64Array): ResonanceWatch {
  const m = actions.length;
  const passages: PassedResonance[] = [];
  const triples: [number, number, number][] = [];
  for (let i = 0; i < m; i++)
    for (let j = 0; j < i; j++) for (let k = 0; k <= j; k++) if (j + k < 2 * i) triples.push([i, j, k]);
  const before = new Float64Array(triples.length).fill(Number.NaN);
  let timeBefore = 0;

  const exchange = (i: number, j: number, k: number, speed: number): number => {
    const C =
      j === k
        ? 0.5 * modes.coupling(i, j, j) + modes.coupling(j, i, j)
        : modes.coupling(i, j, k) + modes.coupling(j, i, k) + modes.coupling(k, i, j);
    const [a, b, c] = [i, j, k].map((l) => Math.sqrt((2 * actions[l]) / modes.frequency[l]));
    const nu = modes.frequency[i];
    const change = ((Math.abs(C) * b * c) / (4 * nu)) * Math.sqrt((2 * Math.PI) / speed);
    return 0.5 * nu * nu * ((a + change) * (a + change) - a * a);
  };

  return {
    passages,
    begin() {
      passages.length = 0;
      before.fill(Number.NaN);
    },
    step(s) {
      const { frequency } = modes;
      for (let l = 0; l < triples.length; l++) {
        const [i, j, k] = triples[l];
        const detuning = frequency[i] - frequency[j] - frequency[k];
        const earlier = before[l];
        before[l] = detuning;
        if (!(earlier * detuning < 0) || actions[j] * actions[k] === 0) continue;
        const speed = Math.abs((detuning - earlier) / (s.t - timeBefore));
        const part = earlier / (earlier - detuning);
        passages.push({
          t: timeBefore + part * (s.t - timeBefore),
          modes: [i, j, k],
          exchange: exchange(i, j, k, speed),
        });
      }
      timeBefore = s.t;
    },
  };
}
