import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { restingRate } from "../../src/series/restingRate.ts";
import { rowsOf } from "../sleep/hypnograms.ts";

/** A rate for each minute of a day from midnight UTC, and its sleep: before 6:00 and from 23:00. */
const day = (date: number) => ({
  rates: Array.from({ length: 1440 }, (_, i) => ({
    time: new Date(date + i * 60_000),
    bpm: 60 + 15 * Math.sin(2 * Math.PI * (i - 600) / 1440) + (i * 7919) % 13,
  })),
  sessions: [-1, 23].map((hour) => ({
    start_time: new Date(date + hour * 3_600_000),
    end_time: new Date(date + (hour + 7) * 3_600_000),
  })),
});
const { rates, sessions } = day(Date.UTC(2024, 2, 31));
/** Values of pandas in the order of the rows. */
const ALL = [
  49.002570106449895,
  50.613584353227075,
  53.99542920843391,
  70.93423503182133,
  23.879591872371098,
];
const GAPS = [
  48.16981087033318,
  50.385078406498366,
  53.99752501990058,
  70.92590053408922,
  23.867692037343026,
];
const near = (found: ReturnType<typeof restingRate>, theirs: readonly number[]): void =>
  rowsOf("frame" in found ? found.frame : found).forEach(({ value }, i) =>
    assertAlmostEquals(Number(value), theirs[i]!, 1e-9)
  );

Deno.test("restingRate() agrees with pandas on the rolling means and the dip, even with gaps", () => {
  // pandas: s.rolling("5min", min_periods=4).mean().min(), "30min" with 24, and means of the rest
  near(restingRate(rates, { sessions }), ALL);
  near(restingRate(rates.filter((_, i) => (i * 31) % 17 > 1), { sessions }), GAPS);
  const sparse = restingRate(rates.filter((_, i) => (i * 31) % 17 > 4), { sessions });
  assertAlmostEquals(sparse.lowest_5!, 48.16981087033318, 1e-9);
  assertEquals(sparse.reason.lowest_30, "no window of 30 minutes is covered");
});

Deno.test("restingRate() keeps people separate, on both days of a daylight saving change", () => {
  for (const date of [Date.UTC(2024, 2, 31), Date.UTC(2024, 9, 27)]) {
    const { rates, sessions } = day(date);
    const rows = rates.flatMap((
      row,
    ) => [{ ...row, who: "b", bpm: row.bpm + 9 }, { ...row, who: "a" }]);
    const found = rowsOf(restingRate(rows, {
      by: "who",
      tz: "America/New_York",
      sessions: sessions.map((one) => ({ ...one, who: "a" })),
    }));
    const of = (who: string) => found.filter((row) => row["who"] === who);
    of("a").forEach(({ value }, i) => assertAlmostEquals(Number(value), ALL[i]!, 1e-9));
    assertAlmostEquals(Number(of("b")[0]!["value"]), ALL[0]! + 9, 1e-9);
    assertEquals(of("b").map(({ note }) => note).slice(2), [
      "no values while sleeping",
      "no values while waking",
      "no values while sleeping",
    ]);
  }
});

Deno.test("restingRate() is null, with a reason, for coarse values and unknown sleep", () => {
  const coarse = restingRate(rates.filter((_, i) => i % 10 === 0));
  assertEquals(coarse.reason.lowest_5, "values are more than 5 minutes apart");
  assertEquals(typeof coarse.lowest_30, "number");
  assertEquals([coarse.dip, coarse.reason.dip], [null, "no sessions given"]);
  // after the last sleep, a nap may be missing
  const one = restingRate(rates, { sessions: sessions.slice(0, 1) });
  assertEquals([one.waking, one.reason.waking], [null, "no values while waking"]);
  assertEquals(restingRate(rates.slice(0, 1)).lowest_5, null);
  assertEquals(restingRate(rates).unit.lowest_5, "count/min");
});

Deno.test("restingRate() rejects invalid values, stages and unknown options", () => {
  const reversed = [{ start_time: "2024-01-02T07:00Z", end_time: "2024-01-01T23:00Z" }];
  assertThrows(
    () => restingRate(rates, { sessions: reversed }),
    RangeError,
    "sessions has a sleep from 2024-01-02T07:00:00Z to 2024-01-01T23:00:00Z. Correct its times.",
  );
  assertThrows(() => restingRate([...rates, { ...rates[0]!, bpm: 0 }]), RangeError, "a value is 0");
  const stages = [{ ...sessions[0]!, sleep_stage: 3 }];
  assertThrows(() => restingRate(rates, { sessions: stages }), TypeError, "sleep.sessions(stages)");
  assertThrows(() => restingRate(rates, { sleep: sessions } as object), Error, '"sleep"');
  assertThrows(
    () => restingRate(rates, { sessions: [{ start_time: "2024-03-31T00:00Z" }] }),
    TypeError,
    "end_time",
  );
});
