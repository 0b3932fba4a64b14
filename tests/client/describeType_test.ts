import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { connect } from "../../src/client/connect.ts";
import { type Embedded, embedded } from "../service/embedded.ts";

function clientOf(here: Embedded) {
  const fetch = (request: Request) => here.service.fetch(request);
  return connect({ baseUrl: "http://localhost", token: here.token, fetch, tz: "Europe/Berlin" });
}

Deno.test("catalog.describe() summarizes a metric in a few lines", async () => {
  await using here = await embedded();
  const me = clientOf(here);
  await me.api.ingest.records("HeartRate", [
    { start_time: "2024-01-01T08:00:00Z", value: 60, source: "Chest strap" },
    { start_time: "2024-03-01T08:00:00Z", value: 62, source: "Watch" },
    {
      start_time: "2024-03-05T08:00:00Z",
      end_time: "2024-03-05T08:05:00Z",
      value: 64,
      source: "Ring",
    },
  ]);
  const described = await me.api.catalog.describe("HeartRate");
  assertEquals(
    String(described),
    [
      "type     HeartRate",
      "is       Heart Rate. Heart beats per minute; read more often during workouts",
      "         than at rest.",
      "unit     bpm",
      "column   heart_rate",
      "values   discrete: values of a period are averaged",
      "records  3, 2024-01-01 09:00 to 2024-03-05 09:05 (Europe/Berlin)",
      "sources  Ring, Watch (in the last 7 days)",
      'read     me.samples("HeartRate", { days: 7 })',
    ].join("\n"),
  );
  assertEquals(Deno.inspect(described), String(described));
  assertEquals([described.count, described.sources], [3, ["Ring", "Watch"]]);
  assertEquals(String(described.first), "2024-01-01T08:00:00Z");
  assertEquals(String(described.last), "2024-03-05T08:05:00Z");
});

Deno.test("catalog.describe() fits each kind of type on a screen", async () => {
  await using here = await embedded();
  const me = clientOf(here);
  const { id } = await me.api.catalog.define({
    base_type: "Metric",
    body: {
      name: "Mood",
      description: "How the day was.",
      record_spec: { scale: { min: 1, max: 5 }, value_map: { "1": "bad", "5": "good" } },
    },
  });
  await me.api.ingest.records(id, [{ start_time: "2024-01-01T08:00:00Z", value: 3 }]);
  const seen = new Set<string>();
  for (const entry of await me.api.catalog.list()) {
    const kind = entry.class + entry.api_version + entry.categories.join();
    if (seen.has(kind)) continue;
    seen.add(kind);
    const lines = String(await me.api.catalog.describe(entry.id)).split("\n");
    assert(lines.length <= 12, lines.join("\n"));
    assert(lines.slice(0, -1).every((line) => line.length <= 80), lines.join("\n"));
  }
  const mood = String(await me.api.catalog.describe(id));
  assertStringIncludes(mood, "labels");
  assertStringIncludes(mood, "1 bad, 5 good");
  assertStringIncludes(mood, `me.api.metrics.records({ data_type: "${id}"`);
});

Deno.test("catalog.describe() suggests the name of a misspelt type", async () => {
  await using here = await embedded();
  const me = clientOf(here);
  const message =
    'Cannot describe a data type: there is no type "HeartRat". Did you mean HeartRate?';
  await assertRejects(() => me.api.catalog.describe("HeartRat"), RangeError, message);
});
