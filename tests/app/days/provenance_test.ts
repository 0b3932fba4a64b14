import { assertEquals } from "@std/assert";
import { demo, range } from "../../../mod.ts";

Deno.test("provenance() lists data, range, zone, sources and version, and the data of one source", async () => {
  const me = await demo({ days: 1 });
  const day = range.day("2025-03-30", "Europe/Berlin"); // the day of a daylight saving change
  const { facts } = await me.provenance(day, { sourcePriority: ["Ring", "Watch"] });
  assertEquals(Object.keys(facts), ["Data", "Range", "Zone", "Sources of sleep", "Made with"]);
  assertEquals(
    facts["Range"],
    "2025-03-30T00:00:00+01:00 to 2025-03-31T00:00:00+02:00 (exclusive)",
  );
  assertEquals(facts["Sources of sleep"], "Ring, then Watch");
  assertEquals(facts["Data"]?.includes("niplav (CC BY 4.0)"), true);
  const named = await me.provenance(day, { data: "export.zip" });
  assertEquals([named.facts["Data"], String(named).split("\n")[0]], [
    "export.zip",
    "Data       export.zip",
  ]);
});
