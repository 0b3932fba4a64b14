import { describeValue } from "../options/describeValue.ts";
import { nearest } from "../options/nearest.ts";

const known = new Set<string>();

/**
 * Checks the name of a time zone and gives it back: an exact IANA name or alias that this runtime
 * knows, such as `Europe/Berlin` or `US/Eastern`. Offsets and other spellings are rejected, because
 * they change neither with the season nor with the law.
 *
 * @throws {TypeError} if it is not text
 * @throws {RangeError} if the zone does not exist, is an offset, or is written in another case
 */
export function zone(name: string): string {
  if (known.has(name)) return name;
  if (typeof name !== "string") {
    throw new TypeError(
      `Cannot use time zone: it is ${
        describeValue(name)
      }, expected an IANA name such as "Europe/Berlin"`,
    );
  }
  if (/^[+-]/.test(name)) {
    throw new RangeError(
      `Cannot use time zone ${
        JSON.stringify(name)
      }: an offset is not a zone; use an IANA name such as "Europe/Berlin"`,
    );
  }
  let id: string;
  try {
    id = new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch (cause) {
    const near = nearest(name, Intl.supportedValuesOf("timeZone"));
    throw new RangeError(
      `Cannot use time zone ${JSON.stringify(name)}: there is no such IANA zone` +
        (near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`),
      { cause },
    );
  }
  if (id !== name) {
    throw new RangeError(
      `Cannot use time zone ${JSON.stringify(name)}: write it ${JSON.stringify(id)}`,
    );
  }
  known.add(name);
  return name;
}
