import { assertEquals, assertThrows } from "@std/assert";
import { toJson } from "../../src/cohort/json.ts";

Deno.test("options are sent as JSON: times as ISO text, without undefined values", () => {
  const bare = Object.assign(Object.create(null), { a: 1 });
  const given = {
    nothing: null,
    flag: false,
    number: -0.5,
    text: "ü",
    gone: undefined,
    date: new Date(1),
    instant: Temporal.Instant.from("2025-01-01T10:00:00Z"),
    zoned: Temporal.ZonedDateTime.from("2025-01-01T10:00:00+09:00[Asia/Tokyo]"),
    day: Temporal.PlainDate.from("2025-01-01"),
    list: [1, ["two", bare]],
  };
  assertEquals(toJson("run", given, "options"), {
    nothing: null,
    flag: false,
    number: -0.5,
    text: "ü",
    date: "1970-01-01T00:00:00.001Z",
    instant: "2025-01-01T10:00:00Z",
    zoned: "2025-01-01T10:00:00+09:00[Asia/Tokyo]",
    day: "2025-01-01",
    list: [1, ["two", { a: 1 }]],
  });
});

Deno.test("a value that JSON cannot contain is reported by its path", () => {
  for (
    const [value, path] of [
      [{ a: { b: [0, NaN] } }, "options.a.b[1]"],
      [Infinity, "options"],
      [{ a: () => 1 }, "options.a"],
      [{ a: new Date(NaN) }, "options.a"],
      [{ a: new Map() }, "options.a"],
      [{ a: 5n }, "options.a"],
      [undefined, "options"],
    ] as const
  ) {
    assertThrows(() => toJson("run x", value, "options"), TypeError, `Cannot run x: ${path} is `);
  }
});
