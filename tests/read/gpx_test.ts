import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { gpx } from "../../src/read/gpx/gpx.ts";
import { local } from "../../src/app/local.ts";
import { visits } from "../../src/places/visits.ts";
import { inFolder, zipped } from "./export/exportFixture.ts";
import { RIDE } from "./gpxFile.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

Deno.test("a track gives places, heart rate and a workout, and reports what it skipped", async () => {
  const { locations, metrics, others, workouts, report } = await gpx(bytes(RIDE), {
    tz: "Europe/Berlin",
  });
  assertEquals(locations.getColumn("time").toArray().map(Number), [
    Date.UTC(2024, 2, 31, 0, 59),
    Date.UTC(2024, 2, 31, 1, 0, 0, 500),
    Date.UTC(2024, 2, 31, 1, 10),
  ]);
  const altitudes = locations.toRecords().map((row) => row["altitude_meters"] ?? null);
  assertEquals(altitudes as unknown[], [34.2, null, null]);
  assertEquals(metrics["HeartRate"]!.getColumn("value").toArray(), [118]);
  assertEquals(Object.keys(others).sort(), ["air_temperature", "cadence"]);
  assertEquals(workouts.getColumn("duration_s").toArray(), [660]);
  assertEquals(workouts.getColumn("activity").toArray(), ["cycling"]);
  assertEquals(report.skipped, { "it has no time": 1 });
  assertEquals(report.problems[0]!.where, "line 15");
  assertStringIncludes(report.notes[0]!, "2 points of routes and waypoints");
});

Deno.test("tracks are read alike from a folder, a zip file, a nested zip file, and a list", async () => {
  const later = RIDE.replaceAll("2024-03-31", "2024-04-01");
  const files = { "rides/a.gpx": RIDE, "rides/b.gpx": later, "rides/readme.txt": "hello" };
  const fromZip = await gpx(zipped(files));
  const fromInner = await gpx(zipped({ "part.zip": zipped(files) }));
  const fromList = await gpx([bytes(RIDE), bytes(later)]);
  const fromFolder = await inFolder(files, (folder) => any(folder));
  for (const { locations } of [fromInner, fromList, fromFolder]) {
    assertEquals(locations.toRecords(), fromZip.locations.toRecords());
  }
  assertEquals(fromZip.report.files, { seen: 3, read: 2 });
  assertEquals(fromZip.report.ignored, { "rides/readme.txt": 1 });
  assertEquals(fromFolder.report.reader, "gpx");
});

Deno.test("a track that is ingested repeatedly is stored once, with the same visits", async () => {
  await using me = await local({ tz: "Europe/Berlin" });
  const content = await any(bytes(RIDE));
  const { stored, left } = await me.ingest(content, { own: false });
  await me.ingest(content, { own: false });
  assertEquals(stored, { HeartRate: 1, MobileWorkout: 1, MobileLocationUpdate: 3 });
  assertEquals(Object.keys(left).sort(), ["air_temperature", "cadence"]);
  const { total_records } = await me.api.user.totals();
  assertEquals(total_records, 5);
  const range = { start_time: "2024-03-30T00:00Z", end_time: "2024-04-01T00:00Z" };
  const held = await me.api.locations.mobileUpdates(range);
  const options = { tz: "Europe/Berlin" };
  assertEquals(visits(held, options).toRecords(), visits(content.locations, options).toRecords());
});

Deno.test("read.gpx() reports why a file is not a track", async () => {
  for (
    const [what, message] of [
      ["", "none of its files was found"],
      ["<html></html>", "none of its files was found"],
      [RIDE.slice(0, 500), "cut short, in line 9"],
      [RIDE.replace("</name><type>", "</nam><type>"), "in line 6"],
      [RIDE.replace("UTF-8", "klingon"), "its encoding klingon is unknown"],
    ] as const
  ) await assertRejects(() => gpx(bytes(what)), TypeError, message);
  await assertRejects(() => gpx("nowhere/walk.gpx"), TypeError, "does not exist");
  await assertRejects(() => any(zipped({ "a.csv": "x,y\n" })), TypeError, "read.csv");
});

Deno.test("a broken track among several is named, and the others are read", async () => {
  const { report } = await gpx(zipped({ "a.gpx": RIDE, "b.gpx": RIDE.slice(0, 500) }));
  assertEquals(report.files, { seen: 2, read: 1 });
  assertEquals(report.skipped["the file cannot be read"], 1);
});

Deno.test("a position off the Earth, and a value that is not numeric, are dropped", async () => {
  const odd = RIDE.replace('lat="52.5210"', 'lat="152.5"').replace(">118<", ">--<");
  const { report } = await gpx(bytes(odd));
  assertEquals(report.read["locations"], 2);
  assertEquals(report.skipped["the place is not on Earth"], 1);
  assertEquals(report.read["HeartRate"], undefined);
});

Deno.test("a truncated or damaged track gives the points before the damage, and reports the position", async () => {
  const stop = "the rest of the file cannot be read";
  for (
    const [text, points, where, why] of [
      [RIDE.slice(0, 900), 2, "line 16", "it is cut short"],
      [RIDE.slice(0, -2), 3, "line 20", "it is cut short"],
      [
        RIDE.replace("</trkseg>", "</seg>"),
        2,
        "line 13",
        "an end tag is invalid, or does not match its start tag",
      ],
      [
        RIDE.replace("<ele>35", "<ele x>35"),
        2,
        "line 15",
        "an attribute is invalid, or given twice",
      ],
    ] as const
  ) {
    const { report, workouts } = await gpx(bytes(text));
    assertEquals(report.read["locations"], points, text.slice(-30));
    assertEquals(workouts.height, 1);
    const last = report.problems.at(-1)!;
    assertEquals([last.where, last.reason], [where, `${stop}: ${why}`]);
    await assertRejects(() => gpx(bytes(text), { strict: true }), TypeError);
  }
});

Deno.test("a track cut at any length gives its complete points, or is rejected", async () => {
  for (let length = 0; length < RIDE.length; length += 7) {
    const text = RIDE.slice(0, length);
    const whole = text.match(/<trkpt .*?<\/trkpt>/gs)?.filter((point) => point.includes("<time>"));
    const found = await gpx(bytes(text)).catch((error: Error) => error);
    if (found instanceof Error) assertEquals(whole?.length ?? 0, 0, `${length}`);
    else assertEquals(found.locations.height, whole!.length, `${length}`);
  }
});

Deno.test("a wrong character does not lose the track, and a declared encoding is used", async () => {
  const latin = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const named = RIDE.replace("Watch 7", "M\u00fcller");
  const declared = await gpx(latin(named.replace("UTF-8", "ISO-8859-1")));
  assertEquals([...new Set(declared.locations.getColumn("source").toArray())], ["M\u00fcller"]);
  assertEquals(Object.keys(declared.report.skipped), ["it has no time"]);
  const wrong = await gpx(latin(named));
  assertEquals(wrong.report.read["locations"], 3);
  assertEquals(wrong.report.skipped["a character is damaged or not UTF-8"], 1);
  const odd = await gpx(bytes(RIDE.replace("Sunday", "S\u0000nday")));
  assertEquals(odd.report.read["locations"], 3);
  assertEquals(odd.report.skipped["XML does not allow the character"], 1);
});
