/** Where state and work arrays are born: bounded memory that never moves during a run. */
export interface Arena {
  readonly buffer: ArrayBuffer;
  f64(length: number): F64;
  i32(length: number): I32;
}

export type F64 = Float64Array<ArrayBuffer>;
export type I32 = Int32Array<ArrayBuffer>;
