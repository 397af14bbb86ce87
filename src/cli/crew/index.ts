/**
 * Threads for the sums over pairs of large systems; only Node has them, so an application starts them and hands them over.
 *
 * @module
 */

export { type CrewOptions, type NodeCrew, startCrew } from "./node-crew.js";
