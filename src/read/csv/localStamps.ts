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
  .raw`(?:[,T]?\s*(?:(?:at|um|à|a las|alle|às|kl\.?)\s+)?(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d\\d?)[-/.](\\d\\d?)${CLOCK}${ZONE}$`, "i");
const NUMBERS = new RegExp(`^(\\d\\d?)([-/.]) ?(\\d\\d?)\\2 ?(\\d{4}|\\d\\d)${CLOCK}${ZONE}$`, "i");
const DAY_NAME = String.raw`(?:\p{L}+\.?,? )?`, MONTH = String.raw`(\p{L}{3,12})\.?`;
const DAY_MONTH = new RegExp(
  `^${DAY_NAME}(\\d\\d?)(?:st|nd|rd|th|er|\\.)?[ -](?:de )?${MONTH},?[ -](?:de )?(\\d{4})(?: г\\.)?${CLOCK}${ZONE}$`,
  "iu",
);
const MONTH_DAY = new RegExp(
  `^${DAY_NAME}${MONTH} (\\d\\d?)(?:st|nd|rd|th)?,? (\\d{4})${CLOCK}${ZONE}$`,
  "iu",
);
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Languages of month names, in addition to English. */
const LANGUAGES = ["de", "fr", "es", "it", "pt", "nl", "sv", "da", "pl", "ru"];

/**
 * Detects the format of a column of times: year first, month names in one of eleven languages, or
 * numbers in the order of a country. If no text shows whether the day or the month comes first, a
 * 12-hour clock means month first; otherwise the order with the shorter time between first and last
 * counts.
 */
export class StampFormat {
  /** Orders that all texts so far allow. */
  readonly #fits = { day: true, month: true };
  /** Orders that dates outside the column allow, by the separator of their numbers. */
  readonly #hints = new Map<string, { day: boolean; month: boolean }>();
  #mark = "";
  /** First and last day so far in each order, in milliseconds UTC. */
  readonly #spans = { day: new Span(), month: new Span() };
  #isDotted = false;
  #isHalf = false;
  #isNumeric = false;

  /** Adds a text of the column. */
  add(text: string): void {
    const found = NUMBERS.exec(clean(text));
    if (found === null) return;
    const [, first, mark, second, year, , , , , half] = found;
    this.#isNumeric = true;
    this.#mark = mark ?? "";
    if (Number(second) > 12) this.#fits.day = false;
    if (Number(first) > 12) this.#fits.month = false;
    this.#isDotted ||= mark === ".";
    this.#isHalf ||= half !== undefined;
    this.#spans.day.add(Date.UTC(Number(year), Number(second) - 1, Number(first)));
    this.#spans.month.add(Date.UTC(Number(year), Number(first) - 1, Number(second)));
  }

  /** Adds a date from outside the column, such as the day on which the file was created. */
  hint(text: string): void {
    const [, first, mark, second] = NUMBERS.exec(clean(text)) ?? [];
    if (mark === undefined) return;
    const fits = this.#hints.get(mark) ?? { day: true, month: true };
    if (Number(second) > 12) fits.day = false;
    if (Number(first) > 12) fits.month = false;
    this.#hints.set(mark, fits);
  }

  /** Returns how to read the texts that were added. */
  stamps(): LocalStamps {
    const { dayFirst, note } = this.#order();
    return {
      note: this.#isNumeric ? note : undefined,
      read: (written) => readStamp(clean(written), dayFirst),
    };
  }

  #order(): { dayFirst: boolean | undefined; note?: string } {
    const { day, month } = this.#fits, spans = this.#spans;
    if (day !== month) return { dayFirst: day };
    if (!day) return { dayFirst: undefined }; // both orders occur
    const hint = this.#hints.get(this.#mark);
    if (hint !== undefined && hint.day !== hint.month) return { dayFirst: hint.day };
    if (this.#isDotted) return { dayFirst: true };
    if (this.#isHalf) {
      return { dayFirst: false, note: "dates such as 3/4/2024 are read as month/day" };
    }
    if (spans.day.length === spans.month.length) {
      return {
        dayFirst: undefined,
        note: "dates such as 3/4/2024 may be day/month or month/day, and no row shows which",
      };
    }
    const dayFirst = spans.day.length < spans.month.length;
    return {
      dayFirst,
      note: `dates such as 3/4/2024 are read as ${dayFirst ? "day/month" : "month/day"}, ` +
        "because the rows are then closer together",
    };
  }
}

/** Time from the first of some instants to the last. */
class Span {
  #first = Infinity;
  #last = -Infinity;

  add(at: number): void {
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
  }

  get length(): number {
    return this.#last - this.#first;
  }
}

/** Returns how to read texts of a column of times. */
export function localStamps(texts: Iterable<string>): LocalStamps {
  const format = new StampFormat();
  for (const text of texts) format.add(text);
  return format.stamps();
}

function readStamp(text: string, dayFirst: boolean | undefined): string | undefined {
  let found = YEAR_FIRST.exec(text);
  if (found !== null) return iso(found[1], found[2], found[3], found.slice(4));
  found = NUMBERS.exec(text);
  if (found !== null) {
    if (dayFirst === undefined) return undefined;
    const [, first, , second, year] = found;
    const [day, month] = dayFirst ? [first, second] : [second, first];
    return iso(year, month, day, found.slice(5));
  }
  found = DAY_MONTH.exec(text);
  if (found !== null) return iso(found[3], monthOf(found[2]), found[1], found.slice(4));
  found = MONTH_DAY.exec(text);
  if (found !== null) return iso(found[3], monthOf(found[1]), found[2], found.slice(4));
  return undefined;
}

const EAST_ASIAN = /^(\d{4})[年년.] ?(\d\d?)[月월.] ?(\d\d?)[日일.] ?(.*)$/;
const HALVES = { 上午: "AM", 午前: "AM", 오전: "AM", 下午: "PM", 午後: "PM", 오후: "PM" };

/**
 * Replaces the narrow spaces that some programs write before AM, and the words of dates in Chinese,
 * Japanese and Korean.
 */
function clean(written: string): string {
  const text = written.replaceAll(/[\u00a0\u2009\u202f]/g, " ").trim();
  const [, year, month, day, rest = ""] = EAST_ASIAN.exec(text) ?? [];
  if (year === undefined) return text;
  const half = Object.entries(HALVES).find(([word]) => rest.startsWith(word));
  const clock = half === undefined ? rest : `${rest.slice(half[0].length).trim()} ${half[1]}`;
  return `${year}-${month}-${day} ${clock}`.trim();
}

function monthOf(name = ""): string {
  const word = name.toLowerCase();
  return String(monthNames().get(word) ?? MONTHS.indexOf(word.slice(0, 3)) + 1);
}

let names: Map<string, number> | undefined;

/** Returns the numbers of the months by their names after a day, without dots. */
function monthNames(): ReadonlyMap<string, number> {
  if (names !== undefined) return names;
  names = new Map();
  for (const language of LANGUAGES) {
    for (const month of ["short", "long"] as const) {
      const format = new Intl.DateTimeFormat(language, { day: "numeric", month, timeZone: "UTC" });
      for (const at of MONTHS.keys()) {
        const parts = format.formatToParts(Date.UTC(2024, at, 1));
        const name = parts.find(({ type }) => type === "month")?.value ?? "";
        names.set(name.toLowerCase().replace(".", ""), at + 1);
      }
    }
  }
  return names;
}

function iso(
  year = "",
  month = "",
  day = "",
  [hour, minute, second = "00", fraction = "", half, zone]: readonly (string | undefined)[],
): string {
  const date = `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (hour === undefined) return date;
  const hours = half === undefined
    ? Number(hour)
    : Number(hour) % 12 + (half.toLowerCase() === "p" ? 12 : 0);
  const offset = zone === undefined ? "" : /^[+-]/.test(zone) ? zone : "Z";
  return `${date}T${String(hours).padStart(2, "0")}:${minute}:${second}${fraction}${offset}`;
}
