import { assert, assertEquals } from "@std/assert";
import { local } from "../../mod.ts";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../src/frame/polars/rows.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";

const FOLDERS = new URL("../fixtures/folders/", import.meta.url);
const RANGE = { start_time: "2024-03-29", end_time: "2024-04-03" };
const rows = (frame: Frame) => toRows(columnsOf(frame));

Deno.test("a data folder of version 0.1.0 opens with all its contents, and its files count as imported", async () => {
  const data = await Deno.makeTempDir();
  try {
    await Deno.copyFile(new URL("0.1.0.sqlite", FOLDERS), `${data}/lifeframe.sqlite`);
    await using me = await local({ data, tz: "Europe/Berlin" });
    assertEquals((await me.api.user.totals()).total_records, 52);
    assertEquals(await me.api.imports.list(), []);

    // Each night of the export is seven hours of half-hour stages from 00:10.
    const nights = rows(await me.nightly(RANGE)).filter(({ bedtime }) => bedtime !== null);
    assertEquals(nights.map(({ onset }) => Math.round(Number(onset) * 60)), [10, 10, 10]);
    const beats = rows(await me.api.metrics.samples({ metric: "HeartRate", ...RANGE }));
    assertEquals(beats.map(({ value, source }) => [value, source]), [[61, "Anna’s Watch"], [
      71,
      "Hand",
    ]]);
    const [workout] = rows(await me.api.workouts.list(RANGE));
    assertEquals([workout!["workout_activity_type"], workout!["duration"]], ["Running", 600]);
    assertEquals(rows(await me.api.calendars.events(RANGE)).map(({ title }) => title), [
      "Planning",
    ]);
    assertEquals((await me.api.tags.list()).map(({ name }) => name), ["walk"]);
    assertEquals((await me.api.files.list()).files?.map(({ name }) => name), ["today.md"]);

    for (const [name, known] of [["export.xml", 49], ["work.ics", 2]] as const) {
      const file = new File([await Deno.readFile(new URL(name, FOLDERS))], name);
      const result = await me.ingest(file);
      assertEquals(result.stored, {}, name);
      const count = Object.values(result.alreadyThere!).reduce((sum, one) => sum + one, 0);
      assertEquals(count, known, name);
      const undone = await me.api.imports.undo({ import_id: result.import! });
      assertEquals(undone, { removed: {}, kept: {} }, "what was there before stays");
    }
    assertEquals((await me.api.user.totals()).total_records, 52);
    const names = await Array.fromAsync(Deno.readDir(data), ({ name }) => name);
    assert(
      names.some((name) => /^lifeframe\.version-4-[\da-f]{16}\.sqlite$/.test(name)),
      `${names}`,
    );
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});
