import { assertEquals, assertThrows } from "@std/assert";
import { fromHypnogram, type FromHypnogramOptions } from "../../src/sleep/fromHypnogram.ts";
import { rowsOf, START } from "./hypnograms.ts";

/** Returns a letter for each epoch. */
const spelled = (
  codes: ArrayLike<number | string | null>,
  options: Partial<FromHypnogramOptions> = {},
): unknown[] =>
  Array.from(codes, (code) => {
    const [row] = rowsOf(fromHypnogram([code], { start: START, ...options }));
    return row?.sleep_stage;
  });

Deno.test("fromHypnogram() reads numbers of the table, with 4 as REM", () => {
  assertEquals(spelled([0, 1, 2, 3, 4, -1, -2]), [0, 1, 2, 3, 4, -1, -1]);
  assertEquals(spelled(["0", "1", "4"]), [0, 1, 4]);
});

Deno.test("fromHypnogram() reads numbers of the NSRR, with 4 as N3 and 5 as REM", () => {
  assertEquals(spelled([0, 1, 2, 3, 4, 5, 6, 9], { codes: "nsrr" }), [0, 1, 2, 3, 3, 4, -1, -1]);
  assertEquals(spelled(["4", "5"], { codes: "nsrr" }), [3, 4]);
});

Deno.test("fromHypnogram() reads the words of laboratories", () => {
  const words = ["W", "wake", "N1", "S2", "N3", "S4", "R", "REM", "MT", "ART", "UNS", "?"];
  assertEquals(spelled(words), [0, 0, 1, 2, 3, 3, 4, 4, -1, -1, -1, -1]);
  const edf = ["Sleep stage W", "Sleep stage 4", "Sleep stage R", "Sleep stage ?", "Movement time"];
  assertEquals(spelled(edf), [0, 3, 4, -1, -1]);
});

// Annotations in the XML of the National Sleep Research Resource and in Physionet's CAP database.
Deno.test("fromHypnogram() reads the annotations of the NSRR and the CAP database", () => {
  const nsrr = ["Wake|0", "Stage 1 sleep|1", "Stage 2 sleep|2", "Stage 3 sleep|3"];
  const rest = ["Stage 4 sleep|4", "REM sleep|5", "Movement|6", "Unscored|9"];
  assertEquals(spelled([...nsrr, ...rest]), [0, 1, 2, 3, 3, 4, -1, -1]);
  const cap = ["SLEEP-S0", "SLEEP-S2", "SLEEP-S4", "SLEEP-REM", "SLEEP-MT", "SLEEP-UNSCORED"];
  assertEquals(spelled(cap), [0, 2, 3, 4, -1, -1]);
  assertEquals(spelled(["nan", "N/A", "Unscorable", "Not scored"]), [-1, -1, -1, -1]);
});

Deno.test("fromHypnogram() reads a laboratory's N1 and N2 as light sleep of devices, and N3 as deep sleep", () => {
  const words = ["W", "N1", "S2", "N3", "Sleep stage 4", "Stage 2 sleep|2", "R", "NREM"];
  assertEquals(spelled(words, { stages: "consumer" }), [2, 3, 3, 4, 4, 3, 5, 1]);
});

Deno.test("fromHypnogram() treats missing epochs as unscored, never as sleep", () => {
  assertEquals(spelled([null, NaN, ""]), [-1, -1, -1]);
  assertEquals(spelled(Float64Array.of(NaN, 2)), [-1, 2]);
});

Deno.test("fromHypnogram() leaves a gap for time that is not scored in the table of devices", () => {
  const words = ["Awake", "light", "deep", "REM", "asleep", "?", null];
  const found = spelled(words, { stages: "consumer" });
  assertEquals(found, [2, 3, 4, 5, 1, undefined, undefined]);
});

Deno.test("fromHypnogram() joins epochs of one stage, of any length, in the zone", () => {
  const options = { tz: "Europe/Berlin", start: "2024-03-31T01:59:30" };
  assertEquals(rowsOf(fromHypnogram(Int8Array.of(2, 2, 2, 0), { ...options, epoch: "20s" })), [
    {
      start_time: "2024-03-31T01:59:30+01:00",
      end_time: "2024-03-31T03:00:30+02:00",
      sleep_stage: 2,
      stage_table: "aasm",
    },
    {
      start_time: "2024-03-31T03:00:30+02:00",
      end_time: "2024-03-31T03:00:50+02:00",
      sleep_stage: 0,
      stage_table: "aasm",
    },
  ]);
  assertEquals(fromHypnogram([], { start: START }).shape.height, 0);
});

Deno.test("fromHypnogram() rejects invalid input", () => {
  const read = (codes: readonly (number | string)[], options = {}) => () =>
    fromHypnogram(codes, { start: START, ...options });
  assertThrows(read([0, 5]), RangeError, "epoch 1 is 5; the stage table has -1 Unscored");
  assertThrows(read([5]), RangeError, 'codes: "nsrr" reads 5 as REM');
  assertThrows(read([1.5]), RangeError, "epoch 0 is 1.5");
  assertThrows(read(["N5"]), RangeError, 'epoch 0 is "N5"');
  assertThrows(read(["toString"]), RangeError, 'epoch 0 is "toString"');
  assertThrows(read([-3]), RangeError, "epoch 0 is -3");
  assertThrows(read([10], { codes: "nsrr" }), RangeError, "epoch 0 is 10");
  assertThrows(read([0], { codes: "edf" }), RangeError, "is not one of table, nsrr");
  assertThrows(read([0], { epoch: "PT0S" }), RangeError, "it is zero");
  assertThrows(read([0], { epoch: "1d" }), RangeError, "no fixed length");
  assertThrows(read([0], { start: "2024-01-01T22:00" }), TypeError, "has no zone");
});

Deno.test("fromHypnogram() reads epochs up to the end of the year 9999", () => {
  const start = "9999-12-31T23:58:30Z";
  assertEquals(fromHypnogram([0, 1], { start }).shape.height, 2);
  assertThrows(
    () => fromHypnogram([0, 1, 0], { start }),
    RangeError,
    "Cannot read a hypnogram: its end is outside the years 1 to 9999",
  );
});
