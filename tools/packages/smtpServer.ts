/** Only contributors need it, so it is not in deno.json and deno.lock. @module */
// @ts-types="./smtpServer.d.ts"
export * from "npm:smtp-server@3.21.6";
