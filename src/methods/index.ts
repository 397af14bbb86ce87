import type { Factory, Method } from "../core/index.js";
import { ab2Factory } from "./ab2.js";
import { adamsFactory } from "./adams.js";
import { bdfFactory } from "./bdf.js";
import { compositionFactories } from "./composition.js";
import { explicitFactories } from "./explicit.js";
import { gaussFactories } from "./gauss.js";
import { gbsFactory } from "./gbs.js";
import { lieCayleyFactory } from "./lie-cayley.js";
import { lincsFactory } from "./lincs.js";
import { newmarkFactories } from "./newmark.js";
import { radau5Factory } from "./radau5.js";
import { rattleFactory, rattleOneFactory } from "./rattle.js";
import { rosenbrockFactories } from "./rosenbrock.js";
import { settleFactory } from "./settle.js";
import { shakeFactory } from "./shake.js";
import { trapezoidalFactories } from "./trapezoidal.js";
import { variationalEulerFactory } from "./variational-euler.js";
import { verletFactory } from "./verlet.js";
import { zhangSkeelFactories } from "./zhang-skeel.js";

export { type Ab2Options, ab2 } from "./ab2.js";
export { type AdamsOptions, adams } from "./adams.js";
export { type BdfOptions, bdf } from "./bdf.js";
export { type CompositionOptions, composition } from "./composition.js";
export { bs32, dop853, dopri5, euler, midpoint, rk4 } from "./explicit.js";
export { gauss4, gauss6, implicitMidpoint } from "./gauss.js";
export { type GbsOptions, gbs } from "./gbs.js";
export { type LangevinOptions, langevin } from "./langevin.js";
export { type LieCayleyOptions, lieCayley } from "./lie-cayley.js";
export { type LincsOptions, lincs } from "./lincs.js";
export { type NewmarkOptions, newmark, pushforwardNewmark } from "./newmark.js";
export { type Radau5Options, radau5 } from "./radau5.js";
export { type RattleOptions, rattle } from "./rattle.js";
export { rosenbrock4, rosenbrock23 } from "./rosenbrock.js";
export { rungeKutta } from "./runge-kutta.js";
export { settle } from "./settle.js";
export { type ShakeOptions, shake } from "./shake.js";
export { switching } from "./switching.js";
export type { Dense, EmbeddedError, Tableau } from "./tableaus/tableau.js";
export { implicitEuler, trapezoidal, trBdf2 } from "./trapezoidal.js";
export { variationalEuler } from "./variational-euler.js";
export { verlet } from "./verlet.js";
export { gaussNewtonZs, type ZhangSkeelOptions, zs, zss, zssStiff } from "./zhang-skeel.js";

/** Every method by name. */
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
