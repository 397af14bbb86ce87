/** Methods that kick and drift, with and without constraints. */

import type { Factory, Method } from "../core/index.js";
import { lieCayleyFactory } from "../methods/constrained/lie-cayley.js";
import { lincsFactory } from "../methods/constrained/lincs.js";
import { rattleFactory, rattleOneFactory } from "../methods/constrained/rattle.js";
import { settleFactory } from "../methods/constrained/settle.js";
import { shakeFactory } from "../methods/constrained/shake.js";
import { newmarkFactories } from "../methods/leapfrog/newmark.js";
import { trigonometricFactory } from "../methods/leapfrog/trigonometric.js";
import { variationalEulerFactory } from "../methods/leapfrog/variational-euler.js";
import { verletFactory } from "../methods/leapfrog/verlet.js";
import { zhangSkeelFactories } from "../methods/leapfrog/zhang-skeel.js";

export const factories: readonly Factory<Method>[] = [
  ...[verletFactory, variationalEulerFactory, trigonometricFactory, ...newmarkFactories, ...zhangSkeelFactories],
  ...[shakeFactory, rattleFactory, rattleOneFactory, settleFactory, lincsFactory, lieCayleyFactory],
];
