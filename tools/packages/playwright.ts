// deno-lint-ignore-file no-import-prefix -- only contributors need it: not in deno.json and deno.lock
export * from "npm:playwright-core@1.65.1";
