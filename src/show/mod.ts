/** How tables look in a notebook and in a terminal. @module */
export * from "./displayable.ts";
export * from "./selfShowing.ts";
export * from "./table.ts";
export * from "./tableDisplay.ts";
