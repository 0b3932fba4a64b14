/** Only contributors need it, so it is not in deno.json and deno.lock. @module */
export * from "npm:playwright-core@1.65.1";
