import { meantName } from "../../options/suggest.ts";
import type { Frame } from "./frame.ts";
import { columnNames } from "./seriesOf.ts";

/** Polars' messages about a column that a frame does not have. */
const NOT_FOUND = /^not found: (?:unable to find column )?"(.+?)"(?: not found|; valid columns)/;

/**
 * Calls a method of a frame or of a lazy frame. If Polars does not find a column, the error gives the
 * column that was meant.
 *
 * @throws {TypeError} if the frame lacks a column
 */
export function callOnFrame<T>(method: string, frame: Frame, call: () => T): T {
  try {
    return call();
  } catch (cause) {
    const [, name] = NOT_FOUND.exec((cause as Error).message) ?? [];
    const columns = columnNames(frame);
    if (name === undefined || columns.includes(name)) throw cause;
    const meant = meantName(name, columns);
    throw new TypeError(
      `Cannot call ${method}: column ${JSON.stringify(name)} is missing; ` +
        (meant === undefined
          ? `the columns are ${columns.join(", ")}`
          : `did you mean ${JSON.stringify(meant)}?`),
      { cause },
    );
  }
}
