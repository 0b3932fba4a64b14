/** Reads the times of a column whose format is detected from all of them. */
export interface LocalStamps {
  /**
   * Returns a time in ISO 8601, with its offset if the text has one; `undefined` if the text is not
   * a time.
   */
  read(text: string): string | undefined;
  /** Assumption for the report, if the order of day and month is not certain. */
  readonly note: string | undefined;
}

const CLOCK = String
  .raw`(?:[,T]?\s*(?:at\s+)?(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d\\d?)[-/.](\\d\\d?)${CLOCK}${ZONE}$`, "i");
const NUMBERS = new RegExp(`^(\\d\\d?)([-/.]) ?(\\d\\d?)\\2 ?(\\d{4}|\\d\\d)${CLOCK}${ZONE}$`, "i");
const DAY_NAME = String.raw`(?:[a-z]+,? )?`;
const DAY_MONTH = new RegExp(
  `^${DAY_NAME}(\\d\\d?)(?:st|nd|rd|th|\\.)?[ -]([a-z]{3,9})\\.?,?[ -](\\d{4})${CLOCK}${ZONE}$`,
  "i",
);
const MONTH_DAY = new RegExp(
  `^${DAY_NAME}([a-z]{3,9})\\.? (\\d\\d?)(?:st|nd|rd|th)?,? (\\d{4})${CLOCK}${ZONE}$`,
  "i",
);
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Detects the format of a column of times: year first, names of months in English, or numbers in
 * the order of a country. If no text shows whether the day or the month comes first, a 12-hour
 * clock means month first; otherwise the order with the shorter time between first and last counts.
 */
export function localStamps(texts: Iterable<string>): LocalStamps {
  const orders = { day: true, month: true };
  let isDotted = false, isHalf = false, isNumeric = false;
  const days: [number, number, number][] = [];
  for (const text of texts) {
    const found = NUMBERS.exec(clean(text));
    if (found === null) continue;
    const [, first, mark, second, year, , , , , half] = found;
    isNumeric = true;
    if (Number(second) > 12) orders.day = false;
    if (Number(first) > 12) orders.month = false;
    isDotted ||= mark === ".";
    isHalf ||= half !== undefined;
    days.push([Number(year), Number(first), Number(second)]);
  }
  const { dayFirst, note } = orderOf(orders, { isDotted, isHalf, days });
  return {
    note: isNumeric ? note : undefined,
    read: (written) => {
      const text = clean(written);
      let found = YEAR_FIRST.exec(text);
      if (found !== null) return iso(found[1]!, found[2]!, found[3]!, found.slice(4));
      found = NUMBERS.exec(text);
      if (found !== null) {
        if (dayFirst === undefined) return undefined;
        const [, first, , second, year] = found;
        const [day, month] = dayFirst ? [first!, second!] : [second!, first!];
        return iso(year!.length === 2 ? `20${year}` : year!, month, day, found.slice(5));
      }
      found = DAY_MONTH.exec(text);
      if (found !== null) return iso(found[3]!, monthOf(found[2]!), found[1]!, found.slice(4));
      found = MONTH_DAY.exec(text);
      if (found !== null) return iso(found[3]!, monthOf(found[1]!), found[2]!, found.slice(4));
      return undefined;
    },
  };
}

function orderOf(
  orders: { readonly day: boolean; readonly month: boolean },
  { isDotted, isHalf, days }: {
    isDotted: boolean;
    isHalf: boolean;
    days: readonly [number, number, number][];
  },
): { dayFirst: boolean | undefined; note?: string } {
  if (orders.day !== orders.month) return { dayFirst: orders.day };
  if (!orders.day) return { dayFirst: undefined }; // both orders occur
  if (isDotted) return { dayFirst: true };
  if (isHalf) return { dayFirst: false, note: "dates such as 3/4/2024 are read as month/day" };
  const span = (stamps: number[]): number =>
    stamps.reduce((most, at) => Math.max(most, at), -Infinity) -
    stamps.reduce((least, at) => Math.min(least, at), Infinity);
  const byDay = span(days.map(([year, day, month]) => Date.UTC(year, month - 1, day)));
  const byMonth = span(days.map(([year, month, day]) => Date.UTC(year, month - 1, day)));
  if (byDay === byMonth) return { dayFirst: undefined };
  const dayFirst = byDay < byMonth;
  return {
    dayFirst,
    note: `dates such as 3/4/2024 are read as ${dayFirst ? "day/month" : "month/day"}, ` +
      "because the rows are then closer together",
  };
}

/** Replaces the narrow spaces that some programs write before AM. */
function clean(text: string): string {
  return text.replaceAll(/[\u00a0\u2009\u202f]/g, " ").trim();
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function iso(
  year: string,
  month: string,
  day: string,
  [hour, minute, second = "00", fraction = "", half, zone]: readonly (string | undefined)[],
): string {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (hour === undefined) return date;
  const hours = half === undefined
    ? Number(hour)
    : Number(hour) % 12 + (half.toLowerCase() === "p" ? 12 : 0);
  const offset = zone === undefined ? "" : /^[+-]/.test(zone) ? zone : "Z";
  return `${date}T${String(hours).padStart(2, "0")}:${minute}:${second}${fraction}${offset}`;
}
