import { assertEquals, assertRejects } from "@std/assert";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin", NOW = "2025-01-15T12:00:00+01:00";

/** Forty nights of 7 h, except the last one of 8 h. */
const SleepStage = Array.from({ length: 40 }, (_, i) => {
  const day = Temporal.PlainDate.from("2024-12-07").add({ days: i });
  return slept("Ring", `${day}T00:00`, `${day}T0${i === 39 ? 8 : 7}:00`);
});

Deno.test("lastNight() is compared with the given number of nights: 30 by default, none for 0", async () => {
  await using me = await handMade({ records: { SleepStage }, now: NOW, tz: TZ });
  const asleep = async (options?: { before: number }): Promise<unknown[]> => {
    const [row] = (await me.lastNight(options)).facts!.figures.toRecords() as {
      value: number;
      usual: number | null;
      nights: bigint | number;
    }[];
    return [row!.value, row!.usual, Number(row!.nights)];
  };
  assertEquals(await asleep(), [480, 420, 30]);
  assertEquals(await asleep({ before: 5 }), [480, 420, 5]);
  assertEquals(await asleep({ before: 1 }), [480, 420, 1]);
  assertEquals(await asleep({ before: 0 }), [480, null, 0]);
});

Deno.test("lastNight() rejects an invalid number of nights", async () => {
  await using me = await handMade({ records: { SleepStage }, now: NOW, tz: TZ });
  for (const before of [-1, 1.5, NaN, Infinity]) {
    await assertRejects(
      () => me.lastNight({ before }),
      RangeError,
      `Cannot find the last night: before is ${before}, expected an integer of at least 0`,
    );
  }
});
