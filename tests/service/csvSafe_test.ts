import { csvTable, onePage } from "../../src/service/http/textBody.ts";
import { assertEquals } from "@std/assert";
// @ts-types="@types/d3-dsv"
import { csvParseRows } from "d3-dsv";
import { embedded, JANUARY } from "./embedded.ts";

const NOTES = ["=1+1", '=HYPERLINK("http://x")', "@SUM(A1)", "+1", "-1", "\t=1", "plain", "a=b"];

async function notes(csvSafe: boolean): Promise<string[]> {
  await using here = await embedded({ csvSafe });
  const records = NOTES.map((note, i) => ({ start_time: `2024-01-0${i + 1}T00:00Z`, note }));
  await here.ingest("MomentAnnotation", records);
  await here.ingest("HeartRate", [{ start_time: "2024-01-01T00:00Z", value: -1 }]);
  const read = async (path: string) =>
    csvParseRows(await (await here.send(`GET ${path}?${JANUARY}&format=csv`)).text());
  const [, row] = await read("/data/v1alpha1/metric/HeartRate");
  assertEquals(row!.includes("-1"), true, "a number stays one");
  const [header, ...rows] = await read("/data/v1alpha1/event/MomentAnnotation");
  return rows.map((row) => row[header!.indexOf("note")]!);
}

Deno.test("formulas in CSV are escaped only if the option is set", async () => {
  assertEquals(await notes(false), NOTES);
  assertEquals(await notes(true), [
    ...NOTES.slice(0, 6).map((note) => `'${note}`),
    ...NOTES.slice(6),
  ]);
});

Deno.test("CSV of records distinguishes empty text from a missing value", async () => {
  const { pieces } = csvTable(["a", "b", "c"], onePage([{ a: "", b: null, c: ["x"] }]));
  assertEquals((await Array.fromAsync(pieces)).join(""), 'a,b,c\n"",,"[""x""]"\n');
});
