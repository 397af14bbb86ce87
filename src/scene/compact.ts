/** A scene that reads only the entries of the state that it needs, so that a page can hold it with few numbers. */

import type { ModelPoint, ModelScene } from "./scene.js";

/**
 * The scene with the entries of its states numbered anew, and what each of them was before.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * compactScene(scene).entries; // [0, 1]
 */
export function compactScene(scene: ModelScene): { readonly scene: ModelScene; readonly entries: readonly number[] } {
  const numbers = new Map<number, number>();
  const entry = (k: number): number => {
    const known = numbers.get(k);
    if (known !== undefined) return known;
    numbers.set(k, numbers.size);
    return numbers.size - 1;
  };
  const width = Math.max(1, scene.dimension);
  /** The components of a point must stay neighbours. */
  const first = (offset: number): number => {
    const made = entry(offset);
    for (let c = 1; c < width; c++) entry(offset + c);
    return made;
  };
  const points = scene.points.map((point): ModelPoint => {
    const { offset, from } = point;
    if (offset >= 0) return { ...point, at: [], offset: first(offset) };
    return from !== undefined && "state" in from ? { ...point, from: { state: first(from.state) } } : point;
  });
  const steps = scene.program.steps.map((step): ModelScene["program"]["steps"][number] =>
    step[0] === "y" ? ["y", entry(step[1])] : step,
  );
  return { scene: { ...scene, points, program: { ...scene.program, steps } }, entries: [...numbers.keys()] };
}
