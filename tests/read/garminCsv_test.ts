import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { GARMIN_ACTIVITIES } from "./exampleTables.ts";

Deno.test("Garmin's table of activities gives workouts, and reports the units that it assumes", async () => {
  const { workouts, others, report } = await any(new File([GARMIN_ACTIVITIES], "Activities.csv"), {
    tz: "Europe/Berlin",
  });
  const [run, swim] = workouts.toRecords();
  assertEquals(Number(run!["start_time"]), Date.UTC(2024, 2, 31, 8));
  assertEquals(Number(run!["end_time"]) - Number(run!["start_time"]), 32 * 60e3);
  assertEquals([run!["duration_s"], run!["distance_m"], run!["energy_kcal"]], [1859, 5200, 1024]);
  assertEquals([swim!["duration_s"], swim!["distance_m"]], [1690.5, 1500]);
  assertEquals(others["workout_max_heart_rate"]!.getColumn("value").toArray(), [171]);
  assertEquals(report.notes.some((note) => note.includes("does not name its units")), true);
});

Deno.test("Garmin's table is read in the language of the account, and without its column of favorites", async () => {
  const tables = {
    de: `Aktivitätstyp,Datum,Favorit,Titel,Distanz,Kalorien,Zeit,Ø Herzfrequenz,Verstrichene Zeit
Laufen,2024-03-31 10:00:00,false,Runde,"4.23","258",00:22:07,143,00:24:51
Schwimmbadschwimmen,2024-04-01 18:00:00,false,Bahnen,"1,200","450",00:43:20,--,00:47:20
`,
    fr:
      `Type d'activité,Date,Favori,Titre,Distance,Calories,Durée,Fréquence cardiaque moyenne,Temps écoulé
Course à pied,2024-03-31 10:00:00,false,Sortie,"4.23","258","00:22:07","143","00:24:51"
Natation,2024-04-01 18:00:00,false,Piscine,"1,200","450","00:43:20","--","00:47:20"
`,
    sv: `Aktivitetstyp;Datum;Favorit;Namn;Distans;Kalorier;Tid;Medelpuls;Total tid
Löpning;2024-03-31 10:00:00;FALSE;Runda;4,23;258;0:22:07;143;0:24:51
Simning;2024-04-01 18:00:00;FALSE;Bassäng;1200;450;0:43:20;--;0:47:20
`,
    en: `Activity Type,Date,Title,Distance,Calories,Time,Avg HR,Steps,Elapsed Time
Running,2024-03-31 10:00:00,Round,4.23,258,00:22:07,143,"3,900",00:24:51
Lap Swimming,2024-04-01 18:00:00,Pool,"1,200",450,00:43:20,--,--,00:47:20
`,
  };
  for (const [language, text] of Object.entries(tables)) {
    const { workouts, others, report } = await any(new File([text], "Activities.csv"), {
      tz: "Europe/Berlin",
    });
    assertEquals(
      workouts.toRecords().map((row) => [
        Number(row["end_time"]) - Number(row["start_time"]),
        row["duration_s"],
        row["distance_m"],
        row["energy_kcal"],
      ]),
      [[1491e3, 1327, 4230, 258], [2840e3, 2600, 1200, 450]],
      language,
    );
    const rates = others["workout_average_heart_rate"]!.getColumn("value").toArray();
    assertEquals([report.reader, rates], ["garminCsv", [143]], language);
  }
});

Deno.test("slow lengths of a pool are metres in each language of Garmin's table", async () => {
  const activities = [
    "Schwimmbadschwimmen",
    "Natation en piscine",
    "Natación en piscina",
    "Natação em piscina",
    "Nuoto in piscina",
    "Zwemmen in zwembad",
    "Simning i bassäng",
    "Svømning i pool",
    "Pływanie w basenie",
    "Medencés úszás",
    "Pool Swim",
  ];
  const table = "Activity Type,Date,Title,Distance,Calories,Time\n" +
    activities.map((name, i) =>
      `${name},2024-04-${String(i + 1).padStart(2, "0")} 18:00:00,Lesson,50,210,00:41:32\n`
    ).join("");
  const { workouts } = await any(new File([table], "Activities.csv"), { tz: "UTC" });
  assertEquals(workouts.getColumn("distance_m").toArray(), activities.map(() => 50));
});

Deno.test("a time or distance of 0 in Garmin's table is not known", async () => {
  const table = `Activity Type,Date,Favorite,Title,Distance,Calories,Time,Elapsed Time,Moving Time
Strength Training,2024-03-31 10:00:00,false,Gym,"0.00","99",00:39:16,00:00:00,00:00:00
Running,2024-04-01 10:00:00,false,Half marathon,"21,130",685,01:58:00,01:58:00,--
`;
  const { workouts } = await any(new File([table], "Activities.csv"), { tz: "UTC" });
  assertEquals(
    workouts.toRecords().map((row) => [
      Number(row["end_time"]) - Number(row["start_time"]),
      row["duration_s"],
      row["distance_m"] ?? null,
    ]),
    [[2356e3, 2356, null], [7080e3, 7080, 21130]],
  );
});

Deno.test("quotes that Garmin's table does not double stay in the title, and shift no column", async () => {
  const head = GARMIN_ACTIVITIES.slice(0, GARMIN_ACTIVITIES.indexOf("\n") + 1);
  const row = GARMIN_ACTIVITIES.split("\n")[1]!;
  const [title] = /(?<=,)"[^"]*"/.exec(row)!;
  const read = (name: string, more = "") => {
    const text = `${head}${row.replace(title, () => `"${name}"`)}\n${more}`;
    return any(new File([text], "Activities.csv"), { tz: "UTC" });
  };
  for (const name of ['8km + 10x20"/40" + 2km', '6 x 20"', '"']) {
    const { workouts, report } = await read(name);
    const [run] = workouts.toRecords();
    assertEquals([run!["distance_m"], run!["energy_kcal"], report.skipped], [5200, 1024, {}], name);
  }
  // A quote before a comma ends the field: the row then has one too many, and is not guessed at.
  const { workouts, report } = await read('a "b", c', `${row}\n`);
  assertEquals([workouts.height, report.skipped], [1, { "the row is not CSV": 1 }]);
});

Deno.test("steps and strides of runs tell whether Garmin's distances are in miles or kilometres", async () => {
  const head =
    "Activity Type,Date,Title,Distance,Calories,Time,Avg Run Cadence,Avg Stride Length\n";
  // 170 steps of 1.05 m a minute for an hour: 10.71 km, or 6.66 miles.
  const run = (distance: string, day: number) =>
    `Running,2024-03-0${day} 08:00:00,Run,${distance},700,01:00:00,170,1.05\n`;
  const more = "Cycling,2024-03-04 08:00:00,Ride,20.00,500,01:00:00,--,--\n" +
    "Pool Swim,2024-03-05 08:00:00,Swim,1500,400,00:40:00,--,0.00\n";
  // Running on a treadmill that is wrong does not decide against two other runs.
  for (
    const [runs, meters, unit] of [
      [["6.66", "6.60", "10.71"], [10_718, 10_622, 17_236, 32_187, 1500], "miles"],
      [["10.71", "10.60", "6.66"], [10_710, 10_600, 6660, 20_000, 1500], "kilometres"],
    ] as const
  ) {
    const text = head + runs.map((distance, at) => run(distance, at + 1)).join("") + more;
    const { workouts, report } = await any(new File([text], "Activities.csv"), { tz: "UTC" });
    assertEquals(workouts.getColumn("distance_m").toArray(), [...meters]);
    assertEquals(report.notes.filter((note) => note.includes(`read in ${unit}`)).length, 1);
  }
});

Deno.test("Garmin's table is read with row numbers in a first column without a name", async () => {
  const text = GARMIN_ACTIVITIES.trimEnd().split("\n")
    .map((line, at) => `${at === 0 ? '""' : `"${at}"`},${line}\n`).join("");
  const numbered = await any(new File([text], "Activities.csv"), { tz: "UTC" });
  const plain = await any(new File([GARMIN_ACTIVITIES], "Activities.csv"), { tz: "UTC" });
  assertEquals(numbered.workouts.toRecords(), plain.workouts.toRecords());
  assertEquals(numbered.report.skipped, {});
});

Deno.test("Garmin's table of nights is read with either clock, and gets the date of going to bed", async () => {
  const table = (head: string, rows: string) => new File([`${head}\n${rows}`], "Sleep.csv");
  const old = table(
    "Date,Score,Resting Heart Rate,Body Battery,Pulse Ox,Respiration,Quality,Duration,Bedtime,Wake Time",
    "4/1/2024,75,56,36,97,15,Fair,6h 20min,12:31 AM,6:52 AM\n" +
      "3/31/2024,81,--,40,--,14,Good,5h 40min,11:15 PM,6:00 AM\n" +
      "3/30/2024,--,--,--,--,--,--,--,--,--\n",
  );
  const recent = table(
    "Sleep Score 4 Weeks,Score,Resting Heart Rate,Body Battery,Pulse Ox,Respiration,HRV Status,Quality,Duration,Sleep Need,Bedtime,Wake Time",
    '"Apr 1, 2024",75,56,"+36",97.00,15.00,40,Fair,6h 20min,8h 0min,0:31,6:52\n' +
      '"Mar 31, 2024",81,--,"+40",--,14.00,40,Good,5h 40min,8h 0min,23:15,6:00\n' +
      '"Mar 30, 2024",--,--,--,--,--,--,--,--,--,--,--\n',
  );
  for (const file of [old, recent]) {
    const { sleep, metrics, others, report } = await any(file, { tz: "Europe/Berlin" });
    assertEquals(
      sleep.toRecords().map((row) => [
        new Date(Number(row["start_time"])).toISOString(),
        new Date(Number(row["end_time"])).toISOString(),
        row["sleep_stage"],
      ]),
      [ // the clock goes forward on 31 March: an hour less than the clock times say
        ["2024-03-30T22:15:00.000Z", "2024-03-31T04:00:00.000Z", 1],
        ["2024-03-31T22:31:00.000Z", "2024-04-01T04:52:00.000Z", 1],
      ],
    );
    const values = (frame: (typeof others)[string] | undefined) =>
      frame?.getColumn("value").toArray();
    assertEquals(values(metrics["RestingHeartRate"]), [56]);
    assertEquals(values(metrics["BloodOxygenSaturation"]), [97]);
    assertEquals(values(metrics["RespiratoryRate"]), [14, 15]);
    assertEquals(values(others["sleep_score"]), [81, 75]);
    assertEquals(values(others["asleep_duration"]), [340, 380]);
    assertEquals(report.reader, "garminCsv");
    assertEquals(report.skipped, { "a night without its times: nothing was measured": 1 });
  }
});
