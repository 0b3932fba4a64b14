import pl from "nodejs-polars";
import type { Frame, Series } from "./frame.ts";

/**
 * Returns a column of a frame as a series. Bypasses Polars' property proxy, in which a column named
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
      `Cannot read column ${JSON.stringify(name)}: the columns are ${names.join(", ") || "none"}`,
    );
  }
}

/** Returns the names of a frame's columns, in order, even if a column is named `columns`. */
export function columnNames(frame: Frame): string[] {
  const names: unknown = frame.columns;
  // Keys of an object are slower: the engine compares and stores each of them.
  return (Array.isArray(names) ? names : Reflect.ownKeys(frame)) as string[];
}

/** Number of rows and columns of a frame. */
export interface FrameShape {
  readonly height: number;
  readonly width: number;
}

/**
 * Returns the number of rows and columns, even if a column is named `shape`. Polars lists all names
 * for each property, which is slow if there are many columns.
 */
export function frameShape(frame: Frame): FrameShape {
  const shape: FrameShape | Series = frame.shape;
  if (!isSeries(shape)) return shape;
  return { height: shape.len(), width: columnNames(frame).length };
}

/** Returns the number of rows of a frame, even if a column is named `height` or `shape`. */
export function frameHeight(frame: Frame): number {
  return frameShape(frame).height;
}

/** Returns the name of a series' type in Polars, such as `Int64`; empty if Polars throws for it. */
export function variantOf(series: Series): string {
  try {
    return (series.dtype as unknown as { variant: string }).variant;
  } catch {
    return "";
  }
}

/** Returns whether a value is a series of Polars. */
export function isSeries(value: unknown): value is Series {
  return pl.Series.isSeries(value);
}
