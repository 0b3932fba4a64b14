export * from "fast-check/original";
export { assert } from "./assert.ts";
