import { assert, assertEquals } from "@std/assert";
import {
  cohort,
  demoPeople,
  type PersonData,
  range,
  read,
  series,
  sleep,
  writeCohort,
} from "../../mod.ts";
import { exportXml, nightRecords, recordXml, stamp, zipOf } from "../read/healthFile.ts";
import { inFolder } from "../helpers/inFolder.ts";

const HEART = "HKQuantityTypeIdentifierHeartRate";

/** Returns a file as a phone writes it: nights, and a reading every ten minutes of a day. */
function exportOf(first: string, nights: number): Uint8Array<ArrayBuffer> {
  const readings = Array.from({ length: 144 }, (_, i) => {
    const at = stamp(Date.parse(`${first}T12:00:00Z`) + i * 600_000);
    return recordXml({
      type: HEART,
      start: at,
      end: at,
      value: `${60 + i % 17}`,
      unit: "count/min",
    });
  });
  return new TextEncoder().encode(
    exportXml(...nightRecords(first, nights).map(recordXml), ...readings),
  );
}

Deno.test("exports of phones become a cohort file by file, with the same results as the single files", async () => {
  await inFolder(async (folder) => {
    const xml = exportOf("2024-01-15", 3), other = exportOf("2024-03-30", 4);
    await Deno.writeFile(`${folder}/anna.xml`, xml);
    await Deno.writeFile(
      `${folder}/berta.zip`,
      zipOf([{ name: "apple_health_export/export.xml", content: other }]),
    );
    const files = [["anna.xml", "Europe/Berlin"], ["berta.zip", "Australia/Lord_Howe"]] as const;
    async function* people(): AsyncGenerator<PersonData> {
      for (const [file, zone] of files) {
        const { sleep: stages, records } = await read.appleHealth(`${folder}/${file}`);
        yield { person: file, zone, tables: { stages, heart_rate: records[HEART]! } };
      }
    }
    const written = await writeCohort(`${folder}/cohort`, people());
    assertEquals([written.people, written.rows["heart_rate"]], [2, 288]);
    await using both = await cohort(`${folder}/cohort`, { workers: 1 });
    for (const [file, tz] of files) {
      const { sleep: stages, records } = await read.appleHealth(`${folder}/${file}`, { tz });
      const here = sleep.statistics(sleep.merge(stages));
      const there = await both.table("stages").where({ person: file }).perPerson(sleep.merge)
        .perPerson(sleep.statistics).select("night", "name", "value").collect();
      assert(here.height > 0);
      for (const column of ["night", "name", "value"]) {
        assertEquals(there.getColumn(column).toArray(), here.getColumn(column).toArray(), column);
      }
      const days = series.resample(records[HEART]!.select("start_time", "value"), {
        time: "start_time",
        every: "1d",
      });
      const theirs = await both.table("heart_rate").where({ person: file })
        .select("start_time", "value")
        .perPerson(series.resample, { time: "start_time", every: "1d" }).collect();
      assertEquals(theirs.getColumn("value").toArray(), days.getColumn("value").toArray());
    }
  });
});

Deno.test("users of a service become a cohort, with the same results as the service", async () => {
  await inFolder(async (folder) => {
    const users = await demoPeople({ days: 6 }), tz = "Europe/Berlin";
    const nights = range.lastNights(5, tz, { until: users.me.now() });
    async function* people(): AsyncGenerator<PersonData> {
      for (const [person, user] of Object.entries(users)) {
        const samples = (metric: string) => user.api.metrics.samples({ metric, ...nights });
        yield {
          person,
          zone: tz,
          tables: {
            sleep_samples: await samples("SleepStage"), // the friend has none
            heart_rate: (await samples("HeartRate")).select("start_date", "end_date", "value"),
          },
        };
      }
    }
    await writeCohort(folder, people());
    await using all = await cohort(folder, { workers: 1 });
    const cycles = await all.table("sleep_samples").perPerson(sleep.fromSamples)
      .perPerson(sleep.cycles, {
        clipTo: {
          start_time: nights.start_time.toString(),
          end_time: nights.end_time.toString(),
        },
      }).collect();
    const answer = await users.me.api.sleep.cycles(nights);
    assertEquals(new Set(cycles.getColumn("person").toArray()), new Set(["me"]));
    assert(answer.height >= 4, `${answer.height} cycles`);
    for (const column of ["start_time", "end_time"]) {
      const millis = (frame: typeof cycles) => frame.getColumn(column).toArray().map(Number);
      assert(millis(answer).every(Number.isFinite));
      assertEquals(millis(cycles), millis(answer), column);
    }
    const counts = await all.table("heart_rate").where({ person: "friend" }).count();
    assertEquals(
      counts,
      (await users.friend.api.metrics.samples({ metric: "HeartRate", ...nights })).height,
    );
  });
});
