// deno-lint-ignore-file no-import-prefix -- only contributors need it: not in deno.json and deno.lock
export * from "npm:@seriousme/openapi-schema-validator@2.11.0";
