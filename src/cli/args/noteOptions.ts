/** Options of `note`, as `node:util` expects them. */
export const NOTE_OPTIONS = {
  value: { type: "string" },
  scale: { type: "string" },
  unit: { type: "string" },
  text: { type: "string" },
  tag: { type: "string", multiple: true },
  data: { type: "string" },
  profile: { type: "string" },
  zone: { type: "string" },
} as const;
