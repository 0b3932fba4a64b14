/** Options of `digest`, as `node:util` expects them. */
export const DIGEST_OPTIONS = {
  last: { type: "string" },
  zone: { type: "string" },
  locale: { type: "string" },
  data: { type: "string" },
  profile: { type: "string" },
  out: { type: "string" },
  mail: { type: "string" },
  from: { type: "string" },
  smtp: { type: "string" },
  "password-file": { type: "string" },
  every: { type: "string" },
  at: { type: "string" },
  install: { type: "boolean" },
} as const;
