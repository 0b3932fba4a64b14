import type { Every } from "../../time/every.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import type { Frame } from "./frame.ts";

/** Options of {@linkcode table}. */
export interface TableOptions extends TimeTextOptions {
  /** Number of rows from the top. @default 5, or all of up to 30 if `tail` is not given either */
  head?: number;
  /** Number of rows from the end. @default 5 */
  tail?: number;
  /** Number of columns, from the left; a terminal shows as many as fit. @default 16 */
  maxColumns?: number;
  /** IANA zone of the times shown. @default each column's own */
  tz?: string;
  /**
   * Units by column name, shown next to the type. Numbers in `HH:MM` (hours after midnight) are
   * shown as times of day. @default the known units of the frame
   */
  units?: Readonly<Record<string, string>>;
  /** Shows the size of the table and the types of its columns. @default true */
  types?: boolean;
  /** Title above the table. @default none */
  title?: string;
  /** Width of the text in characters. @default the terminal's width, or 100 */
  width?: number;
}

/** Display options of each frame; Polars cannot store them. */
const displays = new WeakMap<Frame, TableOptions>();

/** Returns the display options of a frame; `undefined` if it displays itself as Polars does. */
export function displayOf(frame: Frame): TableOptions | undefined {
  return displays.get(frame);
}

/** Sets the display options of a frame. */
export function setDisplay(frame: Frame, options: TableOptions): void {
  displays.set(frame, options);
}

/** Returns the known units of a frame's columns. */
export function unitsOf(frame: Frame): Readonly<Record<string, string>> {
  return displays.get(frame)?.units ?? {};
}

/** Windows whose values the columns of a resampled frame hold. */
export interface Windows {
  /** Length of the windows. */
  readonly every: Every;
  /** Function of the values of a window, such as `mean`, by column. */
  readonly aggregates: Readonly<Record<string, string>>;
}

/** Windows of each resampled frame; Polars cannot store them. */
const windows = new WeakMap<Frame, Windows>();

/** Returns the windows of a resampled frame; `undefined` if its rows are samples. */
export function windowsOf(frame: Frame): Windows | undefined {
  return windows.get(frame);
}

/** Sets the windows of a frame, if known, and returns the frame. */
export function setWindows(frame: Frame, known: Windows | undefined): Frame {
  if (known !== undefined) windows.set(frame, known);
  return frame;
}
