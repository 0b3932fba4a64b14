import { METRIC_TABLE, type MetricName } from "../api/fields/metricTable.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { isoMicros } from "../time/iso.ts";
import { toInterval } from "../time/interval.ts";
import { type When, whenRange } from "../time/when.ts";
import { toMicros } from "../time/instant.ts";
import { zone as readZone } from "../time/zone.ts";
import type { Nouns } from "./nouns.ts";
import { ApiError } from "./errors/apiError.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** A participant of a group with the data that the group collects. */
export interface GroupPerson {
  /** The participant's id in the group, which is not a user id. */
  readonly person: string;
  /** IANA zone: `zone` of the participant's metadata, else of the options, else of the client. */
  readonly zone: string;
  /** The other members of the participant's metadata that are texts, numbers, booleans or null. */
  readonly about: { readonly [name: string]: string | number | boolean | null };
  /** A frame for each collected type, named after the type: `HeartRate`, `SleepStage`. */
  readonly tables: { readonly [table: string]: Frame };
}

/** Options of reading the people of a group. */
export interface GroupPeopleOptions {
  /** Range of the data. @default the group's own times, up to now */
  range?: When;
  /** Collected types that are read. @default all of them */
  types?: readonly string[];
  /** IANA zone of people whose metadata has no `zone`. @default the client's zone */
  tz?: string;
  /** Stops the reading. @default no signal */
  signal?: AbortSignal;
}

const OPTIONS = optionNames<GroupPeopleOptions>()("range types tz signal");

/** Arguments that name a participant and a range. */
interface Scope {
  readonly pool_id: string;
  readonly participant_id: string;
  readonly start_time: string;
  readonly end_time: string;
}

type Read = (nouns: Nouns, scope: Scope, signal: AbortSignal | undefined) => Promise<Frame>;

const workouts: Read = ({ participants }, scope, signal) =>
  participants.workouts(scope, { signal });

/** Types with an operation of their own. */
const READS: Readonly<Record<string, Read>> = {
  SleepStage: ({ participants }, scope, signal) => participants.sleepStages(scope, { signal }),
  MapLocationUpdate: ({ participants }, scope, signal) =>
    participants.mapUpdates(scope, { signal }),
  MobileLocationUpdate: ({ participants }, scope, signal) =>
    participants.mobileUpdates(scope, { signal }),
  MobileLocationVisit: ({ participants }, scope, signal) =>
    participants.mobileVisits(scope, { signal }),
  MobileWorkout: workouts,
  mobile_workouts: workouts,
};

const METRICS: ReadonlySet<string> = new Set(METRIC_TABLE.map(([name]) => name));

function isMetric(type: string): type is MetricName {
  return METRICS.has(type);
}

/** Bases of types whose records have a value. */
const WITH_VALUE = /^(?:Metric|(?:Boolean|Numeric|Scale)Annotation)(?:\/|$)/;

/** Base types that have no records themselves; records are of types defined on them. */
const ABSTRACT: readonly string[] = ["Event", "Metric"];

/** Part of a client that is needed to read people. */
interface PeopleClient {
  readonly api: Nouns;
  readonly tz: string | undefined;
  now(): Temporal.Instant;
}

/**
 * Reads the participants of a group one after the other. A participant who leaves in the meantime is
 * left out.
 *
 * @throws {TypeError} if an option is unknown
 * @throws {RangeError} if the zone or the start is missing, or a type cannot be read
 * @throws {ApiError} if the group is another user's, or the range is outside the group's times
 */
export async function* groupPeople(
  client: () => PeopleClient,
  group_id: string,
  options: GroupPeopleOptions,
): AsyncGenerator<GroupPerson, void, void> {
  const action = "read the people of a group";
  checkOptions(action, options, OPTIONS);
  const me = client(), { signal } = options;
  const tz = options.tz === undefined ? me.tz : readZone(options.tz);
  const group = await me.api.groups.get({ group_id }, { signal });
  const types = options.types ?? group.svc_data_types;
  const unread = types.find((type) =>
    !group.svc_data_types.includes(type.split("/", 1)[0]!) && !group.svc_data_types.includes(type)
  );
  if (unread !== undefined) {
    throw new RangeError(
      `Cannot ${action}: the group does not collect ${JSON.stringify(unread)}. ` +
        `It collects ${group.svc_data_types.join(", ") || "nothing"}.`,
    );
  }
  const abstract = types.find((type) => ABSTRACT.includes(type));
  if (abstract !== undefined) {
    throw new RangeError(
      `Cannot ${action}: ${abstract} has no records of its own. ` +
        `Pass types, with the id ${abstract}/<uuid> of each type based on it.`,
    );
  }
  const range = rangeOf(me, group, options, action);
  for (const participant_id of await me.api.groups.participants({ group_id }, { signal })) {
    const scope = { pool_id: group_id, participant_id, ...range };
    try {
      yield await readPerson(me, scope, { types, tz, signal, action });
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) {
        throw error;
      }
      const left = await me.api.groups.participants({ group_id }, { signal });
      if (left.includes(participant_id)) throw error;
    }
  }
}

async function readPerson(
  me: PeopleClient,
  scope: Scope,
  { types, tz, signal, action }: {
    types: readonly string[];
    tz: string | undefined;
    signal: AbortSignal | undefined;
    action: string;
  },
): Promise<GroupPerson> {
  const { pool_id: group_id, participant_id } = scope;
  const metadata = await me.api.participants.metadata({ group_id, participant_id }, { signal });
  const { zone: own, ...others } = metadata as Record<string, unknown>;
  const zone = typeof own === "string" ? own : tz;
  if (zone === undefined) {
    throw new RangeError(
      `Cannot ${action}: the zone of participant ${participant_id} is unknown. ` +
        'Pass tz: "Europe/Berlin", or set zone in the metadata of the participant.',
    );
  }
  const tables: Record<string, Frame> = {};
  for (const type of types) {
    signal?.throwIfAborted();
    const read = READS[type] ?? readRecords(type);
    tables[type.replaceAll(/\W/g, "_")] = await read(me.api, scope, signal);
  }
  const about = Object.fromEntries(
    Object.entries(others).filter((entry): entry is [string, string | number | boolean | null] =>
      entry[1] === null || ["string", "number", "boolean"].includes(typeof entry[1])
    ),
  );
  return { person: participant_id, zone: readZone(zone), about, tables };
}

function readRecords(data_type: string): Read {
  if (isMetric(data_type)) {
    return ({ participants }, scope, signal) =>
      participants.samples({ metric: data_type, ...scope }, { signal });
  }
  return WITH_VALUE.test(data_type)
    ? ({ metrics }, scope, signal) => metrics.records({ data_type, ...scope }, { signal })
    : ({ events }, scope, signal) => events.list({ data_type, ...scope }, { signal });
}

function rangeOf(
  { now, tz: own }: PeopleClient,
  { time_start, time_end }: {
    readonly time_start: string | null;
    readonly time_end: string | null;
  },
  { range, tz = own }: GroupPeopleOptions,
  action: string,
): { start_time: string; end_time: string } {
  if (range !== undefined) {
    const { start, end } = toInterval(whenRange(range, { tz, now }), { tz });
    return { start_time: isoMicros(start), end_time: isoMicros(end) };
  }
  if (time_start === null) {
    throw new RangeError(`Cannot ${action}: the group has no start. Pass a range.`);
  }
  const present = toMicros(now()), end = time_end === null ? present : toMicros(time_end);
  return { start_time: time_start, end_time: isoMicros(end < present ? end : present) };
}
