/** How tables look in a notebook and in a terminal. @module */
export * from "./displayable.ts";
export * from "./selfShowing.ts";
export { table, type TableOptions } from "./table.ts";
export * from "./tableDisplay.ts";
export { progressBar, type ProgressBarOptions } from "./progressBar.ts";
export type { ProgressScreen } from "./progressScreens.ts";
export type { ShownProgress } from "./progressText.ts";
