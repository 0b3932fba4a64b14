/** A zone whose clock a person lived by from some instant on. */
interface Stay {
  /** Inclusive start, in microseconds UTC; of the first stay the first instant there is. */
  readonly start: bigint;
  /** Exclusive end. */
  readonly end: bigint;
  /** IANA zone. */
  readonly tz: string;
}

/** Before and after every instant that a frame may hold. */
const FIRST = -(1n << 62n), LAST = 1n << 62n;
/** Text between a zone and the instant from which the next one counts. */
export const FROM = "; from ";
/** Stays of each text that has several, since reading it takes longest. */
const known = new Map<string, readonly Stay[]>();

/**
 * Writes zones that follow each other as one text, the form in which they pass through the code as `tz`:
 * `Europe/Berlin; from 2024-03-10T12:00:00Z America/New_York`. Only the functions of this file read it.
 *
 * @param stays Zones in order; the start of the first does not matter.
 */
export function zonesText(stays: readonly Pick<Stay, "start" | "tz">[]): string {
  const distinct = stays.filter(({ tz }, i) => i === 0 || tz !== stays[i - 1]!.tz);
  return distinct.map(({ start, tz }, i) =>
    i === 0 ? tz : `${FROM}${new Temporal.Instant(start * 1000n)} ${tz}`
  ).join("");
}

/** Returns the stays of a zone; only one if the person does not travel. */
function staysOf(tz: string): readonly Stay[] {
  const found = known.get(tz);
  if (found !== undefined) return found;
  const [first = "", ...later] = tz.split(FROM);
  const starts = later.map((text) => {
    const [from = "", name = ""] = text.split(" ");
    return { start: Temporal.Instant.from(from).epochNanoseconds / 1000n, tz: name };
  });
  const all = [{ start: FIRST, tz: first }, ...starts];
  const stays = all.map((stay, i) => ({ ...stay, end: all[i + 1]?.start ?? LAST }));
  known.set(tz, stays);
  return stays;
}

/** Returns the stay in which an instant lies. */
function stayAt(at: bigint, tz: string): Stay | undefined {
  if (!tz.includes(FROM)) return undefined;
  const stays = staysOf(tz);
  return stays.findLast(({ start }, i) => i === 0 || start <= at);
}

/** Returns the IANA zone that counts at an instant in microseconds UTC. */
export function zoneAt(at: bigint, tz: string): string {
  return stayAt(at, tz)?.tz ?? tz;
}

/** Returns the one IANA zone in which a column of times is labelled: the first. */
export function labelZone(tz: string): string {
  return tz.includes(FROM) ? staysOf(tz)[0]!.tz : tz;
}

/** Returns the zones that count within an interval in microseconds UTC. */
export function zonesWithin(
  { start, end }: { readonly start: bigint; readonly end: bigint },
  tz: string,
): string {
  if (!tz.includes(FROM)) return tz;
  return zonesText(
    staysOf(tz).filter((stay) => stay.start < end && stay.end > start || stay.start === start),
  );
}

/** Returns the zones as text for people: `Europe/Berlin, then America/New_York`. */
export function zoneLabel(tz: string): string {
  if (!tz.includes(FROM)) return tz;
  const stays = staysOf(tz);
  return stays.length > 3
    ? `${stays[0]!.tz} and ${stays.length - 1} more stays`
    : stays.map((stay) => stay.tz).join(", then ");
}

/** Returns an instant in microseconds UTC with the clock and date of its zone. */
export function zonedTime(at: bigint, tz: string): Temporal.ZonedDateTime {
  return new Temporal.ZonedDateTime(at * 1000n, zoneAt(at, tz));
}

/** Returns the next instant at which the clock is changed or the zone is left, in microseconds; `undefined` without one. */
export function nextChange(at: bigint, tz: string): bigint | undefined {
  const change = zonedTime(at, tz).getTimeZoneTransition("next");
  const own = change === null ? undefined : change.epochNanoseconds / 1000n;
  const stay = stayAt(at, tz);
  if (stay === undefined || stay.end === LAST) return own;
  return own !== undefined && own < stay.end ? own : stay.end;
}

/** Returns whether the clock of a zone is changed in an interval, in microseconds; entering another zone does not count. */
export function hasClockChange(
  { start, end }: { readonly start: bigint; readonly end: bigint },
  tz: string,
): boolean {
  for (let at = nextChange(start - 1n, tz); at !== undefined && at < end; at = nextChange(at, tz)) {
    if (zoneAt(at - 1n, tz) === zoneAt(at, tz)) return true;
  }
  return false;
}

/** Returns the latest instant at or before another at which the clock was changed or the zone was entered. */
export function lastChange(at: bigint, tz: string): bigint | undefined {
  const change = zonedTime(at, tz).add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const own = change === null ? undefined : change.epochNanoseconds / 1000n;
  const stay = stayAt(at, tz);
  if (stay === undefined || stay.start === FIRST) return own;
  return own !== undefined && own > stay.start ? own : stay.start;
}

/**
 * Returns the instant at which the person's clock shows a local time, in microseconds UTC: the first if
 * it does so twice. A time that it skips is read by the clock before (`"compatible"`, as Temporal has it).
 */
export function localInstant(
  local: Temporal.PlainDateTime | Temporal.PlainDate,
  tz: string,
): bigint {
  const inZone = (name: string): bigint => local.toZonedDateTime(name).epochNanoseconds / 1000n;
  if (!tz.includes(FROM)) return inZone(tz);
  const stays = staysOf(tz), instants = stays.map((stay) => inZone(stay.tz));
  const within = stays.findIndex(({ start, end }, i) =>
    (i === 0 || start <= instants[i]!) && instants[i]! < end
  );
  if (within >= 0) return instants[within]!;
  const skipped = stays.findIndex(({ end }, i) => instants[i]! >= end && instants[i + 1]! < end);
  const local0 = instants[Math.max(0, skipped)]!;
  // A day begins with the first instant that the clock shows of it.
  return local instanceof Temporal.PlainDate && skipped >= 0 ? stays[skipped]!.end : local0;
}
