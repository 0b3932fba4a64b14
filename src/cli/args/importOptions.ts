/** Options of `import`, as `node:util` expects them. */
export const IMPORT_OPTIONS = {
  data: { type: "string" },
  zone: { type: "string" },
  watch: { type: "string" },
  settle: { type: "string" },
} as const;
