export type { Axis } from "./axis.js";
export { type CompareReportData, type CompareRow, compareReport } from "./compare-report.js";
export type { HeatMap } from "./heat-map.js";
export type { RecordedScene } from "./motion.js";
export { formatCount, formatNumber, formatNumberHtml, plural } from "./number.js";
export type { Page } from "./page.js";
export type { PathPlotOptions } from "./path-plot.js";
export { linePlot, type PlacedPlot, type Plot, type PlotSeries, placedPlot } from "./plot.js";
export {
  type ItemValue,
  type ReproduceFigure,
  type ReproduceItem,
  type ReproduceReportData,
  reproduceReport,
} from "./reproduce-report.js";
export { runReport } from "./run-report.js";
export type {
  CoordinatesPicture,
  LedgerData,
  NamedValues,
  ObservableData,
  Picture,
  RunReportData,
  ScenePicture,
} from "./run-report-data.js";
export type { DrawingOptions } from "./svg.js";
export { type SweepReportData, sweepReport } from "./sweep-report.js";
export type { Cell, Column, Html, Table } from "./table.js";
export { drawingCss, themeCss } from "./theme.js";
