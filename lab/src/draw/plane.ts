/**
 * The two entries of y in whose plane a model without points is drawn: x and y if it has them, otherwise the first two.
 */
export function planeOf(names: readonly string[]): readonly [number, number] {
  const [x, y] = [names.indexOf("x"), names.indexOf("y")];
  return x >= 0 && y >= 0 ? [x, y] : [0, Math.min(1, names.length - 1)];
}
