import { assert, assertEquals } from "@std/assert";
import { openStore, type Store } from "../../src/store/openStore.ts";
import { embedded } from "./embedded.ts";

const START = Date.UTC(2024, 0, 1);
const DAYS = 300;
const iso = (day: number): string => new Date(START + day * 86_400_000).toISOString();
const micros = (day: number): bigint => BigInt(START + Math.round(day * 86_400_000)) * 1000n;

const ORIGIN = {
  source: { vendorId: "Watch", name: "Watch" },
  sourceProperties: '{"name":"Watch"}',
  deviceProperties: "null",
};

/** Stores a number of records per day. */
async function keep(
  store: Store,
  userid: string,
  { dataType, perDay, value = 60, minutes = 0, extra = null }: {
    dataType: string;
    perDay: number;
    value?: number | null;
    minutes?: number;
    extra?: object | null;
  },
): Promise<void> {
  const records = Array.from({ length: DAYS * perDay }, (_, i) => {
    const start = micros(i / perDay);
    return {
      id: undefined,
      start,
      end: start + BigInt(minutes) * 60_000_000n,
      value,
      origin: ORIGIN,
      extra: extra && JSON.stringify(extra),
    };
  });
  await store.uploads.add({ userid, dataType, records });
}

Deno.test("a request only reads rows near its range, however much is stored", async () => {
  let rows = 0;
  const store = openStore({ onRead: (count) => rows += count });
  await using here = await embedded({ store });
  const { userid } = here;
  await keep(store, userid, { dataType: "HeartRate", perDay: 100 });
  await keep(store, userid, { dataType: "ActiveCaloriesBurned", perDay: 100, minutes: 10 });
  await keep(store, userid, { dataType: "SleepStage", perDay: 48, value: 3, minutes: 8 });
  await keep(store, userid, { dataType: "Event", perDay: 50, value: null, extra: { name: "e" } });
  const place = { latitude_degrees: 52.5, longitude_degrees: 13.4 };
  await keep(store, userid, {
    dataType: "MobileLocationUpdate",
    perDay: 50,
    value: null,
    extra: place,
  });
  const day = `start_time=${iso(100)}&end_time=${iso(101)}`;
  const data = "GET /data/v0/{me}", output = "output=csv";
  for (
    // At most the rows in and around the range, and a few with owners and types.
    const [route, most] of [
      [`${data}/metric_time_series?metric=HeartRate&${output}&${day}`, 100 + 20],
      [`${data}/metric_time_series?metric=ActiveCaloriesBurned&${output}&${day}`, 101 + 20],
      [`${data}/metric_samples?metric=HeartRate&${day}`, 100 + 20],
      [`${data}/sleep_stages?cycle_gap=PT20M&clip_to_range=false&${output}&${day}`, 3 * 48 + 20],
      [`${data}/sleep_cycles?cycle_gap=PT20M&clip_to_range=true&${output}&${day}`, 49 + 20],
      [`GET /data/v1alpha1/event/Event?${day}`, 50 + 20],
      [`GET /data/v1alpha1/event/Event/latest`, 20],
      [`${data}/location_at_time?time=${iso(100.01)}`, 20],
      [`${data}/location_time_series?${day}`, 2 * 50 + 20],
      [`${data}/location_updates?${day}`, 50 + 20],
      [`GET /data/v1/records?q=HeartRate`, 20],
      [`GET /data/v1/records?q=HeartRate[86400s]@${(START / 1000) + 8_640_000}`, 101 + 20],
      ["GET /user/v1alpha1/info", 20],
      ["GET /user/v1alpha1/preferences", 20],
    ] as const
  ) {
    rows = 0;
    const response = await here.send(route);
    const text = await response.text();
    assertEquals(response.status, 200, `${route}: ${text.slice(0, 200)}`);
    assert(rows > 0 && rows <= most, `${route} read ${rows} rows; the maximum is ${most}`);
  }
});

Deno.test("reads are counted row by row", async () => {
  let rows = 0;
  const store = openStore({ onRead: (count) => rows += count });
  await using here = await embedded({ store });
  await keep(store, here.userid, { dataType: "HeartRate", perDay: 10 });
  rows = 0;
  await store.samples.read({
    userid: here.userid,
    dataType: "HeartRate",
    interval: { start: micros(1), end: micros(3) },
  });
  assert(rows >= 20 && rows < 30, `${rows} rows`);
});
