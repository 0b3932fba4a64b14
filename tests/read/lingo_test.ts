import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { LINGO } from "./exampleTables.ts";

Deno.test("Lingo's table gives glucose with its unit, in times with an offset", async () => {
  const mmol = LINGO.replace("mg/dL", "mmol/L").replaceAll(/,10(\d)/g, ",5.$1");
  for (const [text, value, unit] of [[LINGO, 101, "mg/dL"], [mmol, 5.1, "mmol/L"]] as const) {
    const { metrics, report } = await any(new File([text], "lingo-glucose-data.csv"));
    const glucose = metrics["BloodGlucose"]!.toRecords();
    assertEquals([glucose.length, report.skipped], [2, {}]);
    assertEquals([glucose[1]!["value"], glucose[1]!["unit"]], [value, unit]);
    assertEquals(Number(glucose[1]!["start_time"]), Date.parse("2026-02-04T20:33-08:00"));
  }
});
