import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { nearest } from "../options/suggestions/nearest.ts";
import { displayMembers } from "../display/displayMembers.ts";
import { factsText } from "../display/facts.ts";
import { toMicros } from "../time/instant.ts";
import { isoMicros } from "../time/iso.ts";
import { zonedTime } from "../time/zones.ts";
import type { DataType } from "../schema/catalog.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Nouns } from "./nouns.ts";

/** A data type in words and numbers; `String(description)` fits on a screen. */
export interface TypeDescription {
  /** Identifier, such as `HeartRate`. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** Meaning of its records. */
  readonly description: string;
  /** Unit of the values; null if the type has none. */
  readonly unit: string | null;
  /** Column of the values in time series. */
  readonly column: string;
  /** Aggregation: values add up (`cumulative`) or not (`discrete`); null if the type has no values. */
  readonly aggregation: "cumulative" | "discrete" | null;
  /** Labels by value; null without labels. */
  readonly labels: { readonly [value: string]: string } | null;
  /** Number of records. */
  readonly count: number;
  /** Start of the first record; null without records. */
  readonly first: Temporal.Instant | null;
  /** End of the last record; null without records. */
  readonly last: Temporal.Instant | null;
  /** Sources of the last seven days that have records. */
  readonly sources: readonly string[];
  /** Code that reads the last seven days. */
  readonly read: string;
  /** Returns the description as a few lines; only the code may be longer than 80 columns. */
  toString(): string;
}

/** Options of describing a data type. */
export interface DescribeTypeOptions {
  /** Stops the call. @default no signal */
  signal?: AbortSignal;
}

const OPTIONS = optionNames<DescribeTypeOptions>()("signal");

/** The interface counts records from the year 1 on, in which no zone has an earlier day. */
const EVER = "0001-01-02T00:00:00Z", LATEST = "9999-12-30T00:00:00Z";

const WEEK = Temporal.Duration.from({ hours: 7 * 24 });

/** Range of the calls. */
const DAYS = "me.range.lastDays(7)";

/** Part of a client that is needed to describe a type. */
interface DescribingClient {
  readonly api: Nouns;
  readonly tz: string | undefined;
}

/** Calls that read a type, if neither `me.samples` nor `me.events` does. */
const CALLS: Readonly<Record<string, string>> = {
  SleepStage: "me.stages({ nights: 7 })",
  MobileWorkout: "me.workouts({ days: 7 })",
  MapLocationUpdate: `me.api.locations.mapUpdates(${DAYS})`,
  MobileLocationUpdate: `me.api.locations.mobileUpdates(${DAYS})`,
  MobileLocationVisit: `me.api.locations.mobileVisits(${DAYS})`,
  calendar_events: `me.api.calendars.events(${DAYS})`,
};

/**
 * Describes a data type of the user.
 *
 * @throws {TypeError} if an option is unknown
 * @throws {RangeError} if the type does not exist
 */
export async function describeType(
  me: DescribingClient,
  dataType: string,
  options: DescribeTypeOptions,
): Promise<TypeDescription> {
  const action = "describe a data type";
  checkOptions(action, options, OPTIONS);
  const [entries, available] = await Promise.all([
    me.api.catalog.list({ include_archived: true }, options),
    me.api.changes.available({ start_time: EVER, end_time: LATEST }, options),
  ]);
  const entry = entries.find(({ id }) => id === dataType);
  if (entry === undefined) {
    const near = nearest(dataType, entries.map(({ id }) => id));
    throw new RangeError(
      `Cannot ${action}: there is no type ${JSON.stringify(dataType)}. ` +
        (near === undefined ? "me.catalog.list() lists all types." : `Did you mean ${near}?`),
    );
  }
  const own = available.find(({ data_type }) => data_type === dataType);
  const first = instantOf(own?.start_time), last = instantOf(own?.end_time);
  const facts = {
    id: entry.id,
    name: entry.name,
    description: entry.description,
    unit: entry.unit,
    column: entry.column_name,
    aggregation: entry.metric_kind,
    labels: entry.record_spec.type === "metric" ? entry.record_spec.value_map : null,
    count: own?.count ?? 0,
    first,
    last,
    sources: last === null ? [] : await sourcesOf(me, entry, last, options),
    read: callOf(entry),
  };
  // Code is not wrapped, so that it can be copied.
  const text = (): string => `${factsText(linesOf(facts, me.tz))}\nread     ${facts.read}`;
  return Object.freeze({ ...facts, toString: text, ...displayMembers(text) });
}

function instantOf(time: unknown): Temporal.Instant | null {
  return time === undefined || time === null
    ? null
    : Temporal.Instant.from(isoMicros(toMicros(String(time))));
}

function callOf({ id, class: kind, api_version }: DataType): string {
  const name = JSON.stringify(id);
  if (CALLS[id] !== undefined) return CALLS[id];
  if (api_version === "v0") return `me.samples(${name}, { days: 7 })`;
  return kind === "metric"
    ? `me.api.metrics.records({ data_type: ${name}, ...${DAYS} })`
    : `me.events(${name}, { days: 7 })`;
}

/** Reads which sources the last week of a type has. */
async function sourcesOf(
  me: DescribingClient,
  { id, class: kind, api_version, queryable }: DataType,
  last: Temporal.Instant,
  options: DescribeTypeOptions,
): Promise<string[]> {
  const range = { start_time: last.subtract(WEEK), end_time: last.add({ milliseconds: 1 }) };
  const isMetric = api_version === "v0" || kind === "metric";
  if (!queryable || (!isMetric && kind !== "event")) return [];
  const records: Frame = isMetric
    ? await me.api.metrics.records({ data_type: id, ...range }, options)
    : await me.api.events.list({ data_type: id, ...range }, options);
  const names = records.getColumn("source_name").toArray() as (string | null)[];
  return [...new Set(names.filter((name) => name !== null))].sort();
}

function linesOf(
  facts: Omit<TypeDescription, "toString">,
  tz = "UTC",
): (readonly [string, string])[] {
  const { unit, aggregation, labels, first, last, sources, count } = facts;
  const at = (time: Temporal.Instant): string => {
    const local = zonedTime(time.epochNanoseconds / 1000n, tz);
    return `${local.toPlainDate()} ${local.toPlainTime().toString({ smallestUnit: "minute" })}`;
  };
  const optional: [string, string | null][] = [
    ["unit", unit],
    ["column", aggregation === null && unit === null ? null : facts.column],
    ["values", aggregation && `${aggregation}: ${MEANING[aggregation]}`],
    ["labels", labels && Object.entries(labels).map((pair) => pair.join(" ")).join(", ")],
    [
      "records",
      first === null || last === null
        ? `${count || "none yet"}`
        : `${count.toLocaleString("en-US")}, ${at(first)} to ${at(last)} (${tz})`,
    ],
    ["sources", sources.length === 0 ? null : `${sources.join(", ")} (in the last 7 days)`],
  ];
  return [
    ["type", facts.id],
    ["is", `${facts.name}. ${facts.description}`],
    ...optional.filter((line): line is [string, string] => line[1] !== null && line[1] !== ""),
  ];
}

const MEANING = {
  cumulative: "values of a period add up",
  discrete: "values of a period are averaged",
} as const;
