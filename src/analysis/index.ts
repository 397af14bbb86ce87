/** Analysis of a model: its properties, the choices it allows, the cost of a choice. */

export {
  type CompareOptions,
  type ComparePoint,
  type Comparison,
  type Contender,
  compare,
  contenderAt,
  contendersIn,
  parseContender,
  waysIn,
} from "./compare.js";
export { type ExplainOptions, type Explanation, explain, explanationFacts, type Fact } from "./explain/index.js";
export { type LinkTensions, linkTensions } from "./link-tensions.js";
export { type MethodOffer, type Offer, type OfferOptions, type Offers, offers } from "./offers.js";
export {
  type PreparedProjection,
  type ProjectionResult,
  type ProjectOptions,
  prepareProjection,
  projectModel,
} from "./project.js";
export type { ProjectionWindow } from "./projection-window.js";
export { sceneOf } from "./scene/scene-of.js";
export { verify } from "./verify.js";
