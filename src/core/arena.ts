/** Allocates state and work arrays in bounded memory that never moves during a run. */

/** Allocates state and work arrays in bounded memory that never moves during a run. A `Workspace` has one. */
export interface Arena {
  readonly buffer: ArrayBuffer;
  f64(length: number): F64;
  i32(length: number): I32;
}

/** An array of numbers in the memory of an `Arena`. */
export type F64 = Float64Array<ArrayBuffer>;
export type I32 = Int32Array<ArrayBuffer>;

/** The constructor returns its argument, so that a subclass adds its private fields to an existing object. */
class Itself {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this adds a private field to an existing array
    return object;
  }
}

/** Stores the address as a private field of the array, invisible to code that compares or lists arrays. */
class Address extends Itself {
  readonly #address: number;

  constructor(array: F64 | I32) {
    super(array);
    this.#address = array.byteOffset;
  }

  static of(array: F64 | I32 | Address): number {
    return #address in array ? array.#address : (array as F64).byteOffset;
  }
}

/**
 * Where an array begins in its arena's memory. Engines turn the accessor `byteOffset` into a call (10 ns, a third of
 * the time of a small kernel), so arrays of arenas carry their address.
 */
export const addressOf: (array: F64 | I32) => number = Address.of;

/** Attaches its address to a view of an arena's memory. */
export function addressed<T extends F64 | I32>(array: T): T {
  return new Address(array) as unknown as T;
}
