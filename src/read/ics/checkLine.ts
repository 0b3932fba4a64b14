import { LIMITS } from "../../options/limits.ts";

/** Properties that are checked. All but the last two are dates, times or periods. */
const CHECKED = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE|DURATION|RRULE)(?=[;:])/i;
const TIME = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-4])[0-5]\d(?:[0-5]\d|60)Z?)?$/i;
const DURATION = /^[+-]?P(?=\d|T\d)(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/i;
const FREQUENCIES = /^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/;

/**
 * Checks a line of an event by RFC 5545, section 3.3. The library reads many wrong values as others:
 * February 30 as March 1, times with an offset as times without one, and a series of -3 events as an
 * empty one.
 *
 * @throws {TypeError} if its value is not valid, with the value and what was expected
 */
export function checkLine(line: string): void {
  const property = CHECKED.exec(line)?.[0].toUpperCase();
  // A longer line makes its entry too large anyway.
  if (property === undefined || line.length > LIMITS.calendarEntryBytes.most) return;
  const given = /^[^;:]+(?:;(?:"[^"]*"|[^":])*)?:(.*)$/s.exec(line)?.[1];
  if (given === undefined) return; // the library names it
  const value = given.trim();
  const reject = (wrong: string, expected: string): never => {
    throw new TypeError(
      `${property} is ${JSON.stringify(wrong.slice(0, 80))}, expected ${expected}`,
    );
  };
  const checkTime = (time: string): void => {
    if (!isTime(time)) reject(time, "a day such as 20240301 or a time such as 20240301T090000Z");
  };
  const checkDuration = (duration: string): void => {
    if (!DURATION.test(duration)) reject(duration, "a duration such as PT1H30M");
  };
  if (property === "DURATION") checkDuration(value);
  else if (property === "RRULE") {
    const parts = new Map(
      value.split(";").map((part) => {
        const [key = "", ...rest] = part.split("=");
        return [key.toUpperCase(), rest.join("=")];
      }),
    );
    const frequency = parts.get("FREQ"), until = parts.get("UNTIL");
    if (frequency === undefined || !FREQUENCIES.test(frequency)) {
      reject(value, "FREQ with SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY");
    }
    for (const key of ["COUNT", "INTERVAL"]) {
      const number = parts.get(key);
      if (number !== undefined && !/^0*[1-9]\d*$/.test(number)) {
        reject(value, `${key} to be a whole number of at least 1`);
      }
    }
    if (until !== undefined && !isTime(until)) reject(value, "UNTIL to be a day or a time");
  } else {
    for (const part of value.split(",")) {
      const [start = "", end] = part.trim().split("/");
      checkTime(start);
      if (end === undefined) continue;
      if (/^[+-]?P/i.test(end)) checkDuration(end);
      else checkTime(end);
    }
  }
}

function isTime(text: string): boolean {
  const [, year, month, day] = TIME.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month);
}
