/**
 * The worker of the first page: one model with springs of any stiffness, or with rods. It has only what this needs, so that it
 * arrives much sooner than the library.
 */

import data from "virtual:opening";
import { catalogue, compileSystem, errorControlled, Frames, lower, Run, sceneOf, validateModel } from "taut";
import { stiff, underlying } from "taut/formulations";
import { dopri5 } from "taut/methods";
import { stabilise } from "taut/projections";
import type { ModelScene } from "taut/scene";

/** The stiffness of springs, or "rigid" for rods. */
export type Links = number | "rigid";

export interface OpeningMotion {
  readonly links: Links;
  readonly scene: ModelScene;
  /** Entries of y in each state, and the states one after the other at equal intervals. */
  readonly width: number;
  readonly states: Float64Array;
  readonly every: number;
  /** Evaluations of the forces per unit of time. */
  readonly cost: number;
}

const every = 1 / 60;
const until = 12;
const model = validateModel(data.data, catalogue);

function motion(links: Links): OpeningMotion {
  const lowered = lower(model, catalogue);
  const workspace = compileSystem(lowered).workspace();
  const problem = (links === "rigid" ? underlying() : stiff({ omega: links })).apply(workspace);
  const frames = new Frames(problem, { every, until });
  const run = new Run(problem, {
    method: dopri5(),
    controller: errorControlled({ rtol: 1e-6 }),
    ...(links === "rigid" && { projection: stabilise() }),
    until,
    saveAt: [],
    observers: [frames],
  });
  run.advance(0);
  frames.begin(run.state);
  while (run.advance(1000) === "running");
  frames.end(run.state);
  const rows = frames.take();
  const { layout } = frames;
  const width = problem.dimension;
  const count = rows.length / layout.width;
  const states = new Float64Array(count * width);
  for (let row = 0; row < count; row++) {
    const at = row * layout.width + layout.y;
    states.set(rows.subarray(at, at + width), row * width);
  }
  const cost = rows[(count - 1) * layout.width + layout.forces] / until;
  const made = sceneOf(lowered, workspace);
  const style = links === "rigid" ? "rod" : "spring";
  const scene = { ...made, links: made.links.map((link) => ({ ...link, style }) as const) };
  workspace.release();
  return { links, scene, width, states, every, cost };
}

addEventListener("message", ({ data: links }: MessageEvent<Links>) => {
  const found = motion(links);
  postMessage(found, { transfer: [found.states.buffer] });
});
