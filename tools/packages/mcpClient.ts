// deno-lint-ignore-file no-import-prefix -- only contributors need it: not in deno.json and deno.lock
export * from "npm:@modelcontextprotocol/client@2.4.0";
export { StdioClientTransport } from "npm:@modelcontextprotocol/client@2.4.0/stdio";
