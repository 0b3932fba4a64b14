// deno-lint-ignore-file no-import-prefix -- only contributors need it: not in deno.json and deno.lock
// @ts-types="./smtpServer.d.ts"
export * from "npm:smtp-server@3.21.6";
