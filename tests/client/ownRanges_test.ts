import { assertEquals, assertThrows } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import * as range from "../../src/time/range.ts";

const NOW = Temporal.Instant.from("2024-04-01T08:00:00Z");
const TZ = "Australia/Lord_Howe";
const client = (tz?: string) =>
  connect({ baseUrl: "http://localhost", token: "a-token", now: () => NOW, ...(tz && { tz }) });

const text = ({ start_time, end_time }: range.ZonedRange): string => `${start_time}/${end_time}`;
const assertSame = (a: range.ZonedRange, b: range.ZonedRange): void =>
  assertEquals(text(a), text(b));

Deno.test("a client's ranges equal the functions of range, in its zone and up to its now()", () => {
  const me = client(TZ);
  const until = { until: NOW };
  assertSame(me.range.lastDays(30), range.lastDays(30, TZ, until));
  assertSame(me.range.lastNights(7), range.lastNights(7, TZ, until));
  assertSame(me.range.day("2024-04-07"), range.day("2024-04-07", TZ));
  assertSame(me.range.week("2024-04-07"), range.week("2024-04-07", TZ));
  assertSame(me.range.month("2024-04"), range.month("2024-04", TZ));
  assertSame(
    me.range.wholeNights(me.range.month("2024-04")),
    range.wholeNights(range.month("2024-04", TZ), TZ),
  );
  assertSame(
    me.range.between("2024-04-01", "2024-04-08"),
    range.between("2024-04-01", "2024-04-08", TZ),
  );
});

Deno.test("a client's ranges accept another zone and another instant", () => {
  const other = { tz: "Europe/Berlin", until: "2023-01-15T12:00Z" };
  assertSame(
    client(TZ).range.lastDays(3, other),
    range.lastDays(3, "Europe/Berlin", { until: "2023-01-15T12:00Z" }),
  );
  assertSame(
    client().range.day("2024-03-31", { tz: "Europe/Berlin" }),
    range.day("2024-03-31", "Europe/Berlin"),
  );
});

Deno.test("a client without a zone reports that it is missing, and rejects an unknown option", () => {
  assertThrows(() => client().range.lastDays(3), TypeError, "days need a time zone");
  assertThrows(
    () => client(TZ).range.lastDays(3, { untill: NOW } as never),
    TypeError,
    'did you mean "until"?',
  );
  assertThrows(() => client(TZ).range.day(undefined as never), TypeError, "Cannot read date");
});
