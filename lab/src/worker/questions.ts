/**
 * Questions about a model, beside its motion: what can solve it, what is known about it, its projections, comparisons, results. It is
 * loaded with all methods, formulations and projections when the first question is asked, which is after a model moves.
 */

import { loadParts } from "virtual:parts";
import {
  type Comparison,
  compare,
  explain,
  explanationFacts,
  type Model,
  type NamedChoice,
  type Offers,
  offers,
  type PreparedProjection,
  parseContender,
  prepareProjection,
  registry,
  verificationLine,
  verify,
} from "taut";
import type { Explained, LaneRequest, ProjectionOffer, Verified } from "./protocol.js";
import { wordsOf } from "./words.js";

export { runJson } from "taut";
export { timeLanes } from "./time-lanes.js";

await loadParts();

/** The settings and parameters of a question. */
type Asked = Pick<LaneRequest, "text" | "settings" | "set">;

/** Milliseconds of a slice of a run, and the steps between two looks at the clock. */
const [slice, steps] = [20, 10];

/** How far the end of a run is known, in words; undefined if that cannot be found out, or is no longer wanted. */
export async function verified(
  model: Model,
  { settings, set }: Asked,
  isWanted: () => boolean,
): Promise<Verified | undefined> {
  const found = await verify(model, { settings, set }, async (run) => {
    let until = performance.now() + slice;
    while (run.advance(steps) === "running") {
      if (performance.now() < until) continue;
      await new Promise((done) => setTimeout(done));
      if (!isWanted()) return run.stop();
      until = performance.now() + slice;
    }
  });
  return (
    found && { line: verificationLine(found), ...(found.knownUntil !== undefined && { knownUntil: found.knownUntil }) }
  );
}

export const offered = (model: Model, { settings, set }: Asked): Offers => offers(model, { settings, set });

export function explained(model: Model, { settings, set }: Asked): Explained {
  const found = explain(model, { settings, set });
  return { facts: explanationFacts(found), advice: found.advice };
}

/** Names of parts, for completion. */
export const names = () => ({
  formulation: registry.formulation.map(({ name }) => name),
  method: registry.method.map(({ name }) => name),
  projection: registry.projection.map(({ name }) => name),
});

/** Every projection, with the reason why it cannot be used for this model, if so. */
export function projections(model: Model, { settings, set }: Asked): readonly ProjectionOffer[] {
  return registry.projection.map(({ name }): ProjectionOffer => {
    try {
      prepareProjection(model, { by: name, set, ...stiffness(settings) });
      return { name };
    } catch (error) {
      return { name, refusal: wordsOf(error).join(" ") };
    }
  });
}

let projection: { readonly key: string; readonly prepared: PreparedProjection } | undefined;

/** A prepared projection; the last one is kept, because it is usually needed again. */
export function projectionFor(model: Model, { text, settings, set }: Asked, by: NamedChoice): PreparedProjection {
  const key = JSON.stringify([text, set, by, settings.omega]);
  if (projection?.key !== key)
    projection = { key, prepared: prepareProjection(model, { by, set, ...stiffness(settings) }) };
  return projection.prepared;
}

const stiffness = ({ omega }: LaneRequest["settings"]): { omega?: number } => (omega === undefined ? {} : { omega });

export function compared(model: Model, { settings, set }: Asked, ways: readonly string[]): Promise<Comparison> {
  const { formulation: _, method: __, projection: ___, step: ____, rtol: _____, ...rest } = settings;
  return compare(model, {
    contenders: ways.map(parseContender),
    settings: rest,
    set,
    repeats: 1,
    now: () => performance.now(),
    pause: () => new Promise((done) => setTimeout(done)),
  });
}
