import { assert, assertEquals, assertThrows } from "@std/assert";
import pl from "nodejs-polars";
import { demo, range, read } from "../../../mod.ts";
import { fromRows } from "../../../src/frame/polars/rows.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const nested = () =>
  toFrame(fromRows([
    { night: "2024-03-31", rates: [61, 62.5], place: { name: `"Home", 1`, lat: 52.5 } },
    { night: "2024-04-01", rates: null, place: { name: null, lat: null } },
    { night: "2024-04-02", rates: [], place: { name: "Zoo", lat: 1 } },
  ], {
    night: "date",
    rates: { list: "float64" },
    place: { struct: { name: "text", lat: "float64" } },
  }));

Deno.test("writeCSV() writes lists and structs as JSON that can be read back", async () => {
  const path = await Deno.makeTempFile({ suffix: ".csv" });
  try {
    nested().writeCSV(path);
    const text = await Deno.readTextFile(path);
    assertEquals(text.split("\n")[0], "night,rates,place");
    const back = pl.readCSV(path, { inferSchemaLength: 0 }).toRecords();
    assertEquals(JSON.parse(String(back[0]!["rates"])), [61, 62.5]);
    assertEquals(JSON.parse(String(back[0]!["place"])), { name: `"Home", 1`, lat: 52.5 });
    assertEquals([back[1]!["rates"], back[2]!["rates"]], [null, "[]"]);
    assertEquals(
      String(nested().head(1).writeCSV()),
      text.split("\n").slice(0, 2).join("\n") + "\n",
    );
    assertEquals((await read.csv({ text })).height, 3);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("writeCSV() accepts its options, and leaves frames without nested columns to Polars", () => {
  const flat = nested().drop("rates", "place");
  const plain = pl.DataFrame([flat.getColumn("night")]);
  assertEquals(String(flat.writeCSV()), String(plain.writeCSV()));
  const text = String(nested().writeCSV({ separator: ";", includeHeader: false }));
  assert(text.startsWith("2024-03-31;"), text);
  assertThrows(() => pl.DataFrame({ a: [[1], [2]] }).writeCSV(), Error); // as Polars does: not our frame
});

Deno.test("sleep cycles with their stages can be written as CSV", async () => {
  const me = await demo({ days: 3 });
  const nights = range.lastNights(2, "Europe/Berlin", { until: me.now() });
  const cycles = await me.api.sleep.cyclesExtended(nights);
  const text = String(cycles.writeCSV());
  assertEquals(text.split("\n").length, cycles.height + 2);
  assert(
    text.includes('"[{""') || text.includes('"{""') || text.includes('"['),
    text.slice(0, 500),
  );
});
