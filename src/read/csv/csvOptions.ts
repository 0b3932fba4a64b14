import type { Zone } from "../../time/zone.ts";
import { optionNames } from "../../options/checkOptions.ts";
import type { TimeLike } from "../../time/instant.ts";
import type { DateLocale } from "../../time/localText.ts";
import type { CsvType } from "./csvColumns.ts";

/** How CSV is read. */
export interface CsvOptions {
  /** The frame's columns by the names in the file's first line, `{ start_time: "Begin" }`. @default all, as named there */
  columns?: Readonly<Record<string, string>>;
  /**
   * What stands in the frame's columns. @default `time` of columns named time, timestamp, or ending in
   * _time or _date; `float64` of value; `int64` of sleep_stage; else what all fields of the column are:
   * `int64`, `float64`, `bool`, `date`, `time`, or `text`
   */
  types?: Readonly<Record<string, CsvType>>;
  /** The IANA zone of times that name none, and of the frame's times. @default none: such times are rejected, and the frame's are in UTC */
  tz?: Zone;
  /** What stands between fields, one character. @default the one of `,` `;` tab `|` that is most often in the first line */
  delimiter?: string;
  /** What stands before the fraction of a number. @default ".", or "," of a column that has it where the delimiter is another */
  decimal?: "." | ",";
  /** Texts that are null, beside the empty one. @default none */
  nulls?: readonly string[];
  /**
   * The form of times and dates, as a pattern of date-fns such as `dd.MM.yyyy HH:mm` or
   * `M/d/yyyy h:mm a`, or a pattern for each column of times. Of `yy`, 69 is 1969 and 68 is 2068.
   * @default ISO 8601, also with a space before the offset, or day, month and year of a column that
   * tells which is which
   */
  timeFormat?: string | Readonly<Record<string, string>>;
  /** The language of names in `timeFormat`: a BCP 47 name such as `de`, or a locale of date-fns. @default English */
  locale?: string | DateLocale;
  /**
   * Whether a row that cannot be read is an error. Without it, such a row is left out and reported, as
   * long as more than half of the rows can be read. @default false
   */
  strict?: boolean;
  /** Called once with what was left out, and which column stays text. @default console.warn */
  onProblem?: (problems: string) => void;
  /** Reads a time where neither ISO 8601 nor a pattern does. @default none */
  parseTime?: (text: string) => TimeLike;
}

/** Which options there are. */
export const CSV_OPTIONS = optionNames<CsvOptions>()(
  "columns types tz delimiter decimal nulls timeFormat locale parseTime strict onProblem",
);
