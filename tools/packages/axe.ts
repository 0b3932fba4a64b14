/** Only contributors need it, so it is not in deno.json and deno.lock. @module */
export { default } from "npm:axe-core@4.14.1";
