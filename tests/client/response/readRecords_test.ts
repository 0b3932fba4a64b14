import { assertEquals, assertThrows } from "@std/assert";
import { metrics } from "../../../src/api/metrics.ts";
import { readRecords } from "../../../src/client/response/readRecords.ts";

const ARGS = {
  data_type: "HeartRate",
  start_time: "2024-01-01T00:00Z",
  end_time: "2024-01-02T00:00Z",
  format: "csv",
};
const read = (csv: string) => readRecords(metrics.records, ARGS, new TextEncoder().encode(csv));

const NAMES = [
  "id",
  "recorded_at",
  "start_time",
  "end_time",
  "source_name",
  "source_id",
  "sources",
  "note",
  "tags",
  "metadata",
  "value",
  "unit",
];

/** Returns the records with either no or all fields in quotes. */
function csv(rows: readonly (readonly string[])[], quoted: boolean): string {
  const field = (text: string): string => quoted ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}

Deno.test("readRecords() reads an empty field as null, with or without quotes, in any column", () => {
  const rows = [
    NAMES,
    ["", "2024-01-01T10:00:00Z", "", "", "", "", "", "", "", "", "", ""],
    ["", "2024-01-01T11:00:00Z", "", "", "", "", "", "", "", "", "61.5", "bpm"],
  ];
  for (const quoted of [false, true]) {
    const frame = read(csv(rows, quoted));
    const of = (name: string): unknown[] => frame.getColumn(name).toArray();
    assertEquals(of("value"), [null, 61.5]);
    for (const name of ["end_time", "tags", "metadata"]) assertEquals(of(name), [null, null], name);
  }
});

Deno.test("readRecords() rejects a field that does not match its column's type, and a line that is too long", () => {
  const fields = (
    value: string,
  ): string[] => ["", "2024-01-01T10:00Z", ...Array(8).fill(""), value, ""];
  assertThrows(() => read(csv([NAMES, fields("sixty")], false)), SyntaxError);
  assertThrows(
    () => read(csv([NAMES, [...fields("60"), "more"]], false)),
    TypeError,
    "line 2 has 13",
  );
});

/** Raw samples as JSON of more than 4 MB, which are read in chunks. */
function samples(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, i) => ({
    uuid: `sample-${i}`,
    start_date: new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString(),
    end_date: i % 7 === 0 ? null : new Date(Date.UTC(2024, 0, 1, 0, i + 1)).toISOString(),
    value: i % 5 === 0 ? null : i % 3 === 0 ? true : i / 4,
    count: i,
    extras: { text: '"},{"' },
    source_properties: i % 11 === 0 ? null : { name: `Watch ${i % 3} "]"`, version: "1" },
    note: "x".repeat(200),
  }));
}

Deno.test("readRecords() reads long JSON in chunks, as the rows of the whole", () => {
  const rows = samples(20_000);
  const bytes = new TextEncoder().encode(JSON.stringify(rows));
  assertEquals(bytes.length > 2 ** 22, true);
  const frame = readRecords(metrics.samples, {}, bytes, { tz: "Europe/Berlin" });
  const of = (name: string): unknown[] => frame.getColumn(name).toArray();
  assertEquals(of("uuid"), rows.map(({ uuid }) => uuid));
  assertEquals(of("count").map(Number), rows.map((_, i) => i));
  assertEquals(of("value"), rows.map(({ value }) => value === null ? null : Number(value)));
  for (const name of ["start_date", "end_date"]) {
    assertEquals(
      of(name).map((at) => at === null ? null : (at as Date).toISOString()),
      rows.map((row) => row[name]),
    );
  }
  assertEquals(
    of("source"),
    rows.map((_, i) => i % 11 === 0 ? null : `Watch ${i % 3} "]"`),
  );
  assertEquals(of("device"), rows.map(() => null));
});

Deno.test("readRecords() names the row of the whole answer if a value in a later chunk is wrong", () => {
  const rows = samples(20_000), row = 19_999;
  const readAll = () =>
    readRecords(metrics.samples, {}, new TextEncoder().encode(JSON.stringify(rows)));
  rows[row]!["value"] = "fast";
  assertThrows(readAll, TypeError, `row ${row} is "fast", expected a number`);
  rows[row] = { ...rows[row], value: 1, start_date: "soon" };
  assertThrows(readAll, TypeError, `start_date of row ${row}`);
  Object.assign(rows, { [row]: 7 });
  assertThrows(readAll, TypeError, `record ${row} is 7, not an object`);
});
