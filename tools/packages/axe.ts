// deno-lint-ignore-file no-import-prefix -- only contributors need it: not in deno.json and deno.lock
export { default } from "npm:axe-core@4.14.1";
