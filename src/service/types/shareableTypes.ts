import { isRecordType } from "./dataTypes.ts";

/** The name of workouts in groups. */
const WORKOUTS = "mobile_workouts";

/** Types in no group: a group's maker has no operation that reads them. */
const CALENDARS = ["calendars", "calendar_events"];

/** Returns whether a group can collect a type: one that has records, or a name that groups know. */
export function isCollectedType(type: string): boolean {
  return type === WORKOUTS || (isRecordType(type) && !CALENDARS.includes(type));
}

/** Returns whether a share can name a type: one that has records, or files below a path. */
export function isSharedType(type: string): boolean {
  return /^file(?:history)?:\//.test(type) || isRecordType(type);
}
