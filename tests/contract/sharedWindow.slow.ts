import { assert, assertEquals } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { type Endpoint, splitRoute } from "../../src/api/fields/endpoint.ts";
import { OUTPUT_METHODS, type OutputMethod } from "../../src/api/fields/enums.ts";
import { FORMATS } from "../../src/frame/formats/formats.ts";
import { type Embedded, embedded } from "../service/embedded.ts";
import { type Person, person, share } from "../service/people.ts";

/** Values that only occur outside of January 10 to 20. */
const MARK = "OUTSIDE", NUMBER = 7777.25, LATITUDE = 77.75, STAGE = 5;
const WINDOW = { time_start: "2024-01-10T00:00:00Z", time_end: "2024-01-20T00:00:00Z" };
const RANGE = "start_time=2024-01-10T00:00:00Z&end_time=2024-01-20T00:00:00Z";
/** Matches a day outside of the window, as in answers. */
const OUTSIDE_DAY = /2024-01-(0\d|2[1-9]|3\d)/;

const spans = {
  before: ["2024-01-05T01:00:00Z", "2024-01-05T02:00:00Z"],
  over: ["2024-01-09T23:00:00Z", "2024-01-10T01:00:00Z"],
  inside: ["2024-01-12T01:00:00Z", "2024-01-12T02:00:00Z"],
  leaving: ["2024-01-19T23:00:00Z", "2024-01-20T01:00:00Z"],
  after: ["2024-01-25T01:00:00Z", "2024-01-25T02:00:00Z"],
} as const;

type Place = keyof typeof spans;

/**
 * Records of each type. Metric records that extend beyond the window are unmarked, because series
 * show part of them.
 */
function records(own: { event: string; metric: string }): Record<string, object[]> {
  const of = (
    places: readonly Place[],
    make: (span: readonly [string, string], is: Is) => object,
  ) => places.map((place) => make(spans[place], { out: place !== "inside" }));
  const all = Object.keys(spans) as Place[], apart = ["before", "inside", "after"] as const;
  const text = ({ out }: Is) => out ? MARK : "inside";
  const event = of(all, ([start_time, end_time], is) => ({
    start_time,
    end_time,
    note: text(is),
    source: text(is),
  }));
  const location = of(apart, ([timestamp], { out }) => ({
    timestamp,
    latitude_degrees: out ? LATITUDE : 52.5,
    longitude_degrees: 13,
    source: text({ out }),
  }));
  const moment = of(apart, ([start_time], { out }) => ({ start_time, value: out ? NUMBER : 61 }));
  return {
    HeartRate: moment,
    [own.metric]: moment,
    StepCount: of(all, ([start_time, end_time]) => ({ start_time, end_time, value: 100 })),
    SleepStage: of(apart, ([start_time, end_time], { out }) => ({
      start_time,
      end_time,
      value: out ? STAGE : 3,
      source: text({ out }),
    })),
    MomentAnnotation: event,
    [own.event]: event,
    MobileLocationUpdate: location,
    MapLocationUpdate: location,
    MobileLocationVisit: of(all, ([arrival_date, departure_date], { out }) => ({
      arrival_date,
      departure_date,
      latitude_degrees: out ? LATITUDE : 52.5,
      longitude_degrees: 13,
    })),
    MobileWorkout: of(all, ([start_date, end_date], is) => ({
      start_date,
      end_date,
      workout_activity_type: text(is),
      source_revision: { name: text(is) },
    })),
    calendar_events: of(all, ([start_date, end_date], is) => ({
      calendar_id: "00000000-0000-4000-8000-00000000000c",
      start_date,
      end_date,
      title: text(is),
    })),
  };
}

interface Is {
  readonly out: boolean;
}

interface Filled {
  readonly event: string;
  readonly metric: string;
}

async function fill(here: Embedded, setNow: (moment: string) => void): Promise<Filled> {
  const define = async (base: string): Promise<string> =>
    (await here.json<{ id: string }>(`POST /input/v1/data_type/${base}`, {
      body: JSON.stringify({ name: base, description: base }),
    })).id;
  const own = { event: await define("Event"), metric: await define("Metric") };
  for (const [type, all] of Object.entries(records(own))) {
    const response = await here.ingest(type, all);
    assertEquals(response.status, 201, `${type}: ${await response.text()}`);
  }
  const upload = async (name: string, moment: string) => {
    setNow(moment);
    const created = await here.json<{ url: string }>("POST /input/v1/file", {
      body: JSON.stringify({ name, path: "/", content_type: "text/plain", content_length: 4 }),
    });
    await here.service.fetch(new Request(created.url, { method: "POST", body: "text" }));
  };
  await upload(MARK, "2024-01-05T00:00:00Z");
  await upload("inside", "2024-01-12T00:00:00Z");
  return own;
}

/** All requests that name an owner, for the whole window. */
function requests(owner: string, { event, metric }: Filled): [name: string, path: string][] {
  const found: [string, string][] = [];
  for (const [noun, operations] of Object.entries(api)) {
    for (const [operation, row] of Object.entries(operations as Record<string, Endpoint>)) {
      const { method, path } = splitRoute(row.route);
      const query = Object.keys(row.query ?? {});
      const isOwned = /\{(svc_userid|sharer_svc_userid)\b/.test(path) ||
        query.includes("svc_userid");
      if (method !== "GET" || !isOwned || /\{(input_id|annotation_id)\}/.test(path)) continue;
      if (path.startsWith("/user/v1/shared/")) continue; // it tells strangers that nothing is shared
      const types = noun === "events"
        ? ["MomentAnnotation", event]
        : ["HeartRate", "StepCount", metric];
      const variants = ways({
        ...(path.includes("{data_type}") ? { "{data_type}": types } : {}),
        ...(path.includes("{resolution}") ? { "{resolution}": ["15m", "60m", "day"] } : {}),
        ...(query.includes("output") ? { output: [...OUTPUT_METHODS] } : {}),
        ...(query.includes("format") ? { format: ["json", "csv"] } : {}),
        ...(query.includes("metric") ? { metric: ["HeartRate", "StepCount", metric] } : {}),
        ...(query.includes("samprate") ? { samprate: ["3600", ...coarse(path)] } : {}),
        ...(query.includes("clip_to_range") ? { clip_to_range: ["true", "false"] } : {}),
        ...(query.includes("mode") ? { mode: ["start", "end", "split"] } : {}),
        ...(query.includes("sort") ? { sort: ["asc", "desc"] } : {}),
        ...(query.includes("calculations") ? { calculations: ["", "max", "rollingmean"] } : {}),
        ...(query.includes("q")
          ? { q: queries([event, metric, "HeartRate", "calendar_events"]) }
          : {}),
        ...(query.includes("time")
          ? { time: ["2024-01-10T00:00:00Z", "2024-01-12T01:00:00Z", "2024-01-19T23:59:59Z"] }
          : {}),
      });
      for (const variant of variants) {
        const { "{data_type}": type, "{resolution}": resolution, ...rest } = variant;
        if (rest["calculations"] === "") delete rest["calculations"];
        if (rest["calculations"] !== undefined && rest["metric"] === "StepCount") continue;
        const values: Record<string, string | undefined> = {
          data_type: type,
          resolution,
          api_version: "v1",
        };
        const filled = path.replaceAll(
          /\{(\w+)\??\}/g,
          (_, name: string) => values[name] ?? owner,
        );
        const more = new URLSearchParams(rest).toString();
        const always = "metrics=HeartRate&function=max&window_size=2000000&include_after=true" +
          "&look_back=2000000&metric_seconds_before=3600&metric_seconds_after=3600";
        found.push([
          `${noun}.${operation} ${more}`,
          `${filled}?${RANGE}&${always}&${more}&svc_userid=${owner}`,
        ]);
      }
    }
  }
  return found;
}

const coarse = (path: string) => path.includes("grouped") ? [] : ["1w", "1mo"];

/** Queries of the latest record, of the latest before an instant outside, and of a range. */
function queries(types: readonly string[]): string[] {
  return types.flatMap((type) => {
    const name = type.includes("/") ? `{__name__="${type}"}` : type;
    return [name, `${name} @ 1706400000`, `${name}[864000s] @ 1705708800`];
  });
}

function ways(choices: Record<string, string[]>): Record<string, string>[] {
  return Object.entries(choices).reduce<Record<string, string>[]>(
    (all, [name, values]) =>
      all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/** Returns everything in an answer as text. */
async function textOf(response: Response, path: string): Promise<string> {
  const output = new URL(path, "http://localhost").searchParams.get("output");
  if (output === null || !["arrow", "arrowraw", "parquet"].includes(output)) return response.text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) return new TextDecoder().decode(bytes);
  const frame = FORMATS[output as OutputMethod].decode(bytes, { schema: {} });
  return JSON.stringify(
    frame.toRecords(),
    (_, value) => typeof value === "bigint" ? String(value) : value,
  );
}

async function ask(
  here: Embedded,
  { token }: Pick<Person, "token">,
  path: string,
): Promise<{ status: number; text: string }> {
  const response = await here.send(`GET ${path}`, { token });
  return { status: response.status, text: await textOf(response, path) };
}

async function prepared(): Promise<{ here: Embedded; own: Filled; reader: Person }> {
  let now = "2024-01-12T00:00:00Z";
  const here = await embedded({ clock: () => now });
  const own = await fill(here, (moment) => now = moment);
  return { here, own, reader: await person(here) };
}

Deno.test("no operation in any format reveals data outside of a share's window", async () => {
  const { here, own, reader } = await prepared();
  await using _ = here;
  await share(here, reader, { share_all_data: true, ...WINDOW });
  let answered = 0;
  for (const [name, path] of requests(here.userid, own)) {
    const { status, text } = await ask(here, reader, path);
    assert([200, 403].includes(status), `${name} answered ${status}: ${text.slice(0, 200)}`);
    if (status === 200) answered++;
    for (const secret of [MARK, String(NUMBER), String(LATITUDE)]) {
      assert(!text.includes(secret), `${name} answered ${text.slice(0, 500)}`);
    }
    assert(!/"(sleep_stage|value)":\s*"?5\b/.test(text) || !name.startsWith("sleep"), name);
    const isLabel = /samprate=1|time_series/.test(name + path) || name.startsWith("metrics.");
    assert(isLabel || !OUTSIDE_DAY.test(text), `${name} answered ${text.slice(0, 500)}`);
  }
  assert(answered > 400, `only ${answered} requests were answered`);
});

Deno.test("the newest record is the newest within the share's window, in every request", async () => {
  const { here, own, reader } = await prepared();
  await using _ = here;
  await share(here, reader, { share_all_data: true, ...WINDOW });
  const as = (token: string) => async (path: string) => (await ask(here, { token }, path)).text;
  const mine = as(here.token), theirs = as(reader.token);
  for (const type of ["MomentAnnotation", own.event]) {
    const path = `/data/v1alpha1/event/${type}/latest?svc_userid=${here.userid}`;
    assertEquals(JSON.parse(await theirs(path)).map(({ note }: { note: string }) => note), [
      "inside",
    ]);
    assertEquals(JSON.parse(await mine(path)).map(({ note }: { note: string }) => note), [MARK]);
  }
  const bare =
    `/data/v1/records?q=HeartRate%20%40%201706400000&format=json&svc_userid=${here.userid}`;
  assertEquals(JSON.parse(await theirs(bare)).value, 61);
  assertEquals(JSON.parse(await mine(bare)).value, NUMBER);
  const bounds = `/data/v0/${here.userid}/map_location_updates/bounds`;
  assertEquals(JSON.parse(await theirs(bounds)), {
    start_date: "2024-01-12T01:00:00Z",
    end_date: "2024-01-12T01:00:00Z",
  });
  const held = `/data/v1alpha1/data_available?${RANGE}&svc_userid=${here.userid}`;
  const steps = (JSON.parse(await theirs(held)) as { data_type: string }[])
    .find(({ data_type }) => data_type === "StepCount");
  assertEquals(
    steps,
    {
      data_type: "StepCount",
      count: 1,
      start_time: "2024-01-12T01:00:00Z",
      end_time: "2024-01-12T02:00:00Z",
    } as typeof steps,
  );
});

Deno.test("two windows of one type are read separately, and the newest record is in the later one", async () => {
  const { here, reader } = await prepared();
  await using _ = here;
  const of = (start: string, end: string) =>
    share(here, reader, {
      svc_data_types: ["HeartRate"],
      time_start: `2024-01-${start}T00:00:00Z`,
      time_end: `2024-01-${end}T00:00:00Z`,
    });
  await of("11", "13");
  await of("04", "06");
  const read = async (q: string) => (await ask(
    here,
    reader,
    `/data/v1/records?q=${encodeURIComponent(q)}&format=json&svc_userid=${here.userid}`,
  ));
  assertEquals(JSON.parse((await read("HeartRate @ 1706400000")).text).value, 61);
  assertEquals(JSON.parse((await read("HeartRate @ 1704672000")).text).value, NUMBER);
  assertEquals((await read("HeartRate @ 1704067200")).text, "");
  assertEquals((await read("HeartRate[1728000s] @ 1706400000")).status, 403);
});

Deno.test("a full share returns what the owner reads; another type, a stranger and its end give 403", async () => {
  const { here, own, reader } = await prepared();
  await using _ = here;
  const stranger = await person(here), other = await person(here);
  const { id } = await share(here, reader, { share_all_data: true });
  await share(here, other, { svc_data_types: ["Weight"] });
  const all = requests(here.userid, own).filter(([, path]) =>
    !/output=(?!jscolumns)|format=csv|sort=desc/.test(path)
  );
  // These answer anybody with a share, with the data that it covers.
  const anyShare = /^(catalog|files|annotations|shares|changes|sleep\.metadata)/;
  for (const [name, path] of all) {
    const [theirs, mine] = [await ask(here, reader, path), await ask(here, here, path)];
    assertEquals(theirs.status, 200, `${name}: ${theirs.text}`);
    const isSame = !/^(catalog|shares)/.test(name) && !path.includes("clip_to_range=false");
    // That tag covers the lists that the reader may see.
    const text = (answer: { text: string }) => answer.text.replace(/"lists_tag":"[^"]*"/, "");
    if (isSame) assertEquals(text(theirs), text(mine), name);
    assertEquals((await ask(here, stranger, path)).status, 403, name);
    if (!anyShare.test(name)) {
      assertEquals((await ask(here, other, path)).status, 403, name);
    }
  }
  assertEquals((await here.send(`DELETE /user/v1alpha1/datashare/${id}`)).status, 204);
  for (const [name, path] of all) {
    assertEquals((await ask(here, reader, path)).status, 403, name);
  }
});
