import { readTime } from "../../schema/checks/timeForm.ts";
import type { Participation } from "../http/handler.ts";

/** Catalog names of data types that have another name in groups. */
const GROUP_TYPES: Readonly<Record<string, string>> = { mobile_workouts: "MobileWorkout" };

/**
 * Returns the data that a group's creator may read of its participants, from the group's stored
 * contents.
 */
export function groupTerms(body: string): Participation["terms"] {
  const { svc_data_types = [], time_start = null, time_end = null } = JSON.parse(body) as {
    svc_data_types?: string[];
    time_start?: string | null;
    time_end?: string | null;
  };
  return {
    body: JSON.stringify({
      svc_data_types: svc_data_types.map((type) => GROUP_TYPES[type] ?? type),
    }),
    allData: false,
    start: time_start === null ? null : readTime(time_start),
    end: time_end === null ? null : readTime(time_end),
  };
}
