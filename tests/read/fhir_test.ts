import { assertEquals } from "@std/assert";
import { any } from "../../src/read/any.ts";
import { FHIR_BUNDLE } from "./exampleTexts.ts";

Deno.test("a FHIR bundle gives its observations by code, and reports everything else", async () => {
  const { metrics, others, report } = await any(new File([FHIR_BUNDLE], "bundle.json"), {
    tz: "Europe/Berlin",
  });
  assertEquals(metrics["BloodPressureSystolic"]!.getColumn("value").toArray(), [121]);
  assertEquals(metrics["BloodPressureDiastolic"]!.getColumn("value").toArray(), [79]);
  const [hemoglobin] = others["hemoglobin_a1c"]!.toRecords();
  assertEquals([hemoglobin!["value"], hemoglobin!["unit"]], [5.4, "percent"]);
  assertEquals(report.skipped, {
    "Patient is not an observation": 1,
    "an observation that was withdrawn": 1,
  });
});

Deno.test("observations are read line by line from NDJSON, and a damaged line is skipped", async () => {
  const { entry } = JSON.parse(FHIR_BUNDLE);
  const lines = [JSON.stringify(entry[1].resource), "{", JSON.stringify(entry[2].resource)];
  const { report } = await any(new File([lines.join("\n")], "Observation.ndjson"), {
    tz: "Europe/Berlin",
  });
  assertEquals(report.skipped, { "the line is not JSON": 1 });
  assertEquals(Object.keys(report.read).sort(), [
    "BloodPressureDiastolic",
    "BloodPressureSystolic",
    "hemoglobin_a1c",
  ]);
});

Deno.test("an observation with a text is reported, and one with a whole number is read", async () => {
  const observation = {
    resourceType: "Observation",
    status: "final",
    effectiveDateTime: "2024-03-31",
  };
  const list = [
    { ...observation, code: { text: "eye color" }, valueString: "blue" },
    { ...observation, code: { text: "pain score" }, valueInteger: 3 },
  ];
  const { others, report } = await any(new File([JSON.stringify(list)], "observations.json"), {
    tz: "UTC",
  });
  assertEquals(others["pain_score"]!.getColumn("value").toArray(), [3]);
  assertEquals(report.skipped, { "an observation without a number": 1 });
});
