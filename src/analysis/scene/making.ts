import type { ModelLink, ModelPoint, ModelScene } from "../../scene/index.js";

/** The lists of a scene while it is made. */
export interface Making {
  readonly points: ModelPoint[];
  readonly links: ModelLink[];
  readonly frames: ModelScene["frames"][number][];
  readonly joints: ModelScene["joints"][number][];
  readonly shapes: ModelScene["shapes"][number][];
  readonly marks: ModelScene["marks"][number][];
  /** The point at this first coordinate in q; -1 if there is none. */
  pointAt(offset: number): number;
}
