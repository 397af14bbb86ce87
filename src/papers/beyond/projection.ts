/**
 * Algebraic slow projections: their orders on the linear example (Ariel section 2.2), their exactness on the strong spring (Ariel section
 * 2.3), and the multipliers they give.
 */

import { projectModel } from "../../analysis/project.js";
import { maximum } from "../../core/index.js";
import { hostMath } from "../../math/index.js";
import { type ExperimentContext, fittedOrder, type Outcome } from "../harness/index.js";
import { forcedOscillator } from "../models/forced-oscillator.js";
import { strongSpring } from "../models/strong-spring.js";
import { type BlindExperiment, forEach, itemsOf } from "../tools/blind-experiment.js";
import { powerLawFigure } from "../tools/figures.js";
import type { projection as claimed } from "./claims.js";
import { doublePendulum } from "./double-pendulum.js";

const id = "beyond.projection";
const omegas = [4, 8, 16, 32];
const springOmegas = [20, 100, 1000];
/** A generic time: neither cos nor sin vanishes. */
const t0 = 0.7;
const orders = [4, 6, 8] as const;

interface Measured {
  /** Per order, distances in q and v from A cos t, -A sin t, one per omega. */
  readonly linear: readonly { readonly q: readonly number[]; readonly v: readonly number[] }[];
  /** One per omega: the largest |omega^2 r^3 (r - 1)/(4 M^2) - 1| over the orders, in units of omega^2 2^-52. */
  readonly spring: readonly number[];
  /** omega^2 g, the KKT multipliers and the extrapolated ones at omega = 1000. */
  readonly multipliers: readonly (readonly number[])[];
}

const algebraic = (order: number) => ({ name: "algebraic", order });

async function measure(context: ExperimentContext): Promise<Measured> {
  const linear = await forEach(context, [0, 0.6], orders, (order) => {
    const points = omegas.map((omega) => {
      const A = (omega * omega) / (omega * omega - 1);
      const { q, v } = projectModel(forcedOscillator, { by: algebraic(order), set: { omega, t0, A: 1 } });
      return { q: Math.abs(q[0] - A * hostMath.cos(t0)), v: Math.abs(v[0] + A * hostMath.sin(t0)) };
    });
    return { q: points.map((p) => p.q), v: points.map((p) => p.v) };
  });
  const spring = await forEach(context, [0.6, 0.9], springOmegas, (omega) => {
    const errors = orders.map((order) => {
      const { q, v } = projectModel(strongSpring, { by: algebraic(order), set: { omega, M: 1, rdot0: 0.2 } });
      const r = Math.sqrt(q[0] * q[0] + q[1] * q[1]);
      const M = (q[0] * v[1] - q[1] * v[0]) / 2;
      return Math.abs((omega * omega * r * r * r * (r - 1)) / (4 * M * M) - 1);
    });
    return maximum(errors) / (omega * omega * 2 ** -52);
  });
  const { slow, lambda } = projectModel(doublePendulum, { by: algebraic(8) });
  return { linear, spring, multipliers: [slow!.tension, lambda!, slow!.extrapolated!] };
}

function report({ linear, spring, multipliers }: Measured, claims: typeof claimed): Outcome {
  const { numbers } = itemsOf(id, "Algebraic slow projection");
  const [tension, kkt, extrapolated] = multipliers;
  const items = [
    ...claims.orders.map((order, k) =>
      numbers({
        name: `order-${order}`,
        item: `order in 1/omega of q and v on the linear example, omega = ${omegas.join(", ")}`,
        ours: [order, order],
        measured: [linear[k].q, linear[k].v].map((sizes) => -fittedOrder(omegas, sizes)),
        within: { absolute: 0.2, basis: "asymptotics", why: "higher terms at omega = 4 bend the slope by less" },
      }),
    ),
    numbers({
      name: "spring",
      item: `strong spring, omega = ${springOmegas.join(", ")}: omega^2 r^3 (r - 1)/(4 M^2) - 1 over omega^2 2^-52, worst of the orders`,
      ours: [0, 0, 0],
      measured: spring,
      within: {
        absolute: 1,
        basis: "accuracy",
        why: "r - 1 is a difference of doubles near 1: half an ulp of r is 0.5 of this unit",
      },
    }),
    numbers({
      name: "tension",
      item: "double pendulum, omega = 1000: omega^2 g at the slow point from (31)-(32)",
      ours: claims.multipliers,
      measured: tension,
      within: {
        absolute: 1e-4,
        basis: "asymptotics",
        why: "omega^2 g is the rigid multiplier within some 50 omega^-2",
      },
    }),
    numbers({
      name: "kkt",
      item: "double pendulum, omega = 1000: KKT multipliers at the slow point",
      ours: claims.multipliers,
      measured: kkt,
      within: { absolute: 1e-5, basis: "words", why: "the slow point is 3e-6 away from (31)-(32)" },
    }),
    numbers({
      name: "extrapolated",
      item: "double pendulum: omega^2 g extrapolated from omega = 1000 and 2000 to the rigid limit",
      ours: claims.multipliers,
      measured: extrapolated,
      within: {
        absolute: 4e-9,
        basis: "accuracy",
        why: "an ulp of the coordinates is 1.2e-9 of it at omega = 2000; omega^-4 is less",
      },
    }),
  ];
  const powers = claims.orders.map((order, k) => ({
    name: `order-${order}`,
    item: `q, order ${order}`,
    label: `order ${order}`,
    exponent: -order,
    sizes: linear[k].q,
  }));
  const title = "Distance of projected points from the slow solution of q'' = -omega^2 (q - cos t)";
  return { items, figures: [powerLawFigure({ id: `${id}.orders`, title, y: "distance" }, omegas, powers)] };
}

export const projection: BlindExperiment<Measured, typeof claimed> = {
  id,
  title: "Slow manifolds by algebra: orders 4, 6, 8 in 1/omega",
  measure,
  report,
};
