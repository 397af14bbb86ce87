/**
 * The entry of a map under a name that comes from outside; undefined if there is none. Indexing would also find the
 * members that every object inherits, such as `constructor`.
 */
export const own = <T>(map: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
