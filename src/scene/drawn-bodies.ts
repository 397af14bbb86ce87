import type { ModelScene } from "./scene.js";

/** The frames of bodies that need no link: those with a shape, of their own or by the model's `draw` section, and those it replaces. */
export function drawnBodies({ shapes, frames, points }: ModelScene): ReadonlySet<number> {
  const drawn = new Set<number>();
  for (const { frame } of shapes) {
    drawn.add(frame);
    const from = points[frames[frame].origin].from;
    if (from !== undefined && "frame" in from) drawn.add(from.frame);
  }
  frames.forEach(({ replaced }, frame) => {
    if (replaced) drawn.add(frame);
  });
  return drawn;
}
