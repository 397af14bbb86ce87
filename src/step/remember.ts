/**
 * Remembers the result of `make` for each description and dimension, so that programs, and with them their code, are
 * shared.
 */
export function remember<K extends object, V>(make: (of: K, n: number) => V): (of: K, n: number) => V {
  const all = new WeakMap<K, Map<number, V>>();
  return (of, n) => {
    const known = entry(all, of, () => new Map<number, V>());
    return entry(known, n, () => make(of, n));
  };
}

/** The value of a key, made when it is first asked for. */
export function entry<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
