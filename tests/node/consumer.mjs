// A program of a user of the package, run by Node from the tarball and by Deno from the sources: it prints
// what comes out as JSON, and both must print the same. Arguments: the service's address and token, an
// export of a phone, and a folder to write into.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { inspect } from "node:util";
import {
  cohort,
  connect,
  demo,
  local,
  NotFoundError,
  places,
  plot,
  range,
  read,
  series,
  sleep,
} from "@lifeframe/lifeframe";
import { lastNights } from "@lifeframe/lifeframe/range";
import { merge } from "@lifeframe/lifeframe/sleep";

const [baseUrl, token, phoneExport, folder] = process.argv.slice(2);
const tz = "Europe/Berlin", results = {};

assert.equal(merge, sleep.merge, "an entry of its own gives the same functions");
assert.equal(lastNights, range.lastNights);

const GPX =
  `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
<trkpt lat="48.1" lon="11.5"><time>2025-03-01T10:00:00Z</time></trkpt>
<trkpt lat="48.2" lon="11.6"><time>2025-03-01T10:10:00Z</time></trkpt>
</trkseg></trk></gpx>`;

// Ranges: the night in which clocks go forward lasts an hour less.
const spring = range.lastNights(1, tz, { until: "2025-03-30T12:00Z" });
assert.equal(spring.start_time.until(spring.end_time).total("hours"), 23);

// The client: the service's answers, and its errors.
const me = await connect({ baseUrl, token, tz });
const month = { start_time: "2025-03-01", end_time: "2025-04-01" };
const samples = await me.api.metrics.samples({ metric: "SleepStage", ...month });
const steps = await me.api.metrics.timeSeries({ metric: "StepCount", ...month, samprate: "1h" });
assert(samples.height > 100 && steps.height === 31 * 24 - 1, "March 2025 has 743 hours");
results.steps = text(steps);
await assert.rejects(
  () => me.api.metrics.samples({ metric: "Steps", ...month }),
  NotFoundError,
);
results.me = inspect(me).replaceAll(baseUrl, "");

// Verbs: the same here as there.
const stages = sleep.merge(sleep.fromSamples(samples));
results.cycles = text(sleep.cycles(stages));
results.statistics = text(sleep.statistics(stages));
results.daily = text(series.resample(steps, { every: "1d", tz }));
results.table = String(stages);
results.city = places.nearestCity({ latitude: 48.14, longitude: 11.58 })?.name ?? null;

// Pictures.
const night = sleep.merge([
  { start_time: "2025-03-29T22:00Z", end_time: "2025-03-30T01:30Z", sleep_stage: 2 },
  { start_time: "2025-03-30T01:30Z", end_time: "2025-03-30T05:00Z", sleep_stage: 3 },
]);
await plot.hypnogram(night, { tz }).save(`${folder}/night.svg`);
await plot.hypnogram(night, { tz }).save(`${folder}/night.png`);
results.png = (await readFile(`${folder}/night.png`)).toString("base64");
results.picture = await readFile(`${folder}/night.svg`, "utf8");
assert.match(results.picture, /^<svg[^]*<\/svg>\n?$/);

// Readers.
results.csv = text(
  await read.csv({ text: "Zeit,Schritte\n30.03.2024 08:00,12\n30.03.2024 09:00,7\n" }, {
    tz,
    timeFormat: "dd.MM.yyyy HH:mm",
  }),
);
const phone = await read.appleHealth(phoneExport);
results.phone = [...Object.values(phone.records), phone.sleep].map(text);
results.phoneReport = JSON.stringify(phone.report);
await writeFile(`${folder}/walk.gpx`, GPX);
const walk = await read.any(`${folder}/walk.gpx`);
results.walk = inspect(walk.report).replaceAll(folder, "");

// An own store, kept; the sample; a report.
for (const expected of [1, 2]) {
  const mine = await local({ data: `${folder}/health`, tz }); // Node 22 does not know `await using`
  await mine.api.ingest.records("HeartRate", [
    { start_time: `2024-01-0${expected}T12:00`, value: 60, unit: "bpm", source: "Watch" },
  ]);
  assert.equal((await mine.api.user.totals()).total_records, expected);
  await mine[Symbol.asyncDispose]();
}
const sample = await demo({ days: 40 });
results.lastNight = String(await sample.lastNight());
const page = await sample.report({ days: 7 });
await page.save(`${folder}/report.html`);
assert((await readFile(`${folder}/report.html`, "utf8")).length > 10_000);

// What needs Deno says so.
results.cohort = await cohort(folder).then(() => "opened", ({ message }) => message);

process.stdout.write(JSON.stringify(results));

/** A frame as text: its columns, their types, and its rows. */
function text(frame) {
  const rows = frame.toRecords().map((row) => Object.values(row));
  return JSON.stringify(
    [frame.columns, frame.dtypes.map(String), rows],
    (_, value) => typeof value === "bigint" ? String(value) : value,
  );
}
