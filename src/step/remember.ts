/**
 * Remembers the result of `make` for each description and its sizes, so that programs, and with them their code, are
 * shared.
 */
export function remember<K extends object, D extends readonly number[], V>(
  make: (of: K, ...sizes: D) => V,
): (of: K, ...sizes: D) => V {
  const all = new WeakMap<K, Map<string, V>>();
  return (of, ...sizes) => {
    const known = entry(all, of, () => new Map<string, V>());
    return entry(known, sizes.join(), () => make(of, ...sizes));
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
