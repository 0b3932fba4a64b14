import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { dayOf, dayStart, isoDay, localDay } from "../../src/time/day.ts";

Deno.test("dayOf() counts days as Temporal does, and isoDay() is its inverse", () => {
  const epoch = Temporal.PlainDate.from("1970-01-01");
  fc.assert(fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (day) => {
    const date = epoch.add({ days: day });
    assertEquals(dayOf(date), day);
    assertEquals(dayOf(date.toString()), day);
    assertEquals(isoDay(day), date.toString());
  }));
});

Deno.test("dayOf() is undefined for invalid days", () => {
  for (
    const value of [
      "2024-02-30",
      "2023-02-29",
      "2024-13-01",
      "20240101",
      "2024-1-01",
      "1 Jan 2024",
      "2024-01-01T00:00Z",
      "",
      1,
    ]
  ) {
    assertEquals(dayOf(value), undefined, String(value));
  }
  assertEquals(dayOf(Temporal.PlainDate.from("+010000-01-01")), undefined);
});

Deno.test("dayStart() is the first instant of a local day, even if the zone skips midnight", () => {
  const start = (date: string, tz: string) =>
    new Temporal.Instant(dayStart(dayOf(date)!, tz) * 1000n).toString();
  assertEquals(start("2024-03-31", "Europe/Berlin"), "2024-03-30T23:00:00Z");
  assertEquals(start("2018-11-04", "America/Sao_Paulo"), "2018-11-04T03:00:00Z"); // 01:00 there
  assertEquals(start("2024-04-26", "Africa/Cairo"), "2024-04-25T22:00:00Z"); // 01:00 there
  for (const tz of ["America/Sao_Paulo", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Apia"]) {
    for (let day = dayOf("2018-01-01")!; day < dayOf("2019-01-01")!; day++) {
      assertEquals(localDay(dayStart(day, tz), tz), day);
      assertEquals(localDay(dayStart(day, tz) - 1n, tz), day - 1);
    }
  }
});
