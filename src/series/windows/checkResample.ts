import { CLOSED } from "./closedRows.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { ResampleOptions } from "./resampleOptions.ts";

const FILLS: readonly unknown[] = [null, 0, "last"];
const LABELS: readonly string[] = ["left", "right", "datapoint"];

/**
 * Checks the options of which each is a word of a few, and those that exclude each other.
 *
 * @throws {RangeError} if one is not known, or does not go with another
 */
export function checkResample(options: ResampleOptions): void {
  const { every, fill = null, closed = "left", label = "left", end } = options;
  if (every === undefined) {
    throw new TypeError(
      "Cannot resample: every is missing; write how long windows are, such as 1d",
    );
  }
  if (!FILLS.includes(fill)) throw unknown("fill", fill, FILLS);
  const { whole = false } = options;
  if (typeof whole !== "boolean" && (typeof whole !== "object" || whole === null)) {
    throw new TypeError(
      `Cannot resample: whole is ${describeValue(whole)}, expected true, false or a range`,
    );
  }
  if (!CLOSED.includes(closed)) throw unknown("closed", closed, CLOSED);
  if (!LABELS.includes(label)) throw unknown("label", label, LABELS);
  if (end !== undefined && closed !== "left") {
    throw new RangeError(
      `Cannot resample spans with closed ${JSON.stringify(closed)}: spans are half-open`,
    );
  }
}

function unknown(what: string, value: unknown, values: readonly unknown[]): RangeError {
  return new RangeError(
    `Cannot resample with ${what} ${JSON.stringify(value)}: use one of ${
      values.map(String).join(", ")
    }`,
  );
}
