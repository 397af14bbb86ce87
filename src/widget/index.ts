/**
 * Models in pages of your own: the custom element `<taut-lab>`. Importing this does nothing by itself, also in Node.
 *
 * @module
 *
 * @example
 * import { defineTautLab } from "taut/embed";
 * defineTautLab(); // <taut-lab model="double-pendulum.yaml" lanes="stiff/gn-zs, rigid/rattle" autoplay></taut-lab>
 */

export { defineTautLab, type TautDoneDetail, type TautErrorDetail, TautLab } from "./element.js";
export type { LaneResult } from "./session.js";
