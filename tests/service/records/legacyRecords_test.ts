import { assertEquals } from "@std/assert";
import { embedded, JANUARY } from "../embedded.ts";

const RECORD = "POST /ingest/v1/record";

interface Row {
  id: string;
  recorded_at: string;
  end_time?: string;
  value?: number;
  source_name: string;
  tags: string[];
}

Deno.test("a record in the old envelope is stored with the envelope's fields", async () => {
  await using here = await embedded();
  const id = crypto.randomUUID(), tag = crypto.randomUUID();
  const metadata = {
    data_type: "MomentAnnotation",
    content_type: "application/json; charset=utf-8",
    id,
    recorded_at: { start_time: "2024-01-01T08:00:00Z", end_time: "2024-01-01T09:00:00Z" },
    source: ["Phone", "App"],
    tags: [tag],
  };
  const body = JSON.stringify({ data: '{"note":"x"}', metadata, specversion: 1 });
  const answer = await here.json<object>(RECORD, { body, status: 201 });
  assertEquals(Object.keys(answer), ["upload_id"]);
  const read = `GET /data/v1alpha1/event/MomentAnnotation?${JANUARY}`;
  const [row] = await here.json<Row[]>(read);
  assertEquals([row!.id, row!.recorded_at, row!.end_time], [
    id,
    "2024-01-01T08:00:00Z",
    "2024-01-01T09:00:00Z",
  ]);
  assertEquals([row!.source_name, row!.tags], ["Phone", [tag]]);
  // The payload's own fields win.
  const data = JSON.stringify({ id, start_time: "2024-01-02T00:00Z", source: "Watch" });
  await here.json(RECORD, {
    body: JSON.stringify({ data, metadata: { ...metadata, recorded_at: "2024-01-03T00:00Z" } }),
    status: 201,
  });
  const [after] = await here.json<Row[]>(read);
  assertEquals([after!.recorded_at, after!.source_name], ["2024-01-02T00:00:00Z", "Watch"]);
});

Deno.test("a batch of several types and tombstones is stored completely or not at all", async () => {
  await using here = await embedded();
  const wrap = (data_type: string, data: unknown) => ({
    data: JSON.stringify(data),
    metadata: { data_type },
  });
  const id = crypto.randomUUID(), at = "2024-01-01T00:00:00Z";
  await (await here.ingest("Weight", [{ id, start_time: at, value: 70_000 }])).text();
  const batch = [
    wrap("HeartRate", { start_time: at, value: 60 }),
    wrap("MomentAnnotation", { start_time: at }),
    wrap("HeartRate", { start_time: at, value: 61 }),
    wrap("DeletedRecord", { deleted_id: id, deleted_type: "Weight" }),
  ];
  const count = async (path: string) =>
    (await here.json<Row[]>(`GET /data/v1alpha1/${path}?${JANUARY}`)).length;
  const counts = async () => [
    await count("metric/HeartRate"),
    await count("event/MomentAnnotation"),
    await count("metric/Weight"),
  ];
  const { detail } = await here.json<{ detail: { loc: string[] }[] }>(`${RECORD}/batch`, {
    body: JSON.stringify([
      ...batch,
      wrap("HeartRate", { start_time: at }),
      { ...batch[0], data: "{" },
      wrap("Nothing", {}),
    ]),
    status: 422,
  });
  assertEquals(detail.map(({ loc }) => loc.join(".")), [
    "body.4.data.value",
    "body.5.data",
    "body.6.metadata.data_type",
  ]);
  assertEquals(await counts(), [0, 0, 1]);
  await here.json(`${RECORD}/batch`, { body: JSON.stringify(batch), status: 201 });
  assertEquals(await counts(), [2, 1, 0]);
});

Deno.test("an invalid envelope is rejected with the location of the error", async () => {
  await using here = await embedded();
  const data = '{"start_time":"2024-01-01T00:00Z","value":1}';
  const tag = crypto.randomUUID();
  for (
    const [body, where] of [
      [{ data }, "body.metadata"],
      [{ data, metadata: {} }, "body.metadata.data_type"],
      [{ metadata: { data_type: "Weight" } }, "body.data"],
      [{ data, metadata: { data_type: "Weight", id: "x" } }, "body.metadata.id"],
      [{ data, metadata: { data_type: "Weight", tags: [tag, tag] } }, "body.metadata.tags"],
      [
        { data, metadata: { data_type: "Weight", content_type: "text/csv" } },
        "body.metadata.content_type",
      ],
      [{ data, metadata: { data_type: "Metric" } }, "body.metadata.data_type"],
      [{ data, metadata: { data_type: "Weight" }, more: 1 }, "body.more"],
      [{ data: "[]", metadata: { data_type: "Weight" } }, "body.data"],
      [{ data, metadata: { data_type: "Weight" }, specversion: 2 }, "body.specversion"],
    ] as const
  ) {
    const { detail } = await here.json<{ detail: { loc: string[] }[] }>(RECORD, {
      body: JSON.stringify(body),
      status: 422,
    });
    assertEquals(detail[0]!.loc.join("."), where);
  }
  await here.json(`${RECORD}/batch`, { body: "[]", status: 422 });
  await here.json(`${RECORD}/batch`, { body: JSON.stringify({ data }), status: 422 });
});
