import { assert, assertEquals } from "@std/assert";
import * as parts from "../../src/schema/parts/parts.ts";

/** Returns the problem of a value, or `undefined` if it is valid. */
const said = (
  schema: {
    safeParse(value: unknown): { error?: { issues: readonly { message: string }[] } | undefined };
  },
  value: unknown,
): string | undefined => schema.safeParse(value).error?.issues[0]?.message;

Deno.test("the time of a record is converted to microseconds; without a zone it is UTC", () => {
  assertEquals(parts.recordTime.parse("2024-01-01T00:00:00.000001Z"), 1_704_067_200_000_001n);
  assertEquals(parts.recordTime.parse("2024-01-01T01:00:00+01:00"), 1_704_067_200_000_000n);
  assertEquals(parts.recordTime.parse("2024-01-01T00:00:00"), 1_704_067_200_000_000n);
});

Deno.test("an invalid time of a record is rejected with its text", () => {
  for (const text of ["soon", "2024-02-30T00:00:00Z", "2024-01-01T25:00:00Z", ""]) {
    const message = said(parts.recordTime, text);
    assert(message?.includes(JSON.stringify(text)), `${text}: ${message}`);
  }
  assert(said(parts.recordTime, 5) !== undefined);
});

Deno.test("a zone must be an IANA name", () => {
  for (const name of ["UTC", "Europe/Berlin", "US/Eastern"]) {
    assertEquals(said(parts.zoneName, name), undefined);
  }
  for (const name of ["europe/berlin", "+01:00", "Europe/Nowhere", ""]) {
    assertEquals(said(parts.zoneName, name), "is not an IANA time zone");
  }
});

Deno.test("a time of day has hours up to 23, minutes and seconds up to 59, in two digits each", () => {
  for (const text of ["00:00:00", "09:59:59", "19:30:01", "23:59:59"]) {
    assertEquals(said(parts.timeOfDay, text), undefined, text);
  }
  for (
    const text of ["24:00:00", "12:60:00", "12:00:60", "9:00:00", "12:00", " 12:00:00", "12:00:00Z"]
  ) {
    assertEquals(said(parts.timeOfDay, text), "is not a time of day as HH:MM:SS", text);
  }
});

Deno.test("a name has 1 to 1000 characters, counted as code points", () => {
  for (const name of ["a", "x".repeat(1000), "🚲".repeat(1000)]) {
    assertEquals(said(parts.name, name), undefined);
  }
  for (const name of ["x".repeat(1001), "🚲".repeat(1001)]) {
    assertEquals(said(parts.name, name), "is longer than 1000 characters");
  }
  assert(said(parts.name, "") !== undefined);
});

Deno.test("names and paths contain no NUL and no half of a surrogate pair", () => {
  for (const schema of [parts.name, parts.clean]) {
    for (const text of ["a\0", "\ud83d", "a\udeb2b"]) {
      assertEquals(said(schema, text), "contains characters that names cannot have");
    }
  }
});

Deno.test("a folder is an absolute path; a trailing slash is removed", () => {
  for (
    const [path, read] of [
      ["/", "/"],
      ["/a", "/a"],
      ["/a/", "/a"],
      ["/a/b.c/...", "/a/b.c/..."],
      [`/${"x".repeat(4095)}`, `/${"x".repeat(4095)}`],
    ] as const
  ) assertEquals(parts.FOLDER.parse(path), read);
  for (const path of ["", "a", "a/b"]) {
    assertEquals(said(parts.FOLDER, path), "must begin with a slash");
  }
  for (const path of ["//", "/a//b", "/./a", "/a/..", "/a/../b"]) {
    assertEquals(said(parts.FOLDER, path), "must not contain empty segments, `.` or `..`");
  }
  assert(said(parts.FOLDER, `/${"x".repeat(4096)}`) !== undefined);
  assertEquals(parts.MAX_FILE, 4_294_967_296);
});
