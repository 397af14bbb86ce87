/**
 * What Sanz-Serna prints in section 2, as data and formulas. An exponent k means O(omega^k). The multipliers of the paper have the
 * other sign: lambda = -lim omega^2 g. No measurement uses this file.
 */

import { hostMath } from "../../math/index.js";
import { pendulum } from "../ariel/published-section-2.js";

const { cos, sin } = hostMath;

/** A normal mode alpha cos(mu t + theta), by its start a = alpha cos theta, b = -alpha mu sin theta. */
export interface Mode {
  readonly mu: number;
  readonly a: number;
  readonly b: number;
}

/** Example 1: linear systems. */
export const modes = {
  /** Components of position and velocity along the eigenvector of a mode. */
  position: ({ mu, a, b }: Mode, t: number): number => a * cos(mu * t) + (b / mu) * sin(mu * t),
  velocity: ({ mu, a, b }: Mode, t: number): number => -a * mu * sin(mu * t) + b * cos(mu * t),
  /** Fast modes at E = O(1): amplitudes alpha_j, velocities, accelerations. */
  amplitudeExponent: -1,
  velocityExponent: 0,
  accelerationExponent: 1,
  /** Distance of smooth solutions at finite omega from those of the DAE; their multipliers; distance of (7) from (9). */
  smoothDistance: 0,
  multiplier: 0,
  underlyingDistance: 0,
  /** Powers of omega in the error of discarding the fast modes. */
  discardExponent: { q: -1, v: 0 },
};

/** Example 2: a strong spring in the plane, at bounded energy. */
export const spring = {
  /** Powers of omega in the amplitude of r, in r0 - 1 and in the change of phidot; the frequency over omega. */
  amplitudeExponent: -1,
  centreExponent: -2,
  phidotExponent: -1,
  frequency: 1,
  /** r0, the root of omega^2 r^3 (r - 1) = 4 M^2: the same equation as in Ariel. */
  restRadius: pendulum.restRadius,
};

/** Example 2: its DAE and its underlying system. */
export const underlying = {
  /** lambda in x'' = lambda x/r: -(x'^2 + y'^2)/r. */
  multiplier: (speed: number, r: number): number => (-speed * speed) / r,
  /** Second derivative of r^2, first derivative of r^2 phidot. */
  squareSecondDerivative: 0,
  arealChange: 0,
  /** Change of r in uniform circular motions, for every r(0). */
  circularChange: 0,
  /** (7) is time-reversible. */
  reversed: 0,
};
