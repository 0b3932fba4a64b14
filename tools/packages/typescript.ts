/** Only contributors need it, so it is not in deno.json and deno.lock. @module */
export { default } from "npm:typescript@5.9.3";
