import { assert, assertEquals, assertRejects } from "@std/assert";
import { local, read } from "@lifeframe/lifeframe";
import { file, inFolder, rows, zipped } from "./export/exportFixture.ts";
import { CYCLES, EXPORT, JOURNAL, SLEEPS } from "./whoopFiles.ts";

// The format matches real exports; the values are made up.

const TZ = "America/Los_Angeles";

Deno.test("read.whoop() reads each row with its own offset, on both sides of a daylight saving change", async () => {
  const { sleep, others } = await read.whoop(file("physiological_cycles.csv", CYCLES), { tz: TZ });
  assertEquals(rows(sleep), [
    {
      start_time: "2024-03-10T01:10:00-08:00",
      // Waking is written in the offset in which the night began: 09:40 there is 10:40 of the new clock.
      end_time: "2024-03-10T10:40:00-07:00",
      sleep_stage: 1,
      source: "Whoop",
      asleep_duration: 460,
      in_bed_duration: 510,
      light_sleep_duration: 190,
      deep_sleep_duration: 120,
      rem_sleep_duration: 150,
      awake_duration: 50,
      sleep_efficiency: 90,
    },
    {
      start_time: "2024-03-11T00:20:00-07:00",
      end_time: "2024-03-11T08:10:00-07:00",
      sleep_stage: 1,
      source: "Whoop",
      asleep_duration: 424,
      in_bed_duration: 471,
      light_sleep_duration: 214,
      deep_sleep_duration: 77,
      rem_sleep_duration: 133,
      awake_duration: 47,
      sleep_efficiency: 90,
    },
  ]);
  const strain = rows(others["day_strain"]);
  // The cycle ends at the instant at which the next one begins, though the digits differ by an hour.
  assertEquals(strain[1]!["end_time"], rows(sleep)[1]!["start_time"]);
  assertEquals(strain.map(({ value }) => value), [8.8, 4.9]);
});

Deno.test("read.whoop() spreads values measured at night over the night, in units of the catalog", async () => {
  const { metrics, others, report } = await read.whoop(await zipped(EXPORT), { tz: TZ });
  const night = { start_time: "2024-03-10T01:10:00-08:00", end_time: "2024-03-10T10:40:00-07:00" };
  const figure = (value: number, unit: string) => ({ ...night, value, unit, source: "Whoop" });
  assertEquals(rows(metrics["RestingHeartRate"])[0], figure(57, "bpm"));
  assertEquals(rows(metrics["SleepingWristTemperature"])[0], figure(33.5, "degC"));
  assertEquals(rows(metrics["BloodOxygenSaturation"])[0], figure(94.04, "percent"));
  assertEquals(rows(metrics["RespiratoryRate"]).length, 3);
  assertEquals(rows(others["hrv_rmssd"])[0], figure(92, "ms"));
  assertEquals(rows(others["deep_sleep_duration"])[0], figure(120, "min"));
  assertEquals(rows(others["total_energy_burned"]).map(({ value, unit }) => [value, unit]), [
    [1728, "kcal"],
    [1547, "kcal"],
  ]);
  assertEquals(report.files, { seen: 4, read: 4 });
  assertEquals([report.skipped, report.ignored], [{}, {}]);
  // The night is in the cycles and in the sleeps, with ten numbers and its span.
  assertEquals(report.read["sleep"], 3);
  assert(report.notes.some((note) => note.includes("without the times of its stages")));
});

Deno.test("read.whoop() reads workouts and the answers of the journal", async () => {
  const { workouts, events } = await inFolder(EXPORT, (folder) => read.whoop(folder, { tz: TZ }));
  assertEquals(rows(workouts), [
    {
      start_time: "2024-03-10T18:00:00-07:00",
      end_time: "2024-03-10T18:44:53-07:00",
      duration_s: 2640,
      distance_m: 7012.5,
      energy_kcal: 582,
      activity: "Running",
      source: "Whoop",
    },
    {
      start_time: "2024-03-11T18:00:00-07:00",
      end_time: "2024-03-11T18:30:00-07:00",
      duration_s: 1800,
      distance_m: null,
      energy_kcal: 90,
      activity: "Yoga",
      source: "Whoop",
    },
  ]);
  assertEquals(rows(events).map(({ title, notes, calendar }) => [title, notes, calendar]), [
    ["Have any alcoholic drinks?", "yes: two, late", "journal"],
    ["Have any alcoholic drinks?", "no", "journal"],
  ]);
});

Deno.test("read.whoop() reads the export of an account in Spanish", async () => {
  const text =
    `Hora de inicio del ciclo,Hora de finalización del ciclo,Zona horaria del ciclo,Texto de la pregunta,"Respondió ""Sí""",Notas
2026-09-01 23:00:00,2026-09-02 23:00:00,UTC+02:00,¿Café?,true,
`;
  const sleeps =
    `Hora de inicio del ciclo,Hora de finalización del ciclo,Zona horaria del ciclo,Inicio del sueño,Inicio de la vigilia,Duración del sueño (min),Siesta
2026-09-01 23:00:00,,UTC+02:00,2026-09-01 23:00:00,2026-09-02 07:00:00,455,false
`;
  const { events, others, sleep } = await read.whoop([
    file("journal_entries.csv", text),
    file("sueño.csv", sleeps),
  ], { tz: "Europe/Madrid" });
  assertEquals(rows(events).map(({ title, notes }) => [title, notes]), [["¿Café?", "yes"]]);
  assertEquals(rows(others["asleep_duration"]).map(({ value }) => value), [455]);
  assertEquals(rows(sleep)[0]!["end_time"], "2026-09-02T07:00:00+02:00");
});

Deno.test("read.whoop() reads every notation of offsets, and rows without one in the given zone", async () => {
  const zones = ["UTCZ", "UTC+05:30", "GMT-5", "-03:00", ""];
  const text = `Cycle start time,Cycle timezone,Question text,Answered yes\n${
    zones.map((zone) => `2024-07-01 12:00:00,${zone},Q ${zone},true`).join("\n")
  }\n`;
  const { events, report } = await read.whoop(file("journal_entries.csv", text), {
    tz: "Asia/Tokyo",
  });
  const utc = Object.fromEntries(
    rows(events).map(({ title, start_time }) => [
      title,
      new Date(start_time as string).toISOString().slice(11, 16),
    ]),
  );
  assertEquals(utc, {
    "Q": "03:00",
    "Q UTC+05:30": "06:30",
    "Q UTCZ": "12:00",
    "Q -03:00": "15:00",
    "Q GMT-5": "17:00",
  });
  assertEquals(report.skipped, {});
  const without = await read.whoop(file("journal_entries.csv", text));
  assertEquals(without.report.skipped, {
    "its time has no zone; pass tz": 1,
    "it has no time or no question": 1,
  });
});

Deno.test("read.whoop() skips invalid data, and reports its position and the reason", async () => {
  const bad = CYCLES.replace("2024-03-10 09:40:00", "2024-03-10 00:40:00").replace(
    ",57,",
    ",fifty,",
  )
    .replace(",8.8,", ",8.8,1,");
  const { report, sleep } = await read.whoop(file("physiological_cycles.csv", bad), { tz: TZ });
  assertEquals(rows(sleep).length, 1);
  assert(
    report.problems.some(({ where, reason }) =>
      where === "line 4" && reason.includes("fewer or more fields")
    ),
  );
  assert(
    report.problems.some(({ where, reason }) =>
      where === "line 3" && reason.includes("ends before")
    ),
  );
});

Deno.test("read.whoop() rejects files of other vendors, and lists the files that it found", async () => {
  await assertRejects(() => read.whoop(file("steps.csv", "a,b\n1,2\n")), TypeError, "steps.csv");
  await assertRejects(
    () => read.whoop(file("sleeps.csv", "a,b\n1,2\n")),
    TypeError,
    "none of its files was found",
  );
  await assertRejects(() => read.whoop("nowhere/whoop.zip"), TypeError, "nowhere/whoop.zip");
  const zip = (await zipped(EXPORT)).slice(0, 900);
  await assertRejects(() => read.whoop(zip), TypeError, "it is truncated");
  await assertRejects(() => read.whoop(file("sleeps.csv", SLEEPS), { tz: "Pacific" }), RangeError);
  const quotes = SLEEPS.replace("97,12.6", '"97,12.6');
  const odd = file("sleeps.csv", quotes);
  await assertRejects(() => read.whoop(odd, { strict: true }), TypeError, "sleeps.csv");
  assertEquals((await read.whoop(odd)).report.skipped["the row is not CSV"], 1);
});

Deno.test("read.any() detects an export of Whoop, and ingesting it twice stores nothing twice", async () => {
  const content = await inFolder(EXPORT, (folder) => read.any(folder, { tz: TZ }));
  assertEquals(content.report.reader, "whoop");
  await using me = await local({ tz: TZ });
  await me.ingest(content);
  const { total_records } = await me.api.user.totals();
  await me.ingest(await read.whoop(await zipped(EXPORT), { tz: TZ }));
  assertEquals((await me.api.user.totals()).total_records, total_records);
  const range = { start_time: "2024-03-10T00:00-08:00", end_time: "2024-03-12T00:00-07:00" };
  const samples = await me.api.metrics.samples({ metric: "RestingHeartRate", ...range });
  assertEquals(samples.shape.height, 2);
});

Deno.test("read.whoop() creates no event for a question without an answer", async () => {
  const open = JOURNAL.replace("true", "").replace('"two, late"', "");
  const { events, report } = await read.whoop(file("journal_entries.csv", open), { tz: TZ });
  assertEquals(rows(events).map(({ notes }) => notes), ["no"]);
  assertEquals(report.skipped, { "a question without an answer": 1 });
});

Deno.test("read.whoop() reports a table that is cut anywhere in its header row", async () => {
  const header = SLEEPS.slice(0, SLEEPS.indexOf("\n"));
  const cuts = Array.from(header.matchAll(/(?<=Wake onset.*)(?=,|$)/g), ({ index }) => index);
  assertEquals(cuts.length, 14);
  for (const cut of cuts) {
    const { sleep, report } = await read.whoop(file("sleeps.csv", header.slice(0, cut)), {
      tz: TZ,
    });
    assertEquals(sleep.height, 0);
    assertEquals(report.problems.map(({ reason }) => reason), ["the file ends in its header row"]);
  }
  const { report } = await read.whoop(file("sleeps.csv", `${header}\n`), { tz: TZ });
  assertEquals(report.problems, []); // an account without nights
});

Deno.test("read.any() recognizes Whoop's tables by their columns, under any file name", async () => {
  const files = await zipped({ "physiologische_zyklen (2).csv": CYCLES, "tagebuch.csv": JOURNAL });
  const { sleep, events, report } = await read.any(files, { tz: TZ });
  const named = await read.whoop(await zipped({ "physiological_cycles.csv": CYCLES }), { tz: TZ });
  assertEquals([report.reader, report.ignored], ["whoop", {}]);
  assertEquals(rows(sleep), rows(named.sleep));
  assertEquals(events.height > 0, true);
});
