import { isRecordType } from "./dataTypes.ts";

/** Name of workouts in groups. */
const WORKOUTS = "mobile_workouts";

/** Types that groups cannot collect: no operation reads them for a group. */
const CALENDARS = ["calendars", "calendar_events"];

/** Returns whether a group can collect a type: a type with records, or a name that groups know. */
export function isCollectedType(type: string): boolean {
  return type === WORKOUTS || (isRecordType(type) && !CALENDARS.includes(type));
}

/** Returns whether a share can name a type: a type with records, or files below a path. */
export function isSharedType(type: string): boolean {
  return /^file(?:history)?:\//.test(type) || isRecordType(type);
}
