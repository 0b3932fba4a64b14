import type { range } from "@lifeframe/lifeframe";
import type { PublicCalls } from "./publicCall.ts";

const TZ = "Europe/Berlin";

/** Calls of `range`. */
export const RANGE: PublicCalls<typeof range> = {
  between: { args: () => ["2024-03-01", "2024-03-31", TZ] },
  day: { args: () => ["2024-03-31", TZ] },
  lastDays: { args: () => [30, TZ, { until: "2024-03-31T12:00Z" }], options: 2 },
  lastNights: { args: () => [30, TZ, { until: "2024-03-31T12:00Z" }], options: 2 },
  year: { args: () => [2024, TZ] },
  month: { args: () => ["2024-03", TZ] },
  wholeNights: {
    args: () => [{ start_time: "2024-03-01T00:00Z", end_time: "2024-04-01T00:00Z" }, TZ],
  },
  week: { args: () => ["2024-03-31", TZ] },
};
