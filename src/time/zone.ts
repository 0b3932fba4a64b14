const known = new Set<string>();

/**
 * Checks the name of a time zone and gives it back: an exact IANA name or alias that this runtime
 * knows, such as `Europe/Berlin` or `US/Eastern`. Offsets and other spellings are refused, because
 * they change neither with the season nor with the law.
 *
 * @throws {RangeError} if the zone does not exist, is an offset, or is written in another case
 */
export function zone(name: string): string {
  if (known.has(name)) return name;
  if (/^[+-]/.test(name)) {
    throw new RangeError(
      `Cannot use time zone ${
        JSON.stringify(name)
      }: an offset is no zone; use an IANA name such as "Europe/Berlin"`,
    );
  }
  let id: string;
  try {
    id = new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch (cause) {
    throw new RangeError(
      `Cannot use time zone ${JSON.stringify(name)}: there is no such IANA zone`,
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
