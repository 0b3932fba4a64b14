import { assertEquals } from "@std/assert";
import { sleep } from "../../../mod.ts";
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

Deno.test("stages() of a day cover the whole night that ends on it", async () => {
  await using me = await held();
  const stages = await me.stages("2025-01-02");
  const rows = rowsOf(stages).map(({ start_time }) =>
    Temporal.Instant.from(String(start_time)).toString().slice(0, 16)
  );
  assertEquals(rows[0], "2025-01-01T21:30");
  const [night] = rowsOf(sleep.nightly(stages));
  assertEquals([night!["night"], night!["TST"]], ["2025-01-02", 8 * 60]);
});

Deno.test("stages() gives each night the minutes asleep of nightly(), whichever source counts", async () => {
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

Deno.test("stages({ allSources }) keeps what each source recorded", async () => {
  await using me = await held();
  const all = rowsOf(await me.stages("2025-01-02", { allSources: true }));
  assertEquals(all.map(({ source }) => source).toSorted(), ["Bed", "Ring", "Ring"]);
});
