/** Only contributors need it, so it is not in deno.json and deno.lock. @module */
export * from "npm:@seriousme/openapi-schema-validator@2.11.0";
