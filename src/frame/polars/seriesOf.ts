import pl from "nodejs-polars";
import type { Frame, Series } from "./frame.ts";

/**
 * A column of a frame as a series. Reads past Polars' property proxy, on which a column named
 * `height` or `filter` hides the method of that name.
 *
 * @throws {TypeError} if the frame has no such column
 */
export function seriesOf(frame: Frame, name: string): Series {
  try {
    return Object.getOwnPropertyDescriptor(frame, name)!.value as Series;
  } catch (cause) {
    const names = columnNames(frame);
    if (names.includes(name)) throw cause;
    throw new TypeError(
      `Cannot read column ${JSON.stringify(name)}: the frame has only ${
        names.join(", ") || "none"
      }`,
    );
  }
}

/** The names of a frame's columns, in order. */
export function columnNames(frame: Frame): string[] {
  return Reflect.ownKeys(frame) as string[];
}

/** The number of rows of a frame, also where a column is named `height` or `shape`. */
export function frameHeight(frame: Frame): number {
  const first = columnNames(frame)[0];
  return first === undefined ? 0 : seriesOf(frame, first).len();
}

/** The name of a series' type in Polars, such as `Int64`; empty where Polars fails to say it. */
export function variantOf(series: Series): string {
  try {
    return (series.dtype as unknown as { variant: string }).variant;
  } catch {
    return "";
  }
}

/** Whether it is a series of Polars. */
export function isSeries(value: unknown): value is Series {
  return pl.Series.isSeries(value);
}
