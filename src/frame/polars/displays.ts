import type { TimeTextOptions } from "../../time/textPatterns.ts";
import type { Frame } from "./frame.ts";

/** How a table is shown. */
export interface TableOptions extends TimeTextOptions {
  /** Number of rows shown from the top. @default 5, or all of up to 30 where `tail` is not given either */
  head?: number;
  /** Number of rows shown from the end. @default 5 */
  tail?: number;
  /** Number of columns shown, from the left; in a terminal also as many as fit. @default 16 */
  maxColumns?: number;
  /** The IANA zone in which times are shown. @default each column's own */
  tz?: string;
  /** Units by column name, shown beside the type; numbers in `HH:MM` (hours after midnight) are shown as times of day. @default those that the frame is known to have */
  units?: Readonly<Record<string, string>>;
  /** Whether to say how large the table is and what types its columns have. @default true */
  types?: boolean;
  /** What stands above the table. @default none */
  title?: string;
  /** Width of the terminal form in characters. @default the terminal's width, or 100 */
  width?: number;
}

/** How frames show themselves, by the frame: Polars has no place for it. */
const displays = new WeakMap<Frame, TableOptions>();

/** How a frame shows itself; undefined if it shows itself as Polars does. */
export function displayOf(frame: Frame): TableOptions | undefined {
  return displays.get(frame);
}

/** Notes how a frame shows itself. */
export function setDisplay(frame: Frame, options: TableOptions): void {
  displays.set(frame, options);
}

/** The units of a frame's columns, as far as they are known. */
export function unitsOf(frame: Frame): Readonly<Record<string, string>> {
  return displays.get(frame)?.units ?? {};
}
