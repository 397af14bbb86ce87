/** How kernels are called. All kernels have one signature; a caller omits the arguments that a program does not read. */

import { type Code, call, type Func, f64, type I32, i32, type Local, type Statement } from "../wasm/index.js";

/** Time (or a factor); arrays over coordinates q, v, w, u; over constraints y; over Jacobian entries g; outputs. */
export const kernelSignature = {
  t: "f64",
  q: "i32",
  v: "i32",
  w: "i32",
  u: "i32",
  y: "i32",
  g: "i32",
  out0: "i32",
  out1: "i32",
  out2: "i32",
} as const;
export type KernelParams = { readonly [K in keyof typeof kernelSignature]: Local<(typeof kernelSignature)[K]> };

/** The arguments of a call from generated code; those that the program does not read may be omitted. */
export interface KernelCall {
  readonly t?: Code<"f64">;
  readonly q?: I32;
  readonly v?: I32;
  readonly w?: I32;
  readonly u?: I32;
  readonly y?: I32;
  readonly g?: I32;
  readonly out: readonly I32[];
}

export function callKernel(kernel: Func<"void">, a: KernelCall): Statement {
  const none = i32.const(0);
  const [out0 = none, out1 = none, out2 = none] = a.out;
  const { t = f64.const(0), q = none, v = none, w = none, u = none, y = none, g = none } = a;
  return call(kernel, t, q, v, w, u, y, g, out0, out1, out2);
}

export function outPointer(p: KernelParams, array: number): Local<"i32"> {
  return array === 0 ? p.out0 : array === 1 ? p.out1 : p.out2;
}
