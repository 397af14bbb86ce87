/** Models: plain data, checked, and lowered to laws and tables. */

export { ModelBuilder, model, type PointRef } from "./builder.js";
export type { Catalogue, ElementDefinition, ParameterDefinition } from "./definition.js";
export { type ReadBeside, withFiles } from "./files.js";
export { canonicalJson, sha256, sha256Hex } from "./hash.js";
export { bodiesOf, holdersOf } from "./holders.js";
export { modelJsonSchema } from "./json-schema.js";
export { checkedModel, type LowerOptions, lower, runSection } from "./lower.js";
export type {
  Anchor,
  CoordinateGroup,
  DrawnThing,
  EventLaw,
  ForceFunction,
  Holder,
  Law,
  LawKind,
  Links,
  Lowered,
  LoweredBodies,
  LoweredJointEnd,
  OutputColumn,
  OutputRead,
  Outputs,
  PairField,
  PairGroup,
  PairSite,
  Param,
  Receiver,
  StencilNode,
} from "./lowered.js";
export { migrateText } from "./migrate.js";
export { allErrors } from "./model-errors.js";
export { nameError } from "./names.js";
export { withPlaces } from "./places.js";
export { modelHash, resolveModel } from "./resolve.js";
export { checkRunShape, type ObservableSection, type RunSection } from "./run-section.js";
export type { ModelData, NamedChoice, RunData } from "./schema.js";
export { type Start, startParameters, startReader } from "./start-parameters.js";
export { builtInTemplates } from "./templates.js";
export { parseModelText, type TextOptions } from "./text.js";
export { quantityFor, readQuantity } from "./units/given-quantities.js";
export { type Model, validateModel } from "./validate.js";
