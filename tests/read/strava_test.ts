import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { gzipSync } from "node:zlib";
import { zipped } from "./export/exportFixture.ts";
import { STRAVA_ACTIVITIES } from "./exampleTexts.ts";

const TRACK = `<gpx creator="StravaGPX"><trk><type>cycling</type><trkseg>${
  ["00:30:00", "01:00:00", "01:29:00"].map((clock) =>
    `<trkpt lat="52.5" lon="13.4"><time>2024-03-31T${clock}Z</time></trkpt>`
  ).join("")
}</trkseg></trk></gpx>`;

Deno.test("Strava's table has times in UTC, and distances in metres in its second column", async () => {
  const { workouts, others } = await any(new File([STRAVA_ACTIVITIES], "activities.csv"));
  const [ride, swim] = workouts.toRecords();
  assertEquals(Number(ride!["start_time"]), Date.UTC(2024, 2, 31, 0, 30));
  assertEquals(Number(ride!["end_time"]) - Number(ride!["start_time"]), 3600e3);
  assertEquals([ride!["distance_m"], swim!["distance_m"]], [1_020_300.5, 1500]);
  assertEquals([ride!["duration_s"], ride!["energy_kcal"]], [3400, 720]);
  assertEquals(others["workout_average_heart_rate"]!.getColumn("value").toArray(), [131.5]);
});

Deno.test("a workout of Strava's bulk export counts once, with the locations of its file", async () => {
  const { workouts, locations, report } = await any(zipped({
    "activities.csv": STRAVA_ACTIVITIES,
    "activities/1.gpx.gz": new Uint8Array(gzipSync(TRACK)),
    "media/1.jpg": "x",
  }));
  assertEquals(report.reader, "strava, gpx");
  assertEquals(workouts.height, 2);
  assertEquals(workouts.getColumn("distance_m").toArray()[0], 1_020_300.5);
  assertEquals(locations.height, 3);
  assertEquals(report.skipped, { "the same workout is in another file": 1 });
  assertEquals(report.ignored, {});
});

Deno.test("a table with one column of distances is in kilometres, unless they would be too fast", async () => {
  const head = "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance\n";
  const text = head + '1,"Oct 1, 2024, 11:35:00 AM",A,Ride,5268,33.89\n' +
    '2,"Oct 2, 2024, 8:35:00 AM",B,Run,2364,7925\n';
  const { workouts } = await any(new File([text], "activities.csv"));
  assertEquals(workouts.getColumn("distance_m").toArray(), [33_890, 7925]);
});

Deno.test("Strava's table is read in German, with kilometres in both columns, and in the layout of 2018", async () => {
  const german =
    `Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Verstrichene Zeit,Distanz,Max. Herzfrequenz,Verstrichene Zeit,Distanz,Durchschnittliche Herzfrequenz,Kalorien
1,"21.07.2026, 15:09:27",Runde,Lauf,1390,"2,81",190,1390,"2,81",148,299
2,"22.07.2026, 15:09:27",Becken,Schwimmen,1800,"1,5",,1800,"1500,0",,
`;
  const early = `id,date,name,type,description,elapsed_time,distance,commute,gear,filename
1,2017-06-07 16:26:15,Evening Run,Run,,2040,2855.3,false,,activities/1.gpx
`;
  const read = (text: string) => any(new File([text], "activities.csv"));
  const { workouts, others } = await read(german);
  assertEquals(workouts.getColumn("distance_m").toArray(), [2810, 1500]);
  assertEquals(Number(workouts.toRecords()[0]!["start_time"]), Date.UTC(2026, 6, 21, 15, 9, 27));
  assertEquals(others["workout_max_heart_rate"]!.getColumn("value").toArray(), [190]);
  const [run] = (await read(early)).workouts.toRecords();
  assertEquals([run!["distance_m"], run!["duration_s"]], [2855.3, 2040]);
  assertEquals(Number(run!["start_time"]), Date.UTC(2017, 5, 7, 16, 26, 15));
});

Deno.test("Strava's table is read in a language without known names, and as pandas wrote it", async () => {
  // 38 columns: the last one is the second copy of the relative effort.
  const second = Array.from({ length: 23 }, (_, at) => `kolom ${at}`);
  second.splice(0, 3, "Verstreken tijd", "Beweegtijd", "Afstand");
  second.splice(15, 2, "Max. hartslag", "Gemiddelde hartslag");
  second.splice(19, 1, "Calorieën");
  second.splice(22, 1, "Vergelijkbare poging");
  const first =
    "Activiteits-ID,Datum van activiteit,Naam activiteit,Activiteitstype,Beschrijving," +
    "Verstreken tijd,Afstand,Max. hartslag,Vergelijkbare poging,Bestandsnaam";
  const values = Array.from({ length: 23 }, () => "");
  values.splice(0, 3, "3107.0", "3095.0", "9721.5");
  values.splice(15, 2, "172.0", "151.5");
  values.splice(19, 1, "524.0");
  values.splice(22, 1, "33.0");
  const row = '7,"8 jul 2017, 15:25:34",Loop,Hardloopsessie,,3107,"9,72",172.0,33,activities/7.gpx';
  const dutch = `${first},${second}\n${row},${values}\n`;
  const english = `${
    first.replace("Activiteits-ID", "Activity ID").replace("Datum van activiteit", "Activity Date")
      .replace("Activiteitstype", "Activity Type").replace("Verstreken tijd", "Elapsed Time")
      .replace("Afstand", "Distance")
  },Elapsed Time.1,Moving Time,Distance.1\n${row},3107.0,3095.0,9721.5\n`;
  for (const text of [dutch, english]) {
    const { workouts } = await any(new File([text], "activities.csv"));
    const [run] = workouts.toRecords();
    assertEquals(Number(run!["start_time"]), Date.UTC(2017, 6, 8, 15, 25, 34));
    assertEquals([run!["duration_s"], run!["distance_m"]], [3095, 9721.5]);
    assertEquals(run!["activity"], "Hardloopsessie");
  }
  const { workouts, others } = await any(new File([dutch], "activities.csv"));
  assertEquals(workouts.getColumn("energy_kcal").toArray(), [524]);
  const of = (name: string) => others[name]!.getColumn("value").toArray();
  assertEquals(of("workout_average_heart_rate"), [151.5]);
  assertEquals([of("workout_max_heart_rate"), of("relative_effort")], [[172], [33]]);
});

Deno.test("Strava's table is read if its columns name their units, or only have moving times", async () => {
  const head = "Activity ID,Activity Date,Activity Name,Activity Type";
  const row = '7,"Nov 17, 2018, 2:32:10 AM",Lunch Ride,Ride';
  for (
    const [columns, values, expected] of [
      ["Elapsed Time (seconds),Moving Time,Distance (meters)", "6179,1834.0,2224.9", [
        6179e3,
        1834,
        2224.9,
      ]],
      ["Moving Time,Distance (meters)", "1834.0,2224.9", [1834e3, 1834, 2224.9]],
    ] as const
  ) {
    const text = `${head},${columns}\n${row},${values}\n`;
    const { workouts, report } = await any(new File([text], "activities.csv"));
    const [ride] = workouts.toRecords();
    const length = Number(ride!["end_time"]) - Number(ride!["start_time"]);
    assertEquals([length, ride!["duration_s"], ride!["distance_m"]], [...expected]);
    assertEquals([report.skipped, report.notes], [{}, []]);
  }
});
