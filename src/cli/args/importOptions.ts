/** Options of `import`, as `node:util` expects them. */
export const IMPORT_OPTIONS = {
  data: { type: "string" },
  zone: { type: "string" },
} as const;
