/** How frames, records and progress look in a notebook and in a terminal. @module */
export * from "../show/displayable.ts";
export { type Shown, withDisplay } from "./polars/withDisplay.ts";
export { type FrameRange, rangeOf, withRange, type WithRangeOptions } from "./rangeOf.ts";
export type { TableOptions } from "./polars/displays.ts";
export { all, type AllRowsOptions } from "./polars/allRows.ts";
export { table, type TableLike } from "./polars/table.ts";
export { options, type ShowOptions } from "../options/showOptions.ts";
export * from "../show/tableDisplay.ts";
export { progressBar, type ProgressBarOptions } from "../show/progressBar.ts";
export {
  type DateInputOptions,
  input,
  type Inputs,
  type NumberInputOptions,
  type TextInputOptions,
} from "./cells/input.ts";
export { progress, type ProgressOptions } from "./cells/progressLoop.ts";
export type { ProgressScreen } from "../show/progressScreens.ts";
export type { ShownProgress } from "../show/progressText.ts";
