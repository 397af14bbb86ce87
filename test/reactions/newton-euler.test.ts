/**
 * Reactions against the equations of Newton and Euler, which the code of reactions does not contain: for every body of the
 * gallery and of machines with every kind of joint, at ten times of a run, the sum of all forces is mass times acceleration,
 * and the sum of all torques about the centre is the rate of the angular momentum I w' + w x I w.
 */

import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSystem } from "../../src/compile/index.js";
import { catalogue } from "../../src/elements/index.js";
import { run } from "../../src/index.js";
import { bodiesOf, holdersOf, lower, validateModel } from "../../src/model/index.js";
import { load } from "../reference/gallery.js";
import { machines } from "./machines.js";

type V3 = readonly number[];
const plus = (a: V3, b: V3): number[] => a.map((x, i) => x + b[i]);
const minus = (a: V3, b: V3): number[] => a.map((x, i) => x - b[i]);
const times = (c: number, a: V3): number[] => a.map((x) => c * x);
const cross = (a: V3, b: V3): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: V3, b: V3): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
const size = (a: V3): number => Math.sqrt(dot(a, a));

/** The largest imbalance of forces and of torques, and the largest force and torque, over bodies and times. */
function balance(data: { run?: { until?: number } }) {
  const until = data.run!.until!;
  const saveAt = Array.from({ length: 10 }, (_, k) => ((k + 1) * until) / 10);
  const lowered = lower(validateModel(data, catalogue), catalogue, {});
  const points = lowered.groups.filter(({ kind }) => kind === "point");
  const members = points.flatMap(({ name, repeat, count }) =>
    repeat === undefined ? [name] : Array.from({ length: count }, (_, i) => `${name}[${i}]`),
  );
  const plain = (name: string): string => `acc_${name.replace(/[[\]]/g, "_")}`;
  const outputs = Object.fromEntries(members.map((name) => [plain(name), `${name}''`]));
  const solution = run({ ...data, outputs }, { saveAt, rtol: 1e-9, atol: 1e-9 });
  expect(solution.failure).toBeUndefined();
  const { groups, massDiagonal, coordinateName, n } = lowered;
  const workspace = compileSystem(lowered).workspace();
  const { arena, mechanics } = workspace;
  const [q, v, f] = [arena.f64(n), arena.f64(n), arena.f64(n)];
  const bodies = bodiesOf(groups, coordinateName);
  const holders = holdersOf(lowered);
  const states = solution.trajectory.states();
  const found = { force: 0, torque: 0, largestForce: 0, largestTorque: 0, bodies: bodies.length };
  for (const { name, offset, dim, directors } of bodies) {
    const here = directors.filter((at) => at >= 0);
    const acceleration = (at: number): Float64Array[] =>
      Array.from({ length: dim }, (_, c) => solution.of(plain(coordinateName(at + c))));
    const accelerations = new Map([offset, ...here].map((at) => [at, acceleration(at)]));
    const reactions = holders
      .filter(({ on }) => on.some((each) => each.name === name))
      .map((holder) => solution.reaction(holder.name, { on: name }));
    solution.times.forEach((t, i) => {
      const y = states.subarray(i * workspace.dimension, (i + 1) * workspace.dimension);
      q.set(y.subarray(0, n));
      v.set(y.subarray(n, 2 * n));
      mechanics!.force(f, t, q, v);
      const at = (values: ArrayLike<number>, k: number): number[] =>
        [0, 1, 2].map((c) => (c < dim ? values[k + c] : 0));
      const row = (columns: readonly Float64Array[], long: number): number[] =>
        long === 1 ? [0, 0, columns[0][i]] : [0, 1, 2].map((c) => columns[c]?.[i] ?? 0);

      // 1. everything that acts on the body, about its centre
      const centre = at(q, offset);
      let force = at(f, offset);
      let torque = here.map((d) => cross(at(q, d), at(f, d))).reduce(plus, [0, 0, 0]);
      found.largestForce = Math.max(found.largestForce, size(force));
      for (const each of reactions) {
        const own = row(each.force, dim);
        const moment = cross(minus(row(each.place, dim), centre), own);
        force = plus(force, own);
        torque = plus(torque, plus(row(each.torque, each.torque.length), moment));
        found.largestForce = Math.max(found.largestForce, size(own));
        found.largestTorque = Math.max(found.largestTorque, size(moment), size(row(each.torque, each.torque.length)));
      }

      // 2. Newton: m a; Euler: with the angular velocity and acceleration of the body and its inertia about its centre
      const a = row(accelerations.get(offset)!, dim);
      found.force = Math.max(found.force, size(minus(force, times(massDiagonal[offset], a))));
      const [d, dot1, dot2] = [0, 1, 2].map((order) =>
        here.map((k) => (order === 0 ? at(q, k) : order === 1 ? at(v, k) : row(accelerations.get(k)!, dim))),
      );
      const moments = here.map((k) => massDiagonal[k]);
      // w from d_k' = w x d_k, and w' from d_k'' = w' x d_k + w x (w x d_k), each the sum over directors (for a single
      // director the spin about it has no inertia)
      const turning = (derivatives: readonly V3[]): number[] => {
        if (d.length === 1) return cross(d[0], derivatives[0]);
        const axes = d.length === 2 ? [d[0], d[1], cross(d[0], d[1])] : d;
        const third = plus(cross(derivatives[0], d[1]), cross(d[0], derivatives[1]));
        const all = d.length === 2 ? [...derivatives, third] : derivatives;
        return times(0.5, axes.map((axis, k) => cross(axis, all[k])).reduce(plus));
      };
      const w = turning(dot1);
      const spin = dim === 2 ? [0, 0, 1] : undefined;
      const dw = turning(dot2.map((second, k) => minus(second, cross(w, cross(w, d[k])))));
      const inertia = (u: V3): number[] =>
        d.map((axis, k) => times(moments[k], cross(axis, cross(u, axis)))).reduce(plus);
      const rate = plus(inertia(dw), cross(w, inertia(w)));
      const rest = minus(torque, rate);
      const along = d.length === 1 && dim === 3 ? times(dot(rest, d[0]), d[0]) : [0, 0, 0];
      found.torque = Math.max(found.torque, size(spin === undefined ? minus(rest, along) : [0, 0, rest[2]]));
      found.largestTorque = Math.max(found.largestTorque, size(rate));
    });
  }
  workspace.release();
  return found;
}

const galleryMachines = readdirSync(new URL("../../gallery", import.meta.url))
  .map((file) => file.replace(/\.yaml$/, ""))
  .flatMap((name): [string, object][] => {
    const data = load(name) as { bodies?: object };
    return data.bodies === undefined ? [] : [[`the gallery's ${name}`, data]];
  });

describe.each([...galleryMachines, ...Object.entries(machines)])("%s", (_, data) => {
  test("is in balance at ten times of its run, to 1e-9 of the largest force and torque", () => {
    const found = balance(data);
    expect(found.bodies).toBeGreaterThan(0);
    expect(found.largestForce).toBeGreaterThan(1);
    expect(found.force / found.largestForce).toBeLessThan(1e-9);
    expect(found.torque / Math.max(found.largestTorque, found.largestForce)).toBeLessThan(1e-9);
  });
});
