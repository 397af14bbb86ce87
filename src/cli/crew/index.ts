export { type CrewOptions, type NodeCrew, startCrew } from "./node-crew.js";
