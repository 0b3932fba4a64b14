/** Display of frames, records and progress in notebooks and terminals. @module */
export {
  DENO_INSPECT,
  Displayable,
  type DisplayBundle,
  JUPYTER_DISPLAY,
  NODE_INSPECT,
} from "../display/displayable.ts";
export { type Shown, withDisplay } from "../frame/polars/withDisplay.ts";
export {
  type FrameRange,
  rangeOf,
  type RangeOfOptions,
  withRange,
  type WithRangeOptions,
} from "../frame/rangeOf.ts";
export type { TableOptions } from "../frame/polars/displays.ts";
export { all, type AllRowsOptions } from "../frame/polars/allRows.ts";
export { table, type TableLike } from "../frame/polars/table.ts";
export { type Citation, cite, type CiteOptions } from "../frame/cite.ts";
export { excel, type ExcelOptions } from "../frame/excel.ts";
export { options, type ShowOptions } from "../frame/table/showOptions.ts";
export * from "../frame/table/tableDisplay.ts";
export { progressBar, type ProgressBarOptions } from "../progress/progressBar.ts";
export {
  type DateInputOptions,
  input,
  type Inputs,
  type NumberInputOptions,
  type TextInputOptions,
} from "../frame/cells/input.ts";
export { type Live, live, type LiveOptions } from "../frame/cells/live.ts";
export { progress, type ProgressOptions } from "../frame/cells/progressLoop.ts";
export type { ProgressScreen } from "../progress/progressScreens.ts";
export type { ShownProgress } from "../progress/progressText.ts";
