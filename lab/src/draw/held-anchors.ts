import type { ScenePlan } from "../worker/protocol.js";

const known = new WeakMap<ScenePlan, ReadonlySet<number>>();

/** The anchors that a link is attached to; others are not drawn. */
export function heldAnchors(scene: ScenePlan): ReadonlySet<number> {
  let held = known.get(scene);
  if (held === undefined) {
    held = new Set(scene.links.flatMap(({ from, to }) => [from, to]).filter((i) => scene.points[i].offset < 0));
    known.set(scene, held);
  }
  return held;
}
