/**
 * Pictures of models: a scene is data that `sceneOf` of `taut` makes, `poser` computes where its parts are at a state, and the
 * painters draw it on a canvas or as SVG.
 *
 * @module
 *
 * @example
 * import { prepareRun, sceneOf } from "taut";
 * import { paintPlane, poser, svgSheet } from "taut/scene";
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * const sheet = svgSheet((text) => text);
 * paintPlane(sheet, scene, poser(scene)(0, workspace.initial), { left: 50, bottom: 50, scale: 40, width: 100, height: 100 });
 * sheet.svg(); // paths of a rod, a support and a mass
 */

export { compactScene } from "./compact.js";
export { ballOf, type Extent, emptyExtent, growExtent, shownPoints } from "./extent.js";
export { type Mesh, meshOf } from "./meshes.js";
export { type PlaneOptions, paintPlane } from "./paint-plane.js";
export { directions, paintSpace, project, type SpaceCamera, type SpaceOptions } from "./paint-space.js";
export { atomLook, tensionTone } from "./palette.js";
export type { PlaneView } from "./plane-pen.js";
export { type Places, poser } from "./pose.js";
export { withReactions } from "./reactions.js";
export type {
  LinkStyle,
  ModelLink,
  ModelPoint,
  ModelScene,
  PointSource,
  SceneColour,
  SceneFrame,
  SceneJoint,
  SceneMark,
  SceneProgram,
  SceneShape,
} from "./scene.js";
export { canvasSheet, colourOf, type Ink, type Sheet, svgSheet, type Theme, type Tone } from "./sheet.js";
export { type MeshName, mostMasses, type Solid, type SolidPlace, solidsOf } from "./solids.js";
export { perSolid, placeSolids } from "./transforms.js";
export { planeView, spaceView, type Viewpoint } from "./view.js";
