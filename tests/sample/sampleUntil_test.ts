import { assert, assertEquals } from "@std/assert";
import { sampleNights } from "../../src/sample/sampleNights.ts";
import { sampleUntil } from "../../src/sample/sampleUntil.ts";
import { sampleZone } from "../../src/sample/sampleZone.ts";

Deno.test("sampleUntil is the noon after the last night that ends before noon", () => {
  const local = sampleUntil.toZonedDateTimeISO(sampleZone);
  assertEquals(local.toPlainTime().toString(), "12:00:00");
  const nights = sampleNights();
  const dayBefore = local.subtract({ days: 1 }).epochMilliseconds;
  const last = nights.filter(({ start, end }) =>
    start >= dayBefore && end <= sampleUntil.epochMilliseconds
  );
  assertEquals(last.length, 1); // noon to noon it is a whole night
  const later = nights.filter(({ end }) => end > sampleUntil.epochMilliseconds);
  assertEquals(later.length, 1);
  const noon = local.add({ days: 1 }).epochMilliseconds;
  assert(later[0] !== undefined && later[0].end > noon); // the one left out ends after its noon
});
