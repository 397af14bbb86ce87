/** Copies of a table of published values, each with one wrong entry: numbers are off by one, formulas by one per cent. */
export function wrongVersions<T extends object>(published: T): { readonly name: string; readonly value: T }[] {
  return Object.entries(published).flatMap(([key, entry]) => {
    const replace = (name: string, wrong: unknown) => ({
      name,
      value: Object.assign(Array.isArray(published) ? [...published] : { ...published }, { [key]: wrong }) as T,
    });
    if (typeof entry === "string") return [];
    if (typeof entry === "number") return [replace(key, entry + 1)];
    if (typeof entry === "function") {
      return [replace(key, (...parameters: unknown[]) => slightlyOff(entry(...parameters)))];
    }
    return wrongVersions(entry as object).map(({ name, value }) => replace(`${key}.${name}`, value));
  });
}

function slightlyOff(value: unknown): unknown {
  if (typeof value === "number") return 1.01 * value + 0.001;
  return Object.fromEntries(Object.entries(value as object).map(([key, entry]) => [key, slightlyOff(entry)]));
}
