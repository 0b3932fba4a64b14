import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { makeTable } from "apache-arrow";
import { InvalidError } from "../../src/client/errors/apiError.ts";
import type { Progress } from "../../src/progress/progress.ts";
import { toFrame } from "../../src/frame/polars/toFrame.ts";
import { clientOf, script } from "./fixtures.ts";

const stored = (upload_id: string) => () => Response.json({ upload_id }, { status: 201 });
const DAY = 86_400_000_000n;

Deno.test("ingest.records() sends batches in order, each as JSON lines with its length", async () => {
  const { fetch, requests, bodies } = script(stored("a"), stored("b"), stored("c"));
  const told: Progress[] = [];
  const records = [0, 1, 2, 3, 4].map((value) => ({ start_time: "2024-01-24T00:00Z", value }));
  const result = await clientOf(fetch, { onProgress: (at) => told.push(at) })
    .api.ingest.records("HeartRate", records, { batch: 2 });
  assertEquals(result, { uploads: ["a", "b", "c"], records: 5 });
  assertEquals(
    bodies.map((body) =>
      body.trimEnd().split("\n").map((line) => {
        const { id: _, ...record } = JSON.parse(line);
        return record;
      })
    ),
    [records.slice(0, 2), records.slice(2, 4), records.slice(4)],
  );
  for (const [i, { headers, url }] of requests.entries()) {
    assertEquals(new URL(url).pathname, "/ingest/v1/record/HeartRate");
    assertEquals(headers.get("content-type"), "application/x-ndjson");
    assertEquals(headers.get("content-length"), String(new TextEncoder().encode(bodies[i]).length));
  }
  assertEquals(told.map(({ done, total, ended }) => [done, total, ended]), [
    [0, undefined, false],
    [0, 5, false],
    [2, 5, false],
    [4, 5, false],
    [5, 5, false],
    [5, 5, true],
  ]);
  assertEquals(told[0]!.action, "send record/HeartRate");
  assertEquals(new Set(told.map(({ task }) => task)).size, 1);
});

Deno.test("ingest.records() accepts frames and Arrow tables, and omits nulls", async () => {
  const frame = toFrame({
    start_time: { type: "time", values: new BigInt64Array([0n, DAY]), zone: "Europe/Berlin" },
    value: { type: "float64", values: new Float64Array([1.5, 0]), valid: new Uint8Array([1, 0]) },
  });
  const { fetch, bodies } = script(stored("a"), stored("b"));
  const client = clientOf(fetch);
  await client.api.ingest.records("X", frame, { ids: false });
  assertEquals(
    bodies[0],
    '{"start_time":"1970-01-01T01:00:00+01:00","value":1.5}\n' +
      '{"start_time":"1970-01-02T01:00:00+01:00"}\n',
  );
  await client.api.ingest.records("X", makeTable({ value: new Float64Array([7]) }), { ids: false });
  assertEquals(bodies[1], '{"value":7}\n');
});

Deno.test("ingest.records() sends nothing if the list is empty or a record is invalid", async () => {
  const { fetch, requests } = script();
  const { ingest } = clientOf(fetch).api;
  assertEquals(await ingest.records("X", []), { uploads: [], records: 0 });
  const wrong: [readonly unknown[], string][] = [
    [[{ value: 1 }, 5], "record 1 is not an object"],
    [[{ value: 1 }, null], "record 1 is not an object"],
    [[{ id: "7" }], 'record 0 has id "7", which is not a UUID'],
  ];
  for (const [records, message] of wrong) {
    await assertRejects(() => ingest.records("X", records as []), TypeError, message);
  }
  await assertRejects(() => ingest.records("X", [{}], { batch: 0 }), RangeError, "batch is 0");
  await assertRejects(() => ingest.records("", [{}]), RangeError, "data_type is empty");
  assertEquals(requests.length, 0);
});

Deno.test("ingest.records() reports which records were stored before one was rejected", async () => {
  const fault = { loc: ["body", 2, "value"], msg: "is missing", type: "missing" };
  const refused = () => Response.json({ detail: [fault] }, { status: 422 });
  const { fetch, requests } = script(stored("a"), refused, stored("c"));
  const records = [1, 2, 3, 4, 5].map((value) => ({ value }));
  const error = await assertRejects(
    () => clientOf(fetch).api.ingest.records("X", records, { batch: 2 }),
    InvalidError,
    "Cannot send record/X: body.2.value: is missing (422); records 0 to 1 were stored before, 2 to 3 were not (line 1 is record 2)",
  );
  assertInstanceOf(error, InvalidError);
  assertEquals(error.faults, [fault]);
  assertEquals(requests.length, 2);
});

Deno.test("ingest.record() sends one record as JSON", async () => {
  const { fetch, requests, bodies } = script(stored("a"));
  const result = await clientOf(fetch).api.ingest.record({
    data_type: "Event/0f8fad5b-d9cb-469f-a165-70867728950e",
    body: { note: "x" },
    api_version: "v1",
  });
  assertEquals(result, { upload_id: "a" });
  assertEquals(bodies, ['{"note":"x"}']);
  assertEquals(
    new URL(requests[0]!.url).pathname + new URL(requests[0]!.url).search,
    "/ingest/v1/record/Event/0f8fad5b-d9cb-469f-a165-70867728950e?api_version=v1",
  );
});
