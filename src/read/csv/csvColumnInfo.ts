import type { CsvType } from "./csvColumns.ts";
import type { HeaderColumn } from "./headerColumns.ts";

/** Details of how a CSV column is read. */
export interface CsvColumnInfo {
  /** Name in the frame. */
  readonly name: string;
  /** Type of the column. */
  readonly type: CsvType;
  /** `true` if the type was inferred from the fields. */
  readonly inferred: boolean;
  /** Pattern of times or dates; `undefined` for ISO 8601 or other types. */
  readonly format?: string | undefined;
  /** Decimal separator. */
  readonly decimal: "." | ",";
  /** Unit in the header, such as `kg` in `Weight (kg)`, or of all fields: `%`, `min`. */
  readonly unit?: string | undefined;
  /** `true` if thousands separators are removed. */
  readonly isGrouped?: boolean | undefined;
  /** `true` if durations with two parts are minutes and seconds, because others have hours. */
  readonly isShort?: boolean | undefined;
  /** Column of dates that a column of clock times is combined with. */
  readonly dates?: string | undefined;
  /** Zone of times without one, if the header names it: `UTC` in `Start (UTC)` and `startTimeGMT`. */
  readonly zone?: string | undefined;
  /** Reason why a column of times or numbers stays text, and how to read it. */
  readonly why?: string | undefined;
}

/** A column of raw text, before type inference. */
export interface RawColumn extends HeaderColumn {
  readonly fields: (string | null)[];
}
