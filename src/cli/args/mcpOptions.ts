/** Options of the command, as `node:util` expects them. */
export const MCP_OPTIONS = {
  data: { type: "string" },
  profile: { type: "string" },
  "base-url": { type: "string" },
  mirror: { type: "string" },
  zone: { type: "string" },
  write: { type: "boolean" },
  http: { type: "string" },
  "token-file": { type: "string" },
  log: { type: "string" },
  "show-config": { type: "boolean" },
} as const;
