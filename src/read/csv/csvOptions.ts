import type { Zone } from "../../time/zone.ts";
import { optionNames } from "../../options/checkOptions.ts";
import type { TimeLike } from "../../time/instant.ts";
import type { DateLocale } from "../../time/localText.ts";
import type { CsvType } from "./csvColumns.ts";

/** Options of {@linkcode csv}. */
export interface CsvOptions {
  /**
   * Names of the frame's columns, with their names in the header row: `{ start_time: "Begin" }`.
   * @default all, with their names in the file
   */
  columns?: Readonly<Record<string, string>>;
  /**
   * Types of the frame's columns. @default `float64` for value, unless most fields are true or
   * false; `int64` for sleep_stage, unless all are words; otherwise inferred from all fields: `int64`, `float64`, `bool`, `date`, `time`, `duration` (minutes), or
   * `text`. A column named time, timestamp, or ending in _time or _date is `time` if at least half
   * of its fields look like times
   */
  types?: Readonly<Record<string, CsvType>>;
  /**
   * IANA zone of times without one, and of the frame's times. @default none: such times are
   * rejected, and local days need `tz`
   */
  tz?: Zone;
  /**
   * Number of lines before the header row, or before the first row with `header: false`.
   * @default the lines before the first row that is as wide as most rows
   */
  skip?: number;
  /**
   * Names of the columns if the file has no header row, or `false` for `column_1`, `column_2` and so
   * on. @default true, or `false` if the first row has a date above a date, or only numbers with a
   * fraction or a time since 1970 among them, or follows several other lines and has values
   */
  header?: boolean | readonly string[];
  /**
   * Encoding of bytes: a name such as `windows-1252`. @default UTF-8, UTF-16 if the file starts
   * with its byte order mark, or Windows-1252 if no character outside ASCII is UTF-8
   */
  encoding?: string;
  /**
   * Separator of fields, one character. @default the most frequent of `,` `;` tab `|` in the header
   * row
   */
  delimiter?: string;
  /** Decimal separator. @default ".", or "," if a column uses it and it is not the delimiter */
  decimal?: "." | ",";
  /** Texts that are null, in addition to the empty text. @default none */
  nulls?: readonly string[];
  /**
   * Format of times and dates: a date-fns pattern such as `dd.MM.yyyy HH:mm` or `M/d/yyyy h:mm a`,
   * or a pattern per column. In `yy`, 69 is 1969 and 68 is 2068.
   * @default ISO 8601, optionally with a space before the offset; or the order of day, month and
   * year that a column's fields show
   */
  timeFormat?: string | Readonly<Record<string, string>>;
  /**
   * Language of names in `timeFormat`: a BCP 47 name such as `de`, or a date-fns locale. @default
   * English
   */
  locale?: string | DateLocale;
  /**
   * Throws if a row cannot be read. By default, such a row is skipped and reported, as long as more
   * than half of the rows can be read. @default false
   */
  strict?: boolean;
  /** Stops reading, and throws the signal's reason. @default the notebook's stop button */
  signal?: AbortSignal | undefined;
  /** Called once with the skipped rows and the columns that stay text. @default console.warn */
  onProblem?: (problems: string) => void;
  /** Reads a time that is neither ISO 8601 nor in the pattern. @default none */
  parseTime?: (text: string) => TimeLike;
}

export const CSV_OPTIONS = optionNames<CsvOptions>()(
  "columns types skip header encoding tz delimiter decimal nulls timeFormat locale parseTime strict signal onProblem",
);
