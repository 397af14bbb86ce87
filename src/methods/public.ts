/** Every method of the library. */

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
