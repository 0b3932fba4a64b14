import { assert, assertEquals } from "@std/assert";
import { local, type Me, read } from "../../../mod.ts";
import { METRIC_TABLE, type MetricName } from "../../../src/api/fields/metricTable.ts";
import { ingestSample } from "../../../src/app/sample/ingestSample.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";

const quiet = { onProgress: () => {} };
const whole = { piece: false } as const;
const EVER = { start_time: "0001-01-01T00:00:00Z", end_time: "9999-12-31T00:00:00Z" };
const AT = "2025-03-02T08:00:00.123456Z", LATER = "2025-03-02T08:05:00Z";

/** Stores the sample, and a record with all members of every metric and of own types. */
async function fill(me: Me): Promise<void> {
  await ingestSample(me, { days: 2, ...quiet });
  const { id: tag } = await me.api.tags.create({ body: { name: "trip" } });
  const members = {
    start_time: AT,
    end_time: LATER,
    source: { name: "App", version: "7", sourceBundleIdentifier: "org.example.app" },
    device: { name: "Band", model: "2", hardwareVersion: "7" },
    note: "in bed",
    tags: [tag],
    metadata: { mood: { at: 3 }, name: "n" },
    name: "Morning",
  };
  for (const [metric] of METRIC_TABLE) {
    await me.api.ingest.records(metric, [
      { ...members, value: 1, count: 2, extras: { a: [1] } },
      { start_time: LATER, value: 2 },
    ]);
  }
  const mood = await me.api.catalog.define({
    base_type: "Metric",
    body: { name: "Pain", description: "d", record_spec: { scale: { min: 0, max: 5 } } },
  });
  const schema = JSON.stringify({ type: "object", properties: { dose: { type: "number" } } });
  const pill = await me.api.catalog.define({
    base_type: "Event",
    body: { name: "Pill", description: "d", record_spec: { schema } },
  });
  await me.api.ingest.records(mood.id, [{ ...members, value: 3 }]);
  await me.api.ingest.records(pill.id, [{ ...members, dose: 2.5 }, { start_time: LATER }]);
  await me.api.ingest.records("MobileLocationVisit", [
    { latitude_degrees: 1, longitude_degrees: 2 }, // neither arrival nor departure is known
  ]);
}

/** Returns all records as the service answers them, with names instead of the ids of definitions. */
async function everything(me: Me): Promise<Record<string, unknown>> {
  const named: [string, string][] = [];
  for (const { id, name } of await me.api.catalog.list({ category: "user_configured" })) {
    named.push([id.replace(/^.*\//, ""), `type ${name}`]);
  }
  for (const { id, name } of await me.api.tags.list()) named.push([id, `tag ${name}`]);
  named.push([await me.userid(), "the user"]);
  const events = new Set(
    (await me.api.catalog.list()).filter((type) => type.class === "event").map(({ id }) => id),
  );
  const all: Record<string, unknown> = {};
  const put = (name: string, frame: Frame): void => {
    if (frame.height === 0) return;
    let text = JSON.stringify(frame.toRecords().map((row) => JSON.stringify(row)).sort());
    for (const [id, word] of named) text = text.replaceAll(id, word);
    text = text.replace(/\\"(?:created|updated)_at\\+":\\+"[^"\\]*\\+"/g, ""); // of definitions
    all[named.reduce((name, [id, word]) => name.replace(id, word), name)] = text;
  };
  for (const { data_type } of await me.api.changes.available(EVER)) {
    const type = { data_type, ...EVER }, isEvent = events.has(data_type);
    if (isEvent) put(`${data_type} events`, await me.api.events.list(type, whole));
    else if (/^(?:Mobile|Map|calendar)/.test(data_type)) continue;
    else {
      put(`${data_type} records`, await me.api.metrics.records(type, whole));
      put(
        `${data_type} samples`,
        await me.api.metrics.samples({ metric: data_type as MetricName, ...EVER }, whole),
      );
    }
  }
  put("workouts", await me.api.workouts.list(EVER, whole));
  put("updates", await me.api.locations.mobileUpdates(EVER, whole));
  put("map", await me.api.locations.mapUpdates(EVER, whole));
  put("visits", await me.api.locations.mobileVisits(EVER, whole));
  put("calendars", await me.api.calendars.list());
  put("events", await me.api.calendars.events(EVER, whole));
  return all;
}

Deno.test("me.ingest() of an export of me.exportTo() restores the records of every type", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using me = await local({ tz: "Europe/Berlin" });
    await fill(me);
    const { records } = await me.exportTo(`${folder}/mine`, quiet);
    const want = await everything(me);
    assert(METRIC_TABLE.every(([name]) => `${name} samples` in want));
    const { stored: again } = await me.ingest(`${folder}/mine`, quiet);
    assertEquals(again, {}, "the same store has all of them");
    const count = Object.values(records).reduce((sum, count) => sum + count, 0);
    const ways = [
      (other: Me) => other.ingest(`${folder}/mine`, quiet),
      async (other: Me) => other.ingest(await read.any(`${folder}/mine`), quiet),
    ];
    for (const ingest of ways) {
      await using other = await local({ tz: "Europe/Berlin" });
      const { stored, left, report } = await ingest(other);
      assertEquals(left, {});
      assertEquals(report!.problems, []);
      assertEquals(Object.values(stored).reduce((sum, count) => sum + count, 0), count);
      const got = await everything(other);
      assertEquals(Object.keys(got), Object.keys(want));
      for (const name of Object.keys(want)) assertEquals(got[name], want[name], name);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
