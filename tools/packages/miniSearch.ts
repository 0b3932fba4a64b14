/** Only contributors need it, so it is not in deno.json and deno.lock. @module */
/** File URL of its main module. */
export const MAIN = import.meta.resolve("npm:minisearch@7.2.0");

export { default, type Options } from "npm:minisearch@7.2.0";
