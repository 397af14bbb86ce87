/** Where state and work arrays are born: bounded memory that never moves during a run. */
export interface Arena {
  readonly buffer: ArrayBuffer;
  f64(length: number): F64;
  i32(length: number): I32;
}

export type F64 = Float64Array<ArrayBuffer>;
export type I32 = Int32Array<ArrayBuffer>;

/** What is constructed with an object is that object; a subclass adds its private fields to it. */
class Itself {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: that is how a field comes to an array that exists
    return object;
  }
}

/** The address as a private field of the array: invisible to whoever compares or lists arrays. */
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
 * Where an array begins in its arena's memory. Engines make a call of the accessor `byteOffset` (10 ns, a third of what a
 * small kernel takes), so arrays of arenas carry their address.
 */
export const addressOf: (array: F64 | I32) => number = Address.of;

/** A view of an arena's memory, with its address. */
export function addressed<T extends F64 | I32>(array: T): T {
  return new Address(array) as unknown as T;
}
