/** Only contributors need it, so it is not in deno.json and deno.lock. @module */
export * from "npm:@modelcontextprotocol/client@2.4.0";
export { StdioClientTransport } from "npm:@modelcontextprotocol/client@2.4.0/stdio";
