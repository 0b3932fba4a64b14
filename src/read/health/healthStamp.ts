import { civilDays } from "../csv/civilDays.ts";

/** `2024-03-10 07:12:33 +0100` */
const STAMP = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;

/** A stamp of the phone's health export. */
export interface HealthStamp {
  /** Seconds since 1970-01-01T00:00:00Z of the instant that it names. */
  readonly instant: number;
  /** The same of its date and clock, were they in UTC. */
  readonly wall: number;
}

/** Reads a stamp; undefined if it is none, or no date and time of day. */
export function healthStamp(text: string): HealthStamp | undefined {
  const found = STAMP.exec(text);
  if (found === null) return undefined;
  const year = Number(found[1]), month = Number(found[2]), day = Number(found[3]);
  const hour = Number(found[4]), minute = Number(found[5]), second = Number(found[6]);
  if (hour > 23 || minute > 59 || second > 59 || year < 1) return undefined;
  const days = civilDays(year, month, day);
  if (days === undefined) return undefined;
  const wall = days * 86_400 + hour * 3600 + minute * 60 + second;
  const offset = (Number(found[8]) * 60 + Number(found[9])) * 60;
  return { wall, instant: wall - (found[7] === "-" ? -offset : offset) };
}
