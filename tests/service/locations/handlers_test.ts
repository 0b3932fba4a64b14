import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { metersBetween } from "../../../src/places/metersBetween.ts";
import { type Embedded, embedded } from "../embedded.ts";

const ORIGIN = Date.parse("2024-01-01T00:00:00Z");
const iso = (seconds: number): string =>
  new Date(ORIGIN + seconds * 1000).toISOString().replace(".000Z", "Z");

interface Given {
  uuid: string;
  timestamp: string;
  latitude_degrees: number;
  longitude_degrees: number;
}

/** Samples at made-up instants of the first day, some of them equal. */
function walk(count: number, step: (i: number) => number): Given[] {
  return Array.from({ length: count }, (_, i) => ({
    uuid: `00000000-0000-4000-8000-${String(step(i)).padStart(6, "0")}${
      String(i).padStart(6, "0")
    }`,
    timestamp: iso(step(i)),
    latitude_degrees: 52.5 + ((i * 7) % 11) * 1e-4,
    longitude_degrees: 13.4 + ((i * 5) % 7) * 1e-4,
  }));
}

const MOBILE = walk(60, (i) => (i * i * 13) % 86_400);
const MAP = walk(40, (i) => 86_000 - (i * i * 29) % 80_000);

async function moved(): Promise<Embedded> {
  const here = await embedded();
  for (const [type, records] of [["MobileLocationUpdate", MOBILE], ["MapLocationUpdate", MAP]]) {
    const response = await here.ingest(type as string, records as Given[]);
    assertEquals(response.status, 201, await response.text());
  }
  return here;
}

const seconds = (given: Given): number => (Date.parse(given.timestamp) - ORIGIN) / 1000;
const BOTH = [
  ...MOBILE.map((given) => ({ ...given, at: seconds(given), location_source: "mobile" })),
  ...MAP.map((given) => ({ ...given, at: seconds(given), location_source: "map_service" })),
].sort((a, b) => a.at - b.at);

Deno.test("a location update is returned with every field; missing ones are unknown", async () => {
  await using here = await embedded();
  const [sent] = MOBILE;
  await (await here.ingest("MobileLocationUpdate", [sent!])).text();
  const range = `start_time=${iso(0)}&end_time=${iso(1)}`;
  assertEquals(await here.json(`GET /data/v0/{me}/mobile_location_updates?${range}`), [{
    ...sent,
    altitude_meters: null,
    ellipsoidal_altitude_meters: null,
    horizontal_accuracy_meters: -1,
    vertical_accuracy_meters: -1,
    speed: -1,
    speed_accuracy_meters: -1,
    course_heading_degrees: -1,
    course_heading_accuracy_degrees: -1,
    floor: null,
    source_is_simulated_by_software: false,
    source_is_produced_by_accessory: false,
  }]);
});

Deno.test("a batch of locations is stored completely or not at all", async () => {
  await using here = await embedded();
  const wrong = { ...MOBILE[1]!, latitude_degrees: 91 };
  const response = await here.ingest("MobileLocationUpdate", [MOBILE[0]!, wrong]);
  assertEquals(response.status, 422);
  assertEquals((await response.json()).detail[0].loc, ["body", 2, "latitude_degrees"]);
  const range = `start_time=${iso(0)}&end_time=${iso(86_400)}`;
  assertEquals(await here.json(`GET /data/v0/{me}/mobile_location_updates?${range}`), []);
});

Deno.test("location_updates returns samples of all or selected sources in order of time", async () => {
  await using here = await moved();
  const range = `start_time=${iso(1000)}&end_time=${iso(50_000)}`;
  const get = async (more = "") =>
    (await here.json<Given[]>(`GET /data/v0/{me}/location_updates?${range}${more}`))
      .map((row) => [row.uuid, (row as Given & { location_source: string }).location_source]);
  const expected = BOTH.filter(({ at }) => at >= 1000 && at < 50_000);
  const shown = (rows: typeof BOTH) => rows.map((row) => [row.uuid, row.location_source]);
  const times = (rows: unknown[][]) => rows.map(([id]) => BOTH.find(({ uuid }) => uuid === id)!.at);
  const all = await get();
  assertEquals(all.toSorted(), shown(expected).toSorted());
  assertEquals(times(all), expected.map(({ at }) => at));
  for (const source of ["mobile", "map_service"]) {
    assertEquals(
      (await get(`&location_sources=${source}`)).toSorted(),
      shown(expected.filter((row) => row.location_source === source)).toSorted(),
    );
  }
});

Deno.test("location_at_time returns the closest sample within the window, as in a brute-force search", async () => {
  await using here = await moved();
  for (let i = 0; i < 120; i++) {
    // Some instants equal those of samples, some are halfway between two.
    const own = BOTH[i % BOTH.length]!.at;
    const time = i % 3 === 0 ? own : (i * 733) % 90_000;
    const window = [0, 60, 600, 14_400][i % 4]!, after = i % 2 === 0;
    const query = `time=${iso(time)}&window_size=${window}&include_after=${after}`;
    const rows = await here.json<(Given & { location_source: string })[]>(
      `GET /data/v0/{me}/location_at_time?${query}`,
    );
    const distances = BOTH.filter(({ at }) =>
      at <= time ? time - at <= window : after && at - time <= window
    ).map(({ at }) => Math.abs(time - at));
    if (distances.length === 0) {
      assertEquals(rows, [], query);
      continue;
    }
    assertEquals(rows.length, 1, query);
    assertEquals(Math.abs(time - seconds(rows[0]!)), Math.min(...distances), query);
    const found = BOTH.filter(({ at }) => at === seconds(rows[0]!));
    assertEquals(found.some(({ uuid }) => uuid === rows[0]!.uuid), true);
  }
});

Deno.test("location_at_time prefers the earlier sample on a tie, and the mobile's at the same instant", async () => {
  await using here = await embedded();
  const one = (id: number, at: number): Given => ({
    uuid: `00000000-0000-4000-8000-00000000000${id}`,
    timestamp: iso(at),
    latitude_degrees: 1,
    longitude_degrees: 1,
  });
  await (await here.ingest("MobileLocationUpdate", [one(1, 100), one(2, 200)])).text();
  await (await here.ingest("MapLocationUpdate", [one(3, 100)])).text();
  const get = async (time: number) =>
    (await here.json<Given[]>(
      `GET /data/v0/{me}/location_at_time?time=${iso(time)}&include_after=true`,
    )).map(({ uuid }) => uuid.slice(-1)).join("");
  assertEquals(await get(150), "1");
  assertEquals(await get(151), "2");
  assertEquals(await get(100), "1");
  assertEquals(await get(90_000), "");
});

interface Slice {
  slice_time: string;
  time?: string;
  lat: number;
  long: number;
  distance_change_m: number | null;
}

Deno.test("location_time_series follows the grid, look_back and change_meters, as in a brute-force search", async () => {
  await using here = await moved();
  for (
    const { rate, back, change, from, to } of [
      { rate: 900, back: 14_400, change: undefined, from: 0, to: 86_400 },
      { rate: 900, back: 60, change: undefined, from: 17, to: 50_000 },
      { rate: 60, back: 3600, change: 30, from: 5_000, to: 20_000 },
      { rate: 37, back: 0, change: 0, from: 0, to: 5_000 },
      { rate: 600, back: 14_400, change: 1e6, from: 1_000, to: 40_000 },
    ]
  ) {
    const query = `start_time=${iso(from)}&end_time=${iso(to)}&sample_rate=${rate}` +
      `&look_back=${back}${change === undefined ? "" : `&change_meters=${change}`}`;
    const rows = await here.json<Slice[]>(`GET /data/v0/{me}/location_time_series?${query}`);
    const expected: Slice[] = [];
    let last: { latitude: number; longitude: number } | undefined;
    for (let slice = from; slice < to; slice += rate) {
      const latest = BOTH.findLast(({ at }) => at <= slice && at >= slice - back);
      if (latest === undefined) {
        expected.push({ slice_time: iso(slice) } as Slice);
        continue;
      }
      const here = { latitude: latest.latitude_degrees, longitude: latest.longitude_degrees };
      const distance = last === undefined ? null : metersBetween(last, here);
      if (distance !== null && change !== undefined && distance < change) continue;
      last = here;
      expected.push({
        slice_time: iso(slice),
        time: iso(latest.at),
        lat: here.latitude,
        long: here.longitude,
        distance_change_m: distance,
      });
    }
    assertEquals(rows, expected, query);
  }
});

Deno.test("one hour has four rows", async () => {
  await using here = await moved();
  const range = `start_time=${iso(0)}&end_time=${iso(3600)}`;
  const rows = await here.json<Slice[]>(`GET /data/v0/{me}/location_time_series?${range}`);
  assertEquals(rows.map((row) => row.slice_time), [0, 900, 1800, 2700].map(iso));
  assertEquals(rows[0]!.distance_change_m, null);
});

Deno.test("a long series does not block other requests, even if it omits all rows", async () => {
  await using here = await embedded();
  const records = Array.from({ length: 800 }, (_, i) => ({
    uuid: crypto.randomUUID(),
    timestamp: iso(i * 5000),
    latitude_degrees: 52.5,
    longitude_degrees: 13.4,
  }));
  await (await here.ingest("MobileLocationUpdate", records)).text();
  const query = `start_time=${iso(0)}&end_time=${iso(4e6)}&sample_rate=5&change_meters=1e6`;
  let isDone = false, turns = 0;
  const rows = here.json<Slice[]>(`GET /data/v0/{me}/location_time_series?${query}`)
    .finally(() => isDone = true);
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    turns++;
  }
  assertEquals((await rows).length, 1); // 800,000 slices in one place
  assert(turns >= 5, `others ran ${turns} times`);
});

Deno.test("reverse_geocode returns the nearest large city, if one is near", async () => {
  await using here = await embedded();
  const place = (id: number, at: number, latitude_degrees: number, longitude_degrees: number) => ({
    uuid: `00000000-0000-4000-8000-00000000000${id}`,
    timestamp: iso(at),
    latitude_degrees,
    longitude_degrees,
  });
  const records = [place(1, 0, 52.5, 13.4), place(2, 900, 0, -30)];
  await (await here.ingest("MobileLocationUpdate", records)).text();
  const query = `start_time=${iso(0)}&end_time=${iso(1800)}&reverse_geocode=true`;
  // deno-lint-ignore no-explicit-any
  const [berlin, sea] = await here.json<any[]>(`GET /data/v0/{me}/location_time_series?${query}`);
  assertEquals(berlin.address, "Berlin, Germany");
  assertEquals(berlin.location_details.country_code, "DE");
  assertAlmostEquals(berlin.location_details.distance_m, 2_771, 1); // to Alexanderplatz
  assertEquals([sea.address, sea.location_details], [null, null]);
  // deno-lint-ignore no-explicit-any
  const [at] = await here.json<any[]>(
    `GET /data/v0/{me}/location_at_time?time=${iso(0)}&reverse_geocode=1`,
  );
  assertEquals(at.location_details.city, "Berlin");
  assertEquals(at.location_source, "mobile");
});

Deno.test("a visit is found if it intersects the range, even with unknown ends", async () => {
  await using here = await embedded();
  const visit = (id: number, more: object) => ({
    uuid: `00000000-0000-4000-8000-00000000000${id}`,
    latitude_degrees: 52.5,
    longitude_degrees: 13.4,
    horizontal_accuracy_meters: 20,
    ...more,
  });
  const visits = [
    visit(1, { arrival_date: "0001-01-01T00:00:00+00:00", departure_date: iso(100) }),
    visit(2, { arrival_date: iso(100), departure_date: iso(200) }),
    visit(3, { arrival_date: iso(300), departure_date: "4001-01-01T00:00:00Z" }),
  ];
  await (await here.ingest("MobileLocationVisit", visits)).text();
  const get = (from: number, to: number) =>
    here.json<{ uuid: string; arrival_date: string; departure_date: string }[]>(
      `GET /data/v0/{me}/mobile_location_visits?start_time=${iso(from)}&end_time=${iso(to)}`,
    );
  const ids = async (from: number, to: number) =>
    (await get(from, to)).map(({ uuid }) => uuid.slice(-1)).join("");
  assertEquals(await ids(0, 100), "1");
  assertEquals(await ids(100, 300), "2");
  assertEquals(await ids(200, 250), "");
  assertEquals(await ids(99, 301), "123");
  assertEquals(await ids(1e8, 1e8 + 1), "3");
  assertEquals(await get(0, 1), [visits[0] as never]);
  assertEquals((await get(400, 401))[0]!.departure_date, "4001-01-01T00:00:00Z");
  const wrong = await here.ingest("MobileLocationVisit", [
    visit(4, { arrival_date: iso(2), departure_date: iso(1) }),
  ]);
  assertEquals(wrong.status, 422);
  assertEquals((await wrong.json()).detail[0].loc, ["body", 1, "departure_date"]);
});

Deno.test("map locations have bounds, and a source filters both", async () => {
  await using here = await embedded();
  const bounds = (more = "") => here.json(`GET /data/v0/{me}/map_location_updates/bounds${more}`);
  assertEquals(await bounds(), { start_date: null, end_date: null });
  const records = [10, 20, 30, 40].map((at, i) => ({
    uuid: `00000000-0000-4000-8000-00000000000${i}`,
    timestamp: iso(at),
    latitude_degrees: 1,
    longitude_degrees: 2,
    source: { name: i % 2 ? "Odd" : "Even", sourceBundleIdentifier: `com.example.${i % 2}` },
  }));
  await (await here.ingest("MapLocationUpdate", records)).text();
  assertEquals(await bounds(), { start_date: iso(10), end_date: iso(40) });
  assertEquals(await bounds("?source=Even"), { start_date: iso(10), end_date: iso(30) });
  assertEquals(await bounds("?source=nobody"), { start_date: null, end_date: null });
  const sources = await here.json<{ id: string; vendor_id: string }[]>(
    "GET /data/v1alpha1/data_sources",
  );
  const odd = sources.find(({ vendor_id }) => vendor_id === "com.example.1")!;
  assertEquals(await bounds(`?source=${odd.id}`), { start_date: iso(20), end_date: iso(40) });
  const range = `start_time=${iso(0)}&end_time=${iso(100)}`;
  for (const name of [odd.id, odd.vendor_id, "Odd"]) {
    const rows = await here.json<Given[]>(
      `GET /data/v0/{me}/map_location_updates?${range}&svc_source_id=${name}`,
    );
    assertEquals(rows.map(({ timestamp }) => timestamp), [iso(20), iso(40)]);
  }
});

Deno.test("locations reject invalid rates and windows, and other users", async () => {
  await using here = await moved();
  const range = `start_time=${iso(0)}&end_time=${iso(86_400)}`;
  for (
    const query of [
      `location_time_series?${range}&sample_rate=0`,
      `location_time_series?${range}&look_back=-1`,
      `location_time_series?${range}&change_meters=-1`,
      `location_time_series?start_time=0001-01-01T00:00Z&end_time=9999-01-01T00:00Z`,
      `location_time_series?${range}&location_sources=satellite`,
      `location_at_time?time=${iso(0)}&window_size=-1`,
    ]
  ) {
    const response = await here.send(`GET /data/v0/{me}/${query}`);
    assertEquals(response.status, 422, query);
    await response.body?.cancel();
  }
  for (
    const query of [
      `mobile_location_updates?${range}`,
      `mobile_location_visits?${range}`,
      `map_location_updates?${range}`,
      `map_location_updates/bounds`,
      `location_updates?${range}`,
      `location_time_series?${range}`,
      `location_at_time?time=${iso(0)}`,
    ]
  ) {
    const response = await here.send(`GET /data/v0/${crypto.randomUUID()}/${query}`);
    assertEquals(response.status, 403, query);
    await response.body?.cancel();
  }
});
