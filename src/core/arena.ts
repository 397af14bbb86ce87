/** Where state and work arrays are born: bounded memory that never moves during a run. */
export interface Arena {
  readonly buffer: ArrayBuffer;
  f64(length: number): F64;
  i32(length: number): I32;
}

export type F64 = Float64Array<ArrayBuffer>;
export type I32 = Int32Array<ArrayBuffer>;

/**
 * Where an array begins in its arena's memory. Engines make a call of the accessor `byteOffset` (10 ns, a third of what a
 * small kernel takes), so arrays of arenas carry their address as a property of their own.
 */
export function addressOf(array: F64 | I32): number {
  return (array as { readonly address?: number }).address ?? array.byteOffset;
}

/** Gives a view of an arena that property. */
export function addressed<T extends F64 | I32>(array: T): T {
  return Object.defineProperty(array, "address", { value: array.byteOffset });
}
