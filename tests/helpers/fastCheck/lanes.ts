export * from "fast-check/original";
export { assert, assertAll } from "./assert.ts";
