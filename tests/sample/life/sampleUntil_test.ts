import { assert, assertEquals } from "@std/assert";
import { sampleNights } from "../../../src/sample/nights/sampleNights.ts";
import { sampleUntil, sampleZone } from "../../../src/sample/life/sampleUntil.ts";

Deno.test("sampleUntil is noon of the day when the last night ends", () => {
  const local = sampleUntil.toZonedDateTimeISO(sampleZone);
  assertEquals(local.toPlainTime().toString(), "12:00:00");
  const last = sampleNights().at(-1)!;
  const woke = Temporal.Instant.fromEpochMilliseconds(last.end).toZonedDateTimeISO(sampleZone);
  assertEquals(woke.toPlainDate().toString(), local.toPlainDate().toString());
  assert(last.start >= local.subtract({ days: 1 }).epochMilliseconds, "noon to noon holds it");
});
