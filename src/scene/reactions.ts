/** Reactions of joints as arrows of a picture. */

import type { ModelPoint, ModelScene, SceneMark } from "./scene.js";

/**
 * A scene with an arrow for each of `count` reactions. States of the motion then have more entries, from `first` on: for
 * each reaction the components of its place and of its force.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = withReactions(sceneOf(lowered, workspace), workspace.initial.length, 1);
 * scene.marks.at(-1)?.kind; // "reaction"
 */
export function withReactions(scene: ModelScene, first: number, count: number): ModelScene {
  const { dimension } = scene;
  const points: ModelPoint[] = [...scene.points];
  const marks: SceneMark[] = [...scene.marks];
  const put = (state: number): number =>
    points.push({ name: "", offset: -1, mass: 1, at: [], role: "place", from: { state } }) - 1;
  for (let k = 0; k < count; k++) {
    const at = put(first + 2 * dimension * k);
    marks.push({ kind: "reaction", at, vector: put(first + 2 * dimension * k + dimension) });
  }
  return { ...scene, points, marks };
}
