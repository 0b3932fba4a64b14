// deno-lint-ignore-file no-import-prefix -- only contributors need it: not in deno.json and deno.lock
export { default } from "npm:typescript@5.9.3";
