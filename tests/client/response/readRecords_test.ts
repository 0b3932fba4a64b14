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
