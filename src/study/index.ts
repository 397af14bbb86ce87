/** Studies: many runs of one model, described by data. */

export type { EnsembleColumn, MergedHistogram } from "./ensemble.js";
export { decodePart, encodePart, type Part } from "./part.js";
export { shownOutcomes, sweepReportData } from "./report-data.js";
export { ranges, SweepResults } from "./results.js";
export { type Row, type RunInHand, StudyRunner } from "./runner.js";

export { type RunSpec, type Study, validateStudy } from "./study.js";
export type { StudyData } from "./study-schema.js";
export { ensembleTable, histogramTable, runTable, shownValue } from "./tables.js";
