/**
 * Formulation "adiabatic" for small systems with one or two constraints as straight-line code: the underlying ODE with
 * an additional potential,
 *
 *     U = sum of J_j nu_j,   nu_j^2 the eigenvalues of K = Omega G M^-1 G^T Omega in closed form,
 *
 * whose forces are its symbolic gradient. Of K = h I + R [cos 2phi, sin 2phi; sin 2phi, -cos 2phi] the larger
 * eigenvalue is h + R with the direction (cos phi, sin phi), and the smaller is det K over it, which avoids
 * cancellation. Other systems are evaluated in TypeScript.
 */

import { addressOf, type F64 } from "../core/arena.js";
import type { VibratingRate } from "../core/slow-motion.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { linked } from "../step/index.js";
import { add, div, type Expr, mul, sqrt, sub } from "../symbolic/index.js";
import { f64, get, i32, type Module, ret, when } from "../wasm/index.js";
import { copy } from "./emit-vectors.js";
import { rateParams } from "./force-code.js";
import { underlyingMotion } from "./fused.js";
import type { MassPlan } from "./mass.js";
import type { PlacedModel } from "./place-laws.js";
import type { Site } from "./site.js";
import { once, type SmallSystem, smallSystem } from "./small-system.js";

/** Added under the square root in R, so that its derivative is 0 and not 0/0 where K is a multiple of I. */
const tiny = 1e-300;

/**
 * `met` and `kept` are those of the formulation: the smallest gap as a fraction of the larger frequency, and the
 * smallest cosine between directions.
 */
export function makeAdiabatic(
  lowered: Lowered,
  placed: PlacedModel,
  mass: MassPlan,
  site: Site,
  met: number,
  kept: number,
): VibratingRate | undefined {
  const { n } = lowered;
  const { m } = placed;
  const key = `adiabatic ${met} ${kept}`;
  const written = site.fact(key, () => {
    const small = m <= 2 ? smallSystem(lowered, placed, mass) : undefined;
    if (small === undefined) return undefined;
    const { potential, margins } = vibration(small, m, met, kept);
    const { dy, lambda, margin } = underlyingMotion(small, placed, potential);
    const program = small.program([dy, lambda, [margin, ...margins]]);
    return program && { program, margins: margins.length };
  });
  if (written === undefined) return undefined;
  return site.instance(key, (unit) => {
    const given = unit.f64(m + m * m);
    const at = unit.f64(1 + 2 * n);
    const { rate } = unit.code((module, tables) => {
      const places = { given, at, multipliers: tables.f64(m), left: tables.f64(3) };
      emitRate(module, written.program, written.margins, n, addressOf(placed.omega2), places);
    });
    return { code: rate, memory: unit.memory, link: linked, given, at };
  });
}

/**
 * Arrays of the code: the given values, the point where it stopped, its multipliers, and the margins that must be
 * positive.
 */
interface Places {
  readonly given: F64;
  readonly at: F64;
  readonly multipliers: F64;
  readonly left: F64;
}

/** (t, y, dy) -> -1, or 0 where a margin is not positive; then the point is in `at`. */
function emitRate(
  module: Module,
  program: Program,
  margins: number,
  n: number,
  omega2: number,
  { given, at, multipliers, left }: Places,
): void {
  const m = multipliers.length;
  const kernel = emitKernel(module, "_adiabatic", program, { ...once, omega2 });
  module.func("rate", rateParams, "i32", (_, p) => {
    const sumOfActions = Array.from({ length: m }, (_, j) => f64.load(i32.const(addressOf(given)), 8 * j)).reduce(
      (sum, action) => f64.add(sum, action),
    );
    const isPositive = (k: number) => f64.gt(f64.load(i32.const(addressOf(left)), 8 * k), f64.const(0));
    const separate = Array.from({ length: margins }, (_, k) => isPositive(k + 1)).reduce(
      (a, b) => i32.and(a, b),
      i32.const(1),
    );
    const still = f64.eq(sumOfActions, f64.const(0));
    const vibrating = i32.and(f64.gt(sumOfActions, f64.const(0)), separate);
    return [
      callKernel(kernel, {
        t: get(p.t),
        q: get(p.y),
        v: i32.add(get(p.y), i32.const(8 * n)),
        y: i32.const(addressOf(given)),
        out: [get(p.dy), i32.const(addressOf(multipliers)), i32.const(addressOf(left))],
      }),
      when(i32.and(isPositive(0), i32.or(still, vibrating)), [ret(i32.const(-1))]),
      f64.store(i32.const(addressOf(at)), get(p.t)),
      ...copy(i32.const(addressOf(at) + 8), get(p.y), 2 * n),
      i32.const(0),
    ];
  });
}

/**
 * U, and the margins that are positive while two vibrating modes are distinct. `given` holds J and then the directions
 * of the modes.
 */
function vibration(
  small: SmallSystem,
  m: number,
  met: number,
  kept: number,
): { readonly potential: Expr; readonly margins: readonly Expr[] } {
  const { zero, inverse } = small;
  const { graph } = zero;
  const [two, half] = [graph.num(2), graph.num(0.5)];
  const G = small.jacobian();
  const omega = G.map((_, i) => sqrt(small.omega2(i)));
  const K = (i: number, j: number): Expr => {
    let sum = zero;
    for (const [k, slope] of G[i]) {
      const other = G[j].get(k);
      if (other) sum = add(sum, mul(mul(slope, inverse[k]), other));
    }
    return mul(mul(omega[i], sum), omega[j]);
  };
  if (m === 1) return { potential: mul(small.given(0), sqrt(K(0, 0))), margins: [] };

  const [a, b, d] = [K(0, 0), K(1, 0), K(1, 1)];
  const x = mul(half, sub(a, d));
  const R = sqrt(add(add(mul(x, x), mul(b, b)), graph.num(tiny)));
  const top = add(mul(half, add(a, d)), R);
  const high = sqrt(top);
  const low = sqrt(div(sub(mul(a, d), mul(b, b)), top));
  const [cosine, sine] = [small.given(4), small.given(5)]; // the direction of the formerly faster mode
  const [cosine2, sine2] = [sub(mul(cosine, cosine), mul(sine, sine)), mul(two, mul(cosine, sine))];
  // cos(psi) > kept where cos(2 psi) > 2 kept^2 - 1, psi the angle between then and now
  const turned = add(div(add(mul(x, cosine2), mul(b, sine2)), R), graph.num(1 - 2 * kept * kept));
  return {
    potential: add(mul(small.given(0), low), mul(small.given(1), high)),
    margins: [sub(sub(high, low), mul(graph.num(met), high)), turned],
  };
}
