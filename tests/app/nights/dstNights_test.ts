import { assert, assertEquals } from "@std/assert";
import { columnsOf } from "../../../src/frame/polars/columnsOf.ts";
import { toRows } from "../../../src/frame/polars/rows.ts";
import { handMade } from "../handMade.ts";

const TZ = "Europe/Berlin";

Deno.test("me.nightly() and me.daily() leave out nights with a daylight saving change if asked", async () => {
  const first = Temporal.PlainDate.from("2024-03-20");
  const SleepStage = Array.from({ length: 20 }, (_, i) => {
    const at = (days: number, plainTime: string): string =>
      first.add({ days }).toZonedDateTime({ timeZone: TZ, plainTime }).toInstant().toString();
    const source = { name: "Watch", sourceBundleIdentifier: "com.example.watch" };
    return { start_time: at(i, "23:00"), end_time: at(i + 1, "07:00"), value: 3, source };
  });
  await using me = await handMade({ records: { SleepStage }, now: "2024-04-10T12:00Z", tz: TZ });
  const asked = me.range.between("2024-03-21", "2024-04-05");
  for (const dstNights of [true, false]) {
    const nights = toRows(columnsOf(await me.nightly(asked, { dstNights })));
    const days = toRows(
      columnsOf(await me.daily(asked, { sleep: ["TST"], dstNights })),
    );
    assertEquals([nights.length, days.length], [15, 15]);
    for (const [i, { night, TST }] of nights.entries()) {
      const isChange = night === "2024-03-31";
      assertEquals(TST, isChange ? (dstNights ? 420 : null) : 480);
      assertEquals(days[i]!["TST"], TST);
    }
    assert(nights.some(({ night }) => night === "2024-03-31"));
  }
});
