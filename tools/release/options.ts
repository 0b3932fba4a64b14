/** Options of `deno task dev release`; the command's row also reads `out`, for its permissions. */
export const RELEASE_OPTIONS = {
  "dry-run": { type: "boolean", default: false },
  tag: { type: "string" },
  out: { type: "string" },
  help: { type: "boolean", default: false },
} as const;
