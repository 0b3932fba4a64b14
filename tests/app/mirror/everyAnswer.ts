import { api } from "../../../src/api/api.ts";
import { ANNOTATION_BASES } from "../../../src/schema/enums.ts";
import { ApiError, type Me } from "../../../mod.ts";

type Args = Record<string, unknown>;

/** Calls all reading methods of a client for all of its data. */
export interface Question {
  readonly noun: string;
  readonly operation: string;
  readonly args: Args;
}

/** Reading methods that describe the store itself, not its contents. */
const OF_THE_STORE: { readonly [name: string]: string } = {
  "changes.updates": "tells when this store has processed what it holds",
};

/**
 * Calls every reading method of a client with arguments from the service: all data types, all of
 * time, and every listed id.
 */
export async function everyQuestion(
  me: Me,
  { start_time, end_time, owner }: { start_time: string; end_time: string; owner?: string },
): Promise<Question[]> {
  const range = { start_time, end_time };
  const ever = { start_time: "0001-01-01T00:00:00Z", end_time: "9999-12-31T00:00:00Z" };
  const whose = owner === undefined ? {} : { svc_userid: owner };
  const wide = owner === undefined ? ever : range;
  const catalog = await me.api.catalog.list(whose);
  const held = (await me.api.changes.available({ ...wide, ...whose })).map(({ data_type }) =>
    data_type
  );
  // The records of a deleted annotation exist, although the catalog lacks its type.
  const ofAnnotations = (kind: string): string[] =>
    held.filter((type) =>
      Object.values(ANNOTATION_BASES).some((base) =>
        base.class === kind && type.startsWith(`${base.id}/`)
      )
    );
  const ofClass = (kind: string): string[] => {
    const listed = catalog.filter((type) => type.class === kind).map(({ id }) => id);
    return [...new Set([...listed, ...ofAnnotations(kind)])];
  };
  const metrics = ofClass("metric"), events = ofClass("event");
  const own = catalog.filter(({ id }) => held.includes(id));
  const sampled = metrics.filter((id) => held.includes(id));
  const annotations = owner === undefined || held.some((type) => type.includes("Annotation"))
    ? await me.api.annotations.list(whose)
    : [];
  const each = (noun: string, operation: string, list: readonly Args[]): Question[] =>
    list.map((args) => ({ noun, operation, args }));
  const ids = <T>(name: string, list: readonly T[], id: (item: T) => string): Args[] =>
    list.map((item) => ({ [name]: id(item) }));
  const scoped = (types: readonly string[], more: Args = {}): Args[] =>
    types.map((data_type) => ({ data_type, ...wide, ...whose, ...more }));
  const all = [
    ...each("metrics", "samples", sampled.map((metric) => ({ metric, ...wide, ...whose }))),
    ...each("metrics", "records", scoped(sampled)),
    ...each(
      "metrics",
      "aggregate",
      scoped(sampled, {
        ...range,
        resolution: "day",
        function: ["sum", "avg", "min", "max"],
        time_zone: "Europe/Berlin",
      }),
    ),
    ...each(
      "metrics",
      "timeSeries",
      sampled.map((metric) => ({
        metric,
        ...range,
        ...whose,
        samprate: "15m",
      })),
    ),
    ...each("metrics", "timeSeriesGrouped", [{
      metrics: sampled.filter((name) => !name.includes("/")).slice(0, 5),
      ...range,
      ...whose,
      samprate: 3600,
    }]),
    ...each(
      "events",
      "list",
      scoped(events.filter((id) => held.includes(id) || !id.includes("/"))),
    ),
    ...each(
      "events",
      "aggregate",
      scoped(events.filter((id) => held.includes(id)), {
        ...range,
        resolution: "day",
      }),
    ),
    ...each("events", "summary", scoped(events.filter((id) => held.includes(id)))),
    ...each(
      "events",
      "latest",
      events.filter((id) => held.includes(id)).map((data_type) => ({
        data_type,
        ...whose,
      })),
    ),
    ...each(
      "records",
      "query",
      own.flatMap(({ id, class: kind }) =>
        kind === "metric" || kind === "event" ? [{ q: `{__name__="${id}"}`, ...whose }] : []
      ),
    ),
    ...each("sleep", "stages", [{ ...range, ...whose }]),
    ...each("sleep", "cycles", [{ ...range, ...whose }]),
    ...each("sleep", "cyclesExtended", [{ ...range, ...whose, metrics: ["HeartRate"] }]),
    ...each("sleep", "aggregate", [{ ...range, ...whose, tz: "Europe/Berlin" }]),
    ...each("sleep", "stageMetadata", [whose]),
    ...each("workouts", "list", [{ ...wide, ...whose }]),
    ...["mobileUpdates", "mobileVisits", "mapUpdates", "updates"]
      .flatMap((operation) => each("locations", operation, [{ ...wide, ...whose }])),
    ...each("locations", "mapBounds", [whose]),
    ...each("locations", "atTime", [{ time: range.end_time, window_size: 86_400, ...whose }]),
    ...each("locations", "timeSeries", [{ ...range, ...whose, reverse_geocode: true }]),
    ...each("calendars", "list", [whose]),
    ...each("calendars", "events", [{ ...wide, ...whose }]),
    ...each("changes", "available", [{ ...wide, ...whose }, { ...range, ...whose }]),
    ...each("catalog", "list", [whose]),
    ...each(
      "catalog",
      "get",
      own.map(({ id, api_version }) => ({
        data_type: id,
        api_version,
        ...whose,
      })),
    ),
    ...each(
      "catalog",
      "schema",
      own.map(({ id, api_version }) => ({
        data_type: id,
        api_version,
        ...whose,
      })),
    ),
    ...each("annotations", "list", [whose]),
    ...each(
      "annotations",
      "get",
      ids("annotation_id", annotations, ({ id }) => id).map((one) => ({
        ...one,
        ...whose,
      })),
    ),
  ];
  if (owner !== undefined) {
    const types = { start_time, end_time, sharer_svc_userid: owner };
    return [...all, ...each("shares", "access", [types])];
  }
  const userid = await me.userid();
  const groups = await me.api.groups.list();
  const tags = await me.api.tags.list();
  const files = (await me.api.files.list({ state: ["created", "uploaded", "archived", "deleted"] }))
    .files ?? [];
  const fileQuestions = ["files", "fileUploads"].flatMap((noun) => [
    ...each(noun, "list", [{}, { include_archived: true, include_deleted: true }]),
    ...each(noun, "get", ids("input_id", files, ({ id }) => id)),
    ...each(noun, "download", ids("input_id", files, ({ id }) => id)),
    ...each(noun, "recentChanges", [ever]),
  ]);
  return [
    ...all,
    ...fileQuestions,
    ...each("metrics", "catalog", [{}]),
    ...each("catalog", "types", [{}]),
    ...each(
      "catalog",
      "own",
      catalog.filter(({ id, svc_userid }) => /^(Event|Metric)\//.test(id) && svc_userid === userid)
        .map(({ id }) => {
          const [base_type, type_id] = id.split("/");
          return { base_type, type_id };
        }),
    ),
    ...each("sources", "list", [{}]),
    ...each("changes", "insight", [{ timestamp: end_time }]),
    ...each("annotations", "schema", [{}]),
    ...each("annotations", "measurementSchema", [{}]),
    ...each("imports", "list", [{}]),
    ...each("tags", "list", [{}]),
    ...each("tags", "get", ids("tag_id", tags, ({ id }) => id)),
    ...each("tags", "byName", ids("tag_name", tags, ({ name }) => name)),
    ...each("user", "info", [{}]),
    ...each("user", "preferences", [{}]),
    ...each("user", "totals", [{}]),
    ...each("sessions", "list", [{}]),
    ...each("reflections", "list", [{}]),
    ...each(
      "reflections",
      "get",
      ids("reflection_id", await me.api.reflections.list(), ({ id }) => id),
    ),
    ...each("customInputs", "list", [{}]),
    ...each(
      "customInputs",
      "get",
      ids("custom_input_id", await me.api.customInputs.list(), ({ id }) => id),
    ),
    ...each("shares", "list", [{}]),
    ...each("shares", "get", ids("datashare_id", await me.api.shares.list(), ({ id }) => id)),
    ...each("shares", "reads", [ever]),
    ...each("shares", "datasets", [{}]),
    ...each(
      "shares",
      "access",
      [
        ...(await me.api.shares.datasets()).map(({ svc_userid }) => svc_userid),
        "00000000-0000-4000-8000-00000000ffff", // no user
      ].map((sharer_svc_userid) => ({ ...range, sharer_svc_userid })),
    ),
    ...each("groups", "list", [{}]),
    ...each("groups", "get", ids("group_id", groups, ({ id }) => id)),
    ...each("groups", "participants", ids("group_id", groups, ({ id }) => id)),
  ];
}

/**
 * Omits what a mirror lacks: other participants of the user's groups, the service's keys, and the
 * group of a grant. Answers of older share routes are converted to the current ones.
 */
const OF_OTHERS =
  /^(?:participants\.|groups\.keys$|shares\.(?:received|sharedTypes)$|olderShares\.)/;

/** Reading methods of a client that no call covers. */
export function unasked(questions: readonly Question[]): string[] {
  const asked = new Set(questions.map(({ noun, operation }) => `${noun}.${operation}`));
  return Object.entries(api).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints)
      .filter(([, endpoint]) => (endpoint as { route: string }).route.startsWith("GET "))
      .map(([operation]) => `${noun}.${operation}`)
  ).filter((name) => !asked.has(name) && !(name in OF_THE_STORE) && !OF_OTHERS.test(name));
}

/** Returns a client's answers: frames as rows and types, errors as their status. */
export async function answerOf(me: Me, { noun, operation, args }: Question): Promise<unknown> {
  const methods = (me.api as unknown as Record<string, Record<string, unknown>>)[noun]!;
  try {
    const answer = await (methods[operation] as (args: Args, options: object) => Promise<unknown>)(
      args,
      { piece: false },
    );
    return plain(answer);
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status };
    throw error;
  }
}

/** Replaces the frames in a value by their rows and types. */
export function plain(value: unknown): unknown {
  if (Object.prototype.toString.call(value) === "[object DataFrame]") {
    const frame = value as { toRecords: () => unknown; schema: Record<string, unknown> };
    const types = Object.entries(frame.schema).map(([name, type]) => `${name}: ${type}`);
    return { types, rows: frame.toRecords() };
  }
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || Object.getPrototypeOf(Object(value)) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [name, plain(member)]),
  );
}
