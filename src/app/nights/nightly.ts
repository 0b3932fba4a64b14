import type { Zones } from "../../time/zone.ts";
import type { Client } from "../../client/client.ts";
import { type Column, type Columns, dateColumn } from "../../frame/columns/columns.ts";
import { openFrame } from "../../frame/open.ts";
import { displayOf } from "../../frame/polars/displays.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import type { FrameOf } from "../../frame/polars/frame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { takeMasked } from "../../series/windows/fillGaps.ts";
import { type NightColumn, nightly as tableOfNights, nightlyUnits } from "../../sleep/nightly.ts";
import type { StatisticName } from "../../sleep/nights/statisticDefinitions.ts";
import { dayStart, localDay } from "../../time/day.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { checkFunction } from "../ask/checkInput.ts";
import { warnAbsent } from "../ask/ifThere.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { type NightsClient, readNights } from "./readNights.ts";

/** Options of {@linkcode Questions.nightly}. */
export interface NightlyQuestion {
  /**
   * Statistics of `sleep.statistics` to return as columns, in this order.
   * @default TIB, TST, SE, SOL, WASO, awakenings, and minutes of each sleep stage
   */
  statistics?: readonly StatisticName[] | undefined;
  /** IANA zone of nights and clock times. @default the client's */
  tz?: Zones | undefined;
  /**
   * Sources of sleep, highest priority first; unlisted sources come last.
   * @default sources with stages before those without, then in the order of the service's data
   * sources
   */
  sourcePriority?: readonly string[] | undefined;
  /**
   * Includes nights with a daylight saving change. `false` leaves their values null.
   * @default true
   */
  dstNights?: boolean | undefined;
  /** User whose nights are read. @default the client's user */
  userid?: string | undefined;
  /**
   * Called if the service does not have sleep (404) or does not share it (403). The columns are
   * then null. @default console.warn
   */
  onAbsent?: ((absent: string) => void) | undefined;
}

const OPTIONS = optionNames<NightlyQuestion>()(
  "statistics tz sourcePriority dstNights userid onAbsent",
);

/**
 * Builds a row per night: `sleep.nightly` of each night of the range, found and merged as in
 * `me.lastNight`. A night is in the range if the midnight that starts its wake-up date is. So
 * `me.range.lastNights(30)` and `me.range.month("2025-03")` both give the expected nights.
 *
 * @returns the columns of `sleep.nightly`, a row per night of the range; without a main sleep, all
 * but `night` are null and `coverage` is 0
 * @throws {TypeError} if an option does not exist, or `sourcePriority` is not a list of names
 * @throws {RangeError} if the zone is missing, a statistic does not exist, or the range ends before
 * it starts
 */
export async function nightly(
  me: Client,
  range: Range,
  options: NightlyQuestion = {},
): Promise<FrameOf<NightColumn>> {
  const action = "make a table of nights";
  checkOptions(action, options, OPTIONS);
  const { statistics, sourcePriority, dstNights, userid, onAbsent = warnAbsent } = options;
  checkFunction(action, "onAbsent", onAbsent);
  const tz = zoneOf(me, options.tz, action);
  const days = nightsOf(range, tz);
  const { title, columns } = await readNightly(me, days, {
    tz,
    statistics,
    sourcePriority,
    dstNights,
    userid,
    onAbsent,
  });
  const nights = { night: dateColumn(Int32Array.from(days)), ...columns };
  return attachDisplay(toFrame(nights) as FrameOf<NightColumn>, {
    units: nightlyUnits(Object.keys(nights)),
    ...title,
  });
}

export interface ReadNightlyOptions {
  readonly tz: string;
  /** Statistics to return as columns; `undefined` for the usual ones. */
  readonly statistics: readonly StatisticName[] | undefined;
  readonly sourcePriority: readonly string[] | undefined;
  /** Includes nights with a daylight saving change; `undefined` includes them. */
  readonly dstNights: boolean | undefined;
  /** User whose nights are read; `undefined` for the client's user. */
  readonly userid: string | undefined;
  /** Called if sleep cannot be read. */
  readonly onAbsent: (absent: string) => void;
}

interface NightlyColumns {
  /** All columns except the night. */
  readonly columns: Columns;
  /** Title with the time at which nights are cut, if it is not noon. */
  readonly title: { readonly title?: string };
}

/**
 * Reads the columns of `sleep.nightly` except the night, a row per wake-up date.
 *
 * @param days The dates, ascending, as days since 1970.
 */
export async function readNightly(
  me: NightsClient,
  days: readonly number[],
  { tz, statistics, sourcePriority, dstNights = true, userid, onAbsent }: ReadNightlyOptions,
): Promise<NightlyColumns> {
  const own = statistics === undefined ? {} : { statistics };
  const found = days.length === 0 ? undefined : await readNights(me, {
    first: plainDate(days[0]!),
    last: plainDate(days.at(-1)!),
    tz,
    sourcePriority,
    userid,
  });
  if (found !== undefined && found.absent !== null) onAbsent(found.absent);
  const table = tableOfNights(found?.context ?? [], { tz, dstNights, ...own }),
    data = openFrame(table);
  const title = displayOf(table)?.title;
  const { night } = data.read({ night: "date" });
  const rowOf = new Map(Array.from(night.values, (day, row) => [day, row]));
  const rows = Uint32Array.from(days, (day) => rowOf.get(day) ?? 0);
  const valid = Uint8Array.from(days, (day) => rowOf.has(day) ? 1 : 0);
  const { night: _, ...columns } = data.columns();
  const filled = Object.entries(columns).map(([name, column]): [string, Column] => {
    const own = rowOf.size > 0 ? takeMasked(column, rows, valid) : emptyLike(column, days.length);
    return [name, name === "coverage" ? withZeros(own) : own];
  }).filter(([name, column]) => !OF_SOME_NIGHTS.includes(name) || saysSomething(column));
  return {
    columns: Object.fromEntries(filled),
    title: title === undefined ? {} : { title },
  };
}

/** Columns about unknown values, which a table has only if one of its nights needs them. */
const OF_SOME_NIGHTS: readonly string[] = ["stage_coverage", "reason", "vendor"];

function saysSomething(column: Column): boolean {
  if (column.type === "text") return column.values.some((text) => text !== null);
  if (column.type !== "float64") return false;
  const { values, valid } = column;
  return values.some((value, i) => valid?.[i] !== 0 && value < 1);
}

/** Returns the nights with a wake-up date in a range, as days since 1970. */
function nightsOf(range: Range, tz: string): number[] {
  const { start, end } = toInterval(range, { tz });
  const first = localDay(start, tz), days: number[] = [];
  for (let day = first; dayStart(day, tz) < end; day++) {
    if (dayStart(day, tz) >= start) days.push(day);
  }
  return days;
}

/** Returns a column of nulls. */
function emptyLike(column: Column, length: number): Column {
  const valid = new Uint8Array(length);
  switch (column.type) {
    case "time":
    case "int64":
      return { ...column, values: new BigInt64Array(length), valid };
    case "bool":
      return { ...column, values: new Uint8Array(length), valid };
    default:
      return { type: "float64", values: new Float64Array(length), valid };
  }
}

/** Replaces nulls with a share of 0, since nothing is known about a missing night. */
function withZeros(column: Column): Column {
  if (column.type !== "float64") return column;
  const { values, valid } = column;
  return { type: "float64", values: values.map((value, i) => valid?.[i] === 0 ? 0 : value) };
}

function plainDate(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from("1970-01-01").add({ days: day });
}
