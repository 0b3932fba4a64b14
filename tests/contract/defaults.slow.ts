import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import { ingestSample } from "../../src/app/sample/ingestSample.ts";
import { connect } from "../../src/client/connect.ts";
import { sampleUntil } from "../../src/sample/life/sampleUntil.ts";
import { emptyService } from "./subject.ts";

type Query = [name: string, value: string][];

/** The documented default of a field, and other values with different answers. */
interface Default {
  readonly is: Query;
  /** Empty if no data can distinguish them from the default. */
  readonly neighbours: readonly Query[];
}

const of = (name: string, is: string | string[], ...neighbours: string[]): Default => ({
  is: [is].flat().map((value) => [name, value]),
  neighbours: neighbours.map((value) => [[name, value]]),
});

/** Documented defaults by field, or by operation and field. */
const DEFAULTS: Readonly<Record<string, Default>> = {
  agg_functions: of("agg_functions", "sum", "avg"),
  calculations: of("calculations", [], "max"),
  clip_to_range: of("clip_to_range", "true", "false"),
  cycle_gap: of("cycle_gap", "PT2H", "PT2H1S", "PT1H59M59S"),
  drop_nulls: of("drop_nulls", "0", "1"),
  filter: of("filter", [], "note:nothing"),
  format: of("format", "json", "csv"),
  gap_stages: of("gap_stages", [], "2"),
  group: of("group", [], "source_name"),
  include_after: of("include_after", "false", "true"),
  include_archived: of("include_archived", "false", "true"),
  include_deleted: of("include_deleted", "false", "true"),
  look_back: of("look_back", "14400", "14399", "14401"),
  merge_contiguous: of("merge_contiguous", "true", "false"),
  merge_overlapping: of("merge_overlapping", "true", "false"),
  metric_calculations: of("metric_calculations", [], "max"),
  metric_seconds_after: of("metric_seconds_after", "0", "60"),
  metric_seconds_before: of("metric_seconds_before", "0", "60"),
  metrics: of("metrics", [], "RestingHeartRate"),
  mode: of("mode", "end", "start"),
  period: of("period", "1d", "2d"),
  replace_nulls: of("replace_nulls", "0", "1"),
  reverse_geocode: of("reverse_geocode", "false", "true"),
  sample_rate: of("sample_rate", "900", "899", "901"),
  samprate: of("samprate", "60", "59", "61"),
  sort: of("sort", "asc", "desc"),
  subscribed_only: of("subscribed_only", "false", "true"),
  time_zone: of("time_zone", "UTC", "Asia/Kathmandu"),
  tz: of("tz", "UTC", "Asia/Kathmandu"),
  version: of("version", "v0"), // the only version
  window_size: of("window_size", "14400", "14399", "14401"),
  "events.aggregate.sort": of("sort", "asc"), // windows are ordered by time
  "metrics.aggregate.sort": of("sort", "asc"),
};

const HOUR = 3_600_000;
const at = (hours: number): string => sampleUntil.add({ milliseconds: hours * HOUR }).toString();

/** Parameters with which an operation distinguishes a default from its neighbours. */
const ASKED: Readonly<Record<string, string | string[]>> = {
  start_time: at(-5 * 24 - 9), // during a night
  end_time: at(-24 - 9),
  output: "jscolumns",
  metric: "HeartRate",
  "metrics.timeSeriesGrouped.metrics": "HeartRate",
  function: "sum",
  q: "Weight[2592000s]",
};

const COLLECTED = [
  "RestingHeartRate",
  "HeartRate",
  "SleepStage",
  "StepCount",
  "Weight",
  "MapLocationUpdate",
  "MobileLocationUpdate",
];

Deno.test("a missing field means its documented default, not another value", async () => {
  const service = emptyService({});
  const token = await service.issueToken(await service.owner());
  const me = connect({ baseUrl: "http://localhost", token, fetch: service.fetch });
  await ingestSample(me, { days: 9 });
  const userid = await service.owner();
  const headers = { authorization: `Bearer ${token}` };
  const send = (path: string, init: RequestInit = {}) =>
    service.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
  // A place with a sample of the maximum age, an archived file and a deleted one.
  const alone = Date.UTC(2001, 0, 1);
  const iso = (seconds: number): string => new Date(alone + seconds * 1000).toISOString();
  await me.api.ingest.records("MobileLocationUpdate", [
    { timestamp: iso(-14_400), latitude_degrees: 52.5, longitude_degrees: 13.4 },
    { timestamp: iso(100), latitude_degrees: 48.1, longitude_degrees: 11.6 },
  ]);
  for (const [name, content] of [["a", "old"], ["a", "newer"], ["b", "gone"]] as const) {
    await me.api.files.upload(`/${name}.txt`, content);
  }
  const { files } = await me.api.files.list({ name: "b.txt" });
  await me.api.files.delete({ input_id: files![0]!.id });

  // A group that the user created and joined, one that they only created, and an archived type.
  const { group } = await me.api.groups.create({
    body: { title: "All", svc_data_types: COLLECTED },
  });
  const { participant_id } = await me.api.groups.join({ group_id: group.id });
  await me.api.groups.create({ body: { title: "Other", svc_data_types: [] } });
  const { id: typeId } = await me.api.catalog.define({
    base_type: "Event",
    body: { name: "Old", description: "Archived" },
  });
  await me.api.catalog.archive({
    base_type: "Event",
    type_id: typeId.slice(6),
    body: { deprecated: true },
  });

  // Nights: one with a gap of just the right length, one with as long a time awake, and one with a
  // gap a second too short.
  const asleep = (day: number, start: number, end: number, value: number) => ({
    start_time: new Date(Date.UTC(2001, 1, day, start)).toISOString(),
    end_time: new Date(Date.UTC(2001, 1, day, end)).toISOString(),
    value,
  });
  await me.api.ingest.records("SleepStage", [
    asleep(1, 22, 23, 3),
    asleep(1, 25, 26, 4),
    asleep(3, 22, 23, 3),
    asleep(3, 23, 25, 2),
    asleep(3, 25, 26, 4),
    asleep(5, 22, 23, 3),
    {
      ...asleep(5, 25, 26, 4),
      start_time: new Date(Date.UTC(2001, 1, 5, 24, 59, 59)).toISOString(),
    },
  ]);

  // At the first instant the sample is just young enough, at the second a second too old.
  const ranged: Readonly<Record<string, Query[]>> = {
    "locations.atTime": [0, 1].map((second) => [["time", iso(second)]]),
    "locations.timeSeries": [0, 1].map((
      second,
    ) => [["start_time", iso(second)], ["end_time", iso(second + 1)]]),
  };
  const ofParticipants: Readonly<Record<string, Query[] | undefined>> = {
    "participants.locationAtTime": ranged["locations.atTime"],
    "participants.locationSeries": ranged["locations.timeSeries"],
  };
  let walked = 0;
  for (const [noun, operations] of Object.entries(api)) {
    for (const [operation, endpoint] of Object.entries(operations as Record<string, Endpoint>)) {
      const id = `${noun}.${operation}`, query = endpoint.query ?? {};
      const { path } = splitRoute(endpoint.route);
      const filled = path.replace("{svc_userid}", userid).replace("{pool_id}", group.id)
        .replace("{participant_id}", participant_id).replace("{resolution}", "60m")
        .replace("{data_type}", noun === "events" ? "MomentAnnotation" : "RestingHeartRate");
      for (const [name, field] of Object.entries(query)) {
        if (field.default === undefined) continue;
        walked++;
        const known = DEFAULTS[`${id}.${name}`] ?? DEFAULTS[name];
        assert(known !== undefined, `${id} has a default of ${name} that is documented nowhere`);
        const needed = Object.entries(query).filter(([, one]) => one.required === true)
          .flatMap(([one]): Query => {
            const value = ASKED[`${id}.${one}`] ?? ASKED[one];
            return value === undefined ? [] : [value].flat().map((each) => [one, each]);
          });
        const metrics: Query = name.startsWith("metric_") ? [["metrics", "HeartRate"]] : [];
        const ranges = name === "sample_rate"
          ? [SERIES]
          : GAPS.includes(name)
          ? [NIGHTS]
          : ranged[id] ?? ofParticipants[id] ?? [[]];
        const ask = async (range: Query, more: Query): Promise<string> => {
          const base = needed.filter(([one]) => !range.some(([other]) => other === one));
          const search = new URLSearchParams([...base, ...metrics, ...range, ...more]);
          const response = await send(`${filled}?${search}`);
          const text = await response.text();
          assertEquals(response.status, 200, `${id} ${JSON.stringify(more)}: ${text}`);
          return text;
        };
        const without = await Promise.all(ranges.map((range) => ask(range, [])));
        const documented = await Promise.all(ranges.map((range) => ask(range, known.is)));
        assertEquals(documented, without, `${id}: without ${name}`);
        for (const neighbour of known.neighbours) {
          const others = await Promise.all(ranges.map((range) => ask(range, neighbour)));
          assertNotEquals(others, without, `${id}: ${neighbour}`);
        }
      }
    }
  }
  assert(walked > 50, `${walked} defaults`);
  await service.close();
});

/** A range with a route, in which another rate returns other places. */
const SERIES: Query = [["start_time", at(-48)], ["end_time", at(-24)]];

/** Nights whose cycles depend on the definition of a gap. */
const GAPS = ["cycle_gap", "gap_stages"];
const NIGHTS: Query = [
  ["start_time", "2001-02-01T00:00:00Z"],
  ["end_time", "2001-02-08T00:00:00Z"],
];
