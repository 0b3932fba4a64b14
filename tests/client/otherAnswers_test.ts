import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "../../src/client/errors/apiError.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { clientOf } from "./fixtures.ts";

const OWN = "Event/0f8fad5b-d9cb-469f-a165-70867728950e";
const RANGE = { start_time: "2024-01-01T00:00Z", end_time: "2024-01-02T00:00Z" };
const RECORD = { id: "1", recorded_at: "2024-01-01T12:00:00Z", mood: "good", metadata: {} };

/** Creates a client of a service with this answer of the catalog. */
const withCatalog = (catalog: () => Response) =>
  clientOf((request) => request.url.includes("/catalog") ? catalog() : Response.json([RECORD]), {
    retry: { limit: 0 },
  });

Deno.test("records of a user-defined type are read if the catalog is missing, forbidden or incomplete", async () => {
  const entry = { id: OWN, name: "Mood" };
  const silent = [
    () => Response.json({ detail: "no such thing" }, { status: 404 }),
    () => Response.json({ detail: "not shared" }, { status: 403 }),
    () => Response.json([]),
    () => Response.json([entry]),
    () => Response.json({ data: [{ ...entry, record_spec: { schema: "{no JSON" } }] }),
  ];
  for (const catalog of silent) {
    const frame = await withCatalog(catalog).api.events.list({ data_type: OWN, ...RANGE });
    assertEquals([frame.height, columnNames(frame).includes("mood")], [1, false]);
  }
  const failing = withCatalog(() => Response.json({ detail: "down" }, { status: 500 }));
  await assertRejects(
    () => failing.api.events.list({ data_type: OWN, ...RANGE }),
    ApiError,
    "(500)",
  );
});

Deno.test("fields of a user-defined type become columns, whatever else the catalog lists, even if the schema is text", async () => {
  const schema = { type: "object", properties: { mood: { type: "string" } } };
  for (const given of [schema, JSON.stringify(schema)]) {
    const catalog = () =>
      Response.json({
        data: [{ id: "HeartRate", name: "HeartRate" }, { id: OWN, record_spec: { schema: given } }],
      });
    const frame = await withCatalog(catalog).api.events.list({ data_type: OWN, ...RANGE });
    assertEquals(frame.getColumn("mood").toArray(), ["good"]);
  }
});

Deno.test("a list is read with or without a wrapper, and an object keeps its own list", async () => {
  const answer = (body: unknown) => clientOf(() => Response.json(body));
  const tags = [{ id: "1", name: "a" }];
  assertEquals(await answer(tags).api.tags.list() as unknown, tags);
  assertEquals(await answer({ data: tags, next: null }).api.tags.list() as unknown, tags);
  const files = { files: [], folders: null };
  assertEquals(await answer(files).api.files.list() as unknown, files);
  const frame = await answer({ data: [RECORD] }).api.events.list({
    data_type: "MomentAnnotation",
    ...RANGE,
  });
  assertEquals(frame.height, 1);
});
