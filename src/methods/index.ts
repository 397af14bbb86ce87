/** Every method of the library: its exports, and the list of its factories. A new method is added here. */

import type { Factory, Method } from "../core/index.js";
import { compositionFactories } from "./composed/composition.js";
import { lieCayleyFactory } from "./constrained/lie-cayley.js";
import { lincsFactory } from "./constrained/lincs.js";
import { rattleFactory, rattleOneFactory } from "./constrained/rattle.js";
import { settleFactory } from "./constrained/settle.js";
import { shakeFactory } from "./constrained/shake.js";
import { gbsFactory } from "./extrapolation/gbs.js";
import { gaussFactories } from "./implicit/gauss.js";
import { rosenbrockFactories } from "./implicit/rosenbrock.js";
import { trapezoidalFactories } from "./implicit/trapezoidal.js";
import { newmarkFactories } from "./leapfrog/newmark.js";
import { trigonometricFactory } from "./leapfrog/trigonometric.js";
import { variationalEulerFactory } from "./leapfrog/variational-euler.js";
import { verletFactory } from "./leapfrog/verlet.js";
import { zhangSkeelFactories } from "./leapfrog/zhang-skeel.js";
import { ab2Factory } from "./multistep/ab2.js";
import { adamsFactory } from "./multistep/adams.js";
import { bdfFactory } from "./multistep/bdf.js";
import { radau5Factory } from "./radau/radau5.js";
import { explicitFactories } from "./runge-kutta/explicit.js";

export { type CompositionOptions, composition } from "./composed/composition.js";
export { switching } from "./composed/switching.js";
export { type LieCayleyOptions, lieCayley } from "./constrained/lie-cayley.js";
export { type LincsOptions, lincs } from "./constrained/lincs.js";
export { type RattleOptions, rattle } from "./constrained/rattle.js";
export { settle } from "./constrained/settle.js";
export { type ShakeOptions, shake } from "./constrained/shake.js";
export { type GbsOptions, gbs } from "./extrapolation/gbs.js";
export { gauss4, gauss6, implicitMidpoint } from "./implicit/gauss.js";
export { rosenbrock4, rosenbrock23 } from "./implicit/rosenbrock.js";
export { implicitEuler, trapezoidal, trBdf2 } from "./implicit/trapezoidal.js";
export { type NewmarkOptions, newmark, pushforwardNewmark } from "./leapfrog/newmark.js";
export { type TrigonometricOptions, trigonometric } from "./leapfrog/trigonometric.js";
export { variationalEuler } from "./leapfrog/variational-euler.js";
export { verlet } from "./leapfrog/verlet.js";
export { gaussNewtonZs, type ZhangSkeelOptions, zs, zss, zssStiff } from "./leapfrog/zhang-skeel.js";
export { type Ab2Options, ab2 } from "./multistep/ab2.js";
export { type AdamsOptions, adams } from "./multistep/adams.js";
export { type BdfOptions, bdf } from "./multistep/bdf.js";
export { type Radau5Options, radau5 } from "./radau/radau5.js";
export { bs32, dop853, dopri5, euler, midpoint, rk4 } from "./runge-kutta/explicit.js";
export { rungeKutta } from "./runge-kutta/runge-kutta.js";
export type { Dense, EmbeddedError, Tableau } from "./runge-kutta/tableaus/tableau.js";
export { type LangevinOptions, langevin } from "./stochastic/langevin.js";

/**
 * Every method as a factory, with its name and its options as data.
 *
 * @example
 * methods.filter(({ name }) => name.startsWith("rattle")).map(({ about }) => about);
 */
export const methods: readonly Factory<Method>[] = [
  ...explicitFactories,
  ab2Factory,
  adamsFactory,
  gbsFactory,
  radau5Factory,
  bdfFactory,
  ...rosenbrockFactories,
  ...trapezoidalFactories,
  ...gaussFactories,
  verletFactory,
  variationalEulerFactory,
  trigonometricFactory,
  ...newmarkFactories,
  ...zhangSkeelFactories,
  shakeFactory,
  rattleFactory,
  rattleOneFactory,
  settleFactory,
  lincsFactory,
  lieCayleyFactory,
  ...compositionFactories,
];
