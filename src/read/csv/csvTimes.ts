import { toMicros } from "../../time/instant.ts";
import { civilDays } from "./civilDays.ts";
import { zoneOffsets } from "./zoneOffsets.ts";
import { DAY_SECONDS } from "../../time/units.ts";

const PLAIN =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?:(Z)| ?([+-])(\d\d):?(\d\d))?$/;

/**
 * Reads times like `toMicros`, but also accepts a space before the offset, as phones write them
 * (`2024-03-10 07:12:33 +0100`). Usual times are ten times as fast: if the offset of the zone is
 * the same a day before and a day after, a local time can neither be skipped nor occur twice.
 */
export function csvTimes(tz: string | undefined): (text: string) => bigint {
  const offsetAt = zoneOffsets();
  return (text) => {
    const found = PLAIN.exec(text);
    const wall = found === null ? undefined : wallSeconds(found);
    if (found === null || wall === undefined) return toMicros(text, { tz });
    let offset: number;
    if (found[8] !== undefined) offset = 0;
    else if (found[9] !== undefined) {
      offset = (Number(found[10]) * 60 + Number(found[11])) * (found[9] === "-" ? -60 : 60);
    } else {
      if (tz === undefined) return toMicros(text);
      offset = offsetAt(tz, wall - DAY_SECONDS);
      if (offset !== offsetAt(tz, wall + DAY_SECONDS)) return toMicros(text, { tz });
    }
    return BigInt(wall - offset) * 1_000_000n + BigInt((found[7] ?? "").padEnd(6, "0"));
  };
}

function wallSeconds(found: RegExpExecArray): number | undefined {
  const days = civilDays(Number(found[1]), Number(found[2]), Number(found[3]));
  const hour = Number(found[4]), minute = Number(found[5]), second = Number(found[6] ?? 0);
  const isTime = hour < 24 && minute < 60 && second < 60 && Number(found[1]) > 1;
  return days === undefined || !isTime
    ? undefined
    : days * DAY_SECONDS + hour * 3600 + minute * 60 + second;
}
