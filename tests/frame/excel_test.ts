import { assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { DOMParser } from "linkedom";
import { columnsOf } from "../../src/frame/polars/columnsOf.ts";
import { fromRows } from "../../src/frame/polars/rows.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { excel } from "../../src/frame/excel.ts";
import { withDisplay } from "../../src/show/mod.ts";

/** A cell as the file has it: its value, its type (`s` is text), and its number format. */
interface Cell {
  readonly value: string;
  readonly type: string;
  readonly format: string;
}

/** Reads the sheets of a workbook from its XML, by name and by the address of each cell. */
async function workbook(bytes: Uint8Array): Promise<Record<string, Record<string, Cell>>> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const files = new Map<string, string>();
  for (const entry of await zip.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  }
  await zip.close();
  const xml = (path: string) => new DOMParser().parseFromString(files.get(path)!, "text/xml");
  const all = (path: string, tag: string) => [...xml(path).querySelectorAll(tag)];
  const texts = all("xl/sharedStrings.xml", "si").map((si) => si.textContent ?? "");
  const formats = new Map(
    all("xl/styles.xml", "numFmt").map((format) => [
      format.getAttribute("numFmtId"),
      format.getAttribute("formatCode") ?? "",
    ]),
  );
  const styles = all("xl/styles.xml", "cellXfs > xf").map((style) =>
    formats.get(style.getAttribute("numFmtId")) ?? ""
  );
  const sheets = all("xl/workbook.xml", "sheet").map((sheet, i) => {
    const cells = all(`xl/worksheets/sheet${i + 1}.xml`, "c").map((cell) => {
      const type = cell.getAttribute("t") ?? "n", text = cell.querySelector("v")?.textContent ?? "";
      return [cell.getAttribute("r")!, {
        value: type === "s" ? texts[Number(text)]! : text,
        type,
        format: styles[Number(cell.getAttribute("s") ?? 0)] ?? "",
      }];
    });
    return [sheet.getAttribute("name")!, Object.fromEntries(cells)];
  });
  return Object.fromEntries(sheets);
}

/** Returns days since 30 December 1899, as in Excel. */
function serial(wall: string): number {
  return (Date.parse(`${wall}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

const TZ = "Europe/Berlin";

Deno.test("show.excel() writes numbers, text, dates and local times as cells of their type", async () => {
  const frame = toFrame(fromRows([
    {
      time: "2024-10-27T00:30:00Z",
      date: "2024-10-27",
      steps: 12n,
      rate: 61.5,
      note: "=1+1 <b> & é",
      awake: true,
    },
    {
      time: "2024-10-27T01:30:00.250Z",
      date: null,
      steps: null,
      rate: NaN,
      note: null,
      awake: null,
    },
  ], { time: "time", date: "date", steps: "int64", rate: "float64", note: "text", awake: "bool" }));
  const { data } = await workbook(
    await excel(withDisplay(frame, { units: { rate: "bpm" } }), { tz: TZ }),
  );
  const header = ["time", "date", "steps", "rate", "note", "awake"];
  assertEquals("ABCDEF".split("").map((letter) => data![`${letter}1`]!.value), header);
  // The hour from 2 to 3 is repeated that night.
  for (
    const [address, wall] of [["A2", "2024-10-27T02:30:00"], ["A3", "2024-10-27T02:30:00.250"]]
  ) {
    const cell = data![address!]!;
    assertEquals([cell.type, cell.format], ["n", "yyyy-mm-dd hh:mm:ss"]);
    assertAlmostEquals(Number(cell.value), serial(wall!), 1e-9);
  }
  assertEquals(data!["B2"], {
    value: String(serial("2024-10-27T00:00:00")),
    type: "n",
    format: "yyyy-mm-dd",
  });
  assertEquals([data!["C2"]!.value, data!["D2"]!.value, data!["D2"]!.type], ["12", "61.5", "n"]);
  assertEquals([data!["E2"]!.value, data!["E2"]!.type], ["=1+1 <b> & é", "s"]);
  assertEquals([data!["F2"]!.value, data!["F2"]!.type], ["1", "b"]);
  assertEquals(
    "BCDEF".split("").map((letter) => data![`${letter}3`]?.value ?? ""),
    Array(5).fill(""),
  );
});

Deno.test("show.excel() lists the type, unit and zone of each column in a second sheet", async () => {
  const frame = toFrame(fromRows(
    [{ time: "2024-01-01T00:00Z", rate: 61.5, bedtime: -0.5 }],
    { time: "time", rate: "float64", bedtime: "float64" },
  ));
  const shown = withDisplay(frame, { units: { rate: "bpm", bedtime: "HH:MM" } });
  const { columns } = await workbook(await excel(shown, { tz: TZ }));
  const row = (at: number) =>
    "ABCD".split("").map((letter) => columns![`${letter}${at}`]?.value ?? "");
  assertEquals([1, 2, 3, 4].map(row), [
    ["column", "type", "unit", "time zone"],
    ["time", "time", "", TZ],
    ["rate", "number", "bpm", ""],
    ["bedtime", "number", "hours after midnight", ""],
  ]);
});

Deno.test("show.excel() writes numbers and dates that Excel cannot store as text", async () => {
  const frame = toFrame(fromRows([
    { date: "1850-01-02", big: 9007199254740993n, far: Infinity },
    { date: "1900-03-01", big: 999_999_999_999_999n, far: 1e300 },
  ], { date: "date", big: "int64", far: "float64" }));
  const { data } = await workbook(await excel(frame));
  const at = (address: string) => [data![address]!.value, data![address]!.type];
  assertEquals(["A2", "B2", "C2"].map(at), [
    ["1850-01-02", "s"],
    ["9007199254740993", "s"],
    ["Infinity", "s"],
  ]);
  // Excel counts 29 February 1900, which did not exist: 1 March 1900 is day 61.
  assertEquals(["A3", "B3", "C3"].map(at), [["61", "n"], ["999999999999999", "n"], [
    "1e+300",
    "n",
  ]]);
});

Deno.test("show.excel() writes lists as JSON, and a frame without rows as its header", async () => {
  const { data } = await workbook(await excel([{ tags: ["a", "b"] }]));
  assertEquals(data!["A2"]!.value, '["a","b"]');
  const none = toFrame(fromRows([], { time: "time", value: "float64" }));
  assertEquals(Object.keys(columnsOf(none)).length, 2);
  const empty = await workbook(await excel(none));
  assertEquals(Object.values(empty["data"]!).map(({ value }) => value), ["time", "value"]);
});

Deno.test("show.excel() writes a file at its path, and rejects text that is too long for a cell", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/days.xlsx`;
    const bytes = await excel([{ steps: 1 }], { path });
    assertEquals(await Deno.readFile(path), bytes);
    await assertRejects(
      () => excel([{ note: "a".repeat(32_768) }], { path }),
      RangeError,
      'Cannot write an Excel file: column "note" has 32768 characters in row 0, and a cell holds 32767',
    );
    assertEquals(await Deno.readFile(path), bytes);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
