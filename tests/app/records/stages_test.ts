import { assert, assertEquals } from "@std/assert";
import { local, plot, sleep } from "../../../mod.ts";
import { zipped } from "../../read/export/exportFixture.ts";
import { EXPORT } from "../../read/whoopFiles.ts";
import { handMade, slept } from "../handMade.ts";
import { rowsOf } from "../../sleep/hypnograms.ts";

const held = () =>
  handMade({
    records: {
      SleepStage: [
        slept("Ring", "2025-01-01T23:00", "2025-01-02T03:00", 4),
        slept("Ring", "2025-01-02T03:00", "2025-01-02T07:00", 3),
        slept("Bed", "2025-01-01T22:30", "2025-01-02T07:30", 2),
        slept("Ring", "2025-01-02T23:30", "2025-01-03T06:30", 3),
      ],
    },
    now: "2025-01-04T12:00:00+01:00",
    tz: "Europe/Berlin",
  });

Deno.test("stages() of a day covers the whole night that ends on it", async () => {
  await using me = await held();
  const stages = await me.stages("2025-01-02");
  const rows = rowsOf(stages).map(({ start_time }) =>
    Temporal.Instant.from(String(start_time)).toString().slice(0, 16)
  );
  assertEquals(rows[0], "2025-01-01T21:30");
  const [night] = rowsOf(sleep.nightly(stages));
  assertEquals([night!["night"], night!["TST"]], ["2025-01-02", 8 * 60]);
});

Deno.test("stages() gives each night the minutes asleep of nightly(), whatever source counts", async () => {
  await using me = await held();
  for (const sourcePriority of [["Ring", "Bed"], ["Bed", "Ring"]]) {
    const stages = await me.stages({ days: 3 }, { sourcePriority });
    const theirs = rowsOf(await me.nightly({ days: 3 }, { sourcePriority }));
    assertEquals(
      rowsOf(sleep.nightly(stages)).map(({ night, TST }) => [night, TST]),
      theirs.filter(({ TST }) => TST !== null).map(({ night, TST }) => [night, TST]),
    );
  }
});

Deno.test("stages({ allSources }) keeps the records of each source", async () => {
  await using me = await held();
  const all = rowsOf(await me.stages("2025-01-02", { allSources: true }));
  assertEquals(all.map(({ source }) => source).toSorted(), ["Bed", "Ring", "Ring"]);
});

/**
 * A phone that ranks first and only records time in bed, then an app without stages, then a watch.
 */
const phoneFirst = () =>
  handMade({
    records: {
      SleepStage: [
        slept("Phone", "2025-01-01T22:40", "2025-01-02T07:20", 0),
        slept("App", "2025-01-01T22:50", "2025-01-02T07:10", 1),
        slept("Watch", "2025-01-01T23:00", "2025-01-02T03:00", 3),
        slept("Watch", "2025-01-02T03:00", "2025-01-02T03:20", 2),
        slept("Watch", "2025-01-02T03:20", "2025-01-02T07:00", 4),
      ],
    },
    now: "2025-01-04T12:00:00+01:00",
    tz: "Europe/Berlin",
  });

Deno.test("stages() of a phone and a watch has the stages, and time in bed around them", async () => {
  await using me = await phoneFirst();
  const stages = await me.stages("2025-01-02");
  const codes = rowsOf(stages).map(({ sleep_stage }) => sleep_stage);
  assertEquals(codes.toSorted(), [0, 0, 1, 1, 2, 3, 4]); // the app's sleep before and after the watch's
  const own = rowsOf(sleep.nightly(stages)), [theirs] = rowsOf(await me.nightly("2025-01-02"));
  assertEquals(own, [theirs]);
  assertEquals(
    ["TIB", "TST", "SOL", "WASO", "light_min", "deep_min", "unstaged"].map((name) => theirs![name]),
    [520, 480, 10, 20, 240, 220, 20],
  );
  const said = String(plot.sleepBars(stages, { tz: "Europe/Berlin" }));
  assert(said.includes("1 of 1 day has data, asleep 8 h on average"), said);
});

Deno.test("stages({ sourcePriority }) can rank a source without stages first", async () => {
  await using me = await phoneFirst();
  const stages = await me.stages("2025-01-02", { sourcePriority: ["App"] });
  assertEquals(rowsOf(sleep.nightly(stages))[0]!["unstaged"], 500);
});

Deno.test("stages() gives each night the vendor's totals of nightly()", async () => {
  await using me = await local({ tz: "America/Los_Angeles" });
  await me.ingest(await zipped(EXPORT));
  const range = { start_time: "2024-03-09T20:00Z", end_time: "2024-03-12T07:00Z" };
  const stages = await me.stages(range);
  const own = rowsOf(sleep.nightly(stages)), theirs = rowsOf(await me.nightly(range));
  assert(own.length > 0 && own.some(({ vendor }) => vendor !== null));
  assertEquals(own, theirs.filter(({ TST }) => TST !== null));
});
