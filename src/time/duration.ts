import { MAX_LENGTH } from "./every.ts";

/**
 * Parses an ISO 8601 duration of elapsed time, such as `PT2H` or `PT30S`, as microseconds. Days
 * have 24 hours; weeks, months and years have no fixed length and are rejected.
 *
 * @throws {RangeError} if the text is not a duration, is negative, or counts weeks, months or years
 */
export function durationMicros(text: string, what = "duration"): bigint {
  let duration: Temporal.Duration;
  try {
    duration = Temporal.Duration.from(text);
  } catch (cause) {
    throw new RangeError(
      `Cannot read ${what}: ${JSON.stringify(text)} is not an ISO 8601 duration such as PT2H`,
      { cause },
    );
  }
  if (duration.years !== 0 || duration.months !== 0 || duration.weeks !== 0) {
    throw new RangeError(
      `Cannot use ${what} ${JSON.stringify(text)}: weeks, months and years have no fixed length`,
    );
  }
  if (duration.sign < 0) {
    throw new RangeError(`Cannot use ${what} ${JSON.stringify(text)}: it is negative`);
  }
  const micros = BigInt(Math.round(duration.total({ unit: "microseconds" })));
  if (micros > MAX_LENGTH) {
    throw new RangeError(
      `Cannot use ${what} ${JSON.stringify(text)}: it is longer than 9,999 years`,
    );
  }
  return micros;
}
