/** Options of the command `reproduce`. */
export const REPRODUCE_OPTIONS = {
  update: { type: "boolean" },
  timeout: { type: "string" },
} as const;
