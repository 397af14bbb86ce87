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
import { variationalEulerFactory } from "./leapfrog/variational-euler.js";
import { verletFactory } from "./leapfrog/verlet.js";
import { zhangSkeelFactories } from "./leapfrog/zhang-skeel.js";
import { ab2Factory } from "./multistep/ab2.js";
import { adamsFactory } from "./multistep/adams.js";
import { bdfFactory } from "./multistep/bdf.js";
import { radau5Factory } from "./radau/radau5.js";
import { explicitFactories } from "./runge-kutta/explicit.js";

export { autoFactory } from "./composed/auto.js";
export * from "./public.js";
export { langevinFactory } from "./stochastic/langevin.js";

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
