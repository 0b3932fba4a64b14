/** Stay of a person in a zone. */
interface Stay {
  /** Inclusive start, in microseconds UTC; the minimum for the first stay. */
  readonly start: bigint;
  /** Exclusive end. */
  readonly end: bigint;
  /** IANA zone. */
  readonly tz: string;
}

/** Bounds before and after every instant that a frame can contain. */
const FIRST = -(1n << 62n), LAST = 1n << 62n;
/** Text between a zone and the start of the next. */
export const FROM = "; from ";
/** Zone of times that came without one: instants are known, local days and clocks are not. */
export const NO_ZONE = "";
/** Cache of parsed stays, for texts with more than one. */
const known = new Map<string, readonly Stay[]>();

/**
 * Joins the zones of a traveller to the text that the code passes on as `tz`: `Europe/Berlin; from
 * 2024-03-10T12:00:00Z America/New_York`. Only this file parses it.
 *
 * @param stays Zones in order; the first start is ignored.
 */
export function zonesText(stays: readonly Pick<Stay, "start" | "tz">[]): string {
  const distinct = stays.filter(({ tz }, i) => i === 0 || tz !== stays[i - 1]!.tz);
  return distinct.map(({ start, tz }, i) =>
    i === 0 ? tz : `${FROM}${new Temporal.Instant(start * 1000n)} ${tz}`
  ).join("");
}

/** Returns the stays of a zone; a single stay if the person does not travel. */
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

/** Returns the stay that contains an instant. */
function stayAt(at: bigint, tz: string): Stay | undefined {
  if (!tz.includes(FROM)) return undefined;
  const stays = staysOf(tz);
  return stays.findLast(({ start }, i) => i === 0 || start <= at);
}

/** Returns the IANA zone at an instant in microseconds UTC. */
export function zoneAt(at: bigint, tz: string): string {
  return stayAt(at, tz)?.tz ?? tz;
}

/** Returns the IANA zone that labels a column of times: the first. */
export function labelZone(tz: string): string {
  if (tz === NO_ZONE) return "UTC";
  return tz.includes(FROM) ? staysOf(tz)[0]!.tz : tz;
}

/** Error of a call that needs local time but has no zone. */
export class MissingZoneError extends RangeError {
  override readonly name = "RangeError";

  /** Creates the error of an action, such as `merge stages`. */
  constructor(action = "tell the local time") {
    super(
      `Cannot ${action}: the data has no time zone, which local days and clock times need. ` +
        'Pass tz, such as tz: "Europe/Berlin", or tz: "UTC".',
    );
  }
}

/** Computes a result; a {@linkcode MissingZoneError} thrown meanwhile names the action. */
export function nameAction<T>(action: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof MissingZoneError ? new MissingZoneError(action) : error;
  }
}

/** Returns the zones within an interval in microseconds UTC. */
export function zonesWithin(
  { start, end }: { readonly start: bigint; readonly end: bigint },
  tz: string,
): string {
  if (!tz.includes(FROM)) return tz;
  return zonesText(
    staysOf(tz).filter((stay) => stay.start < end && stay.end > start || stay.start === start),
  );
}

/**
 * Formats the zones for display: `Europe/Berlin, then America/New_York`.
 *
 * @param span Time span in milliseconds; zones outside it are left out. @default all time
 */
export function zoneLabel(tz: string, span?: MsSpan): string {
  const stays = zoneNames(tz, span);
  return stays.length > 3
    ? `${stays[0]} and ${stays.length - 1} more stays`
    : stays.join(", then ");
}

/** Returns the names of the zones in a span, in their order, for display in another language. */
export function zoneNames(tz: string, span?: MsSpan): string[] {
  if (!tz.includes(FROM)) return [tz];
  if (span !== undefined) {
    const [start, end] = [span.start, span.end].map((at) => BigInt(Math.round(1000 * at)));
    return zoneNames(zonesWithin({ start: start!, end: end! }, tz));
  }
  return staysOf(tz).map((stay) => stay.tz);
}

/** Interval in milliseconds. */
interface MsSpan {
  readonly start: number;
  readonly end: number;
}

/** Returns an instant in microseconds UTC with the clock and date of its zone. */
export function zonedTime(at: bigint, tz: string): Temporal.ZonedDateTime {
  if (tz === NO_ZONE) throw new MissingZoneError();
  return new Temporal.ZonedDateTime(at * 1000n, zoneAt(at, tz));
}

/**
 * Returns the next instant with a change of offset or zone, in microseconds; `undefined` without
 * one.
 */
export function nextChange(at: bigint, tz: string): bigint | undefined {
  const change = zonedTime(at, tz).getTimeZoneTransition("next");
  const own = change === null ? undefined : change.epochNanoseconds / 1000n;
  const stay = stayAt(at, tz);
  if (stay === undefined || stay.end === LAST) return own;
  return own !== undefined && own < stay.end ? own : stay.end;
}

/**
 * Returns whether the offset of a zone changes in an interval, in microseconds; moving to another
 * zone does not count.
 */
export function hasClockChange(
  { start, end }: { readonly start: bigint; readonly end: bigint },
  tz: string,
): boolean {
  for (let at = nextChange(start - 1n, tz); at !== undefined && at < end; at = nextChange(at, tz)) {
    if (zoneAt(at - 1n, tz) === zoneAt(at, tz)) return true;
  }
  return false;
}

/** Returns the latest change of offset or zone at or before an instant. */
export function lastChange(at: bigint, tz: string): bigint | undefined {
  const change = zonedTime(at, tz).add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const own = change === null ? undefined : change.epochNanoseconds / 1000n;
  const stay = stayAt(at, tz);
  if (stay === undefined || stay.start === FIRST) return own;
  return own !== undefined && own > stay.start ? own : stay.start;
}

/**
 * Returns the instant of a local time in microseconds UTC: the first one if the clock repeats it. A
 * skipped time is read with the offset before the gap (`"compatible"` in Temporal).
 */
export function localInstant(
  local: Temporal.PlainDateTime | Temporal.PlainDate,
  tz: string,
): bigint {
  if (tz === NO_ZONE) throw new MissingZoneError();
  const inZone = (name: string): bigint => local.toZonedDateTime(name).epochNanoseconds / 1000n;
  if (!tz.includes(FROM)) return inZone(tz);
  const stays = staysOf(tz), instants = stays.map((stay) => inZone(stay.tz));
  const within = stays.findIndex(({ start, end }, i) => {
    const instant = instants[i]!;
    return (i === 0 || start <= instant) && instant < end;
  });
  if (within >= 0) return instants[within]!;
  const skipped = stays.findIndex(({ end }, i) => instants[i]! >= end && instants[i + 1]! < end);
  const local0 = instants[Math.max(0, skipped)]!;
  // A day starts with its first instant on the clock.
  return local instanceof Temporal.PlainDate && skipped >= 0 ? stays[skipped]!.end : local0;
}
